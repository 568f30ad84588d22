// rimau serve: the web app, its JSON API and online play over HTTP.
#include <fcntl.h>
#include <spawn.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "base/threads.hpp"
#include "cli/log_format.hpp"
#include "cli/online_options.hpp"
#include "cli/output.hpp"
#include "cli/tables.hpp"
#include "server/addresses.hpp"
#include "server/app.hpp"
#include "server/http_server.hpp"

namespace rimau::cli {
namespace {

constexpr unsigned usual_port = 8080;
constexpr unsigned max_threads = 256;
constexpr unsigned max_connections = 60'000;
constexpr unsigned max_probe_rate = 1'000'000;

struct Request {
  server::HttpOptions http;
  std::string host;
  bool lan = false;
  bool open = false;
  unsigned port = usual_port;
  unsigned threads = 0;
  unsigned probe_rate = 50;
  std::string web;
  std::vector<std::string> tables;
  std::string log_level = "info";
  std::string log_format = "text";
  OnlineRequest online;
};

// Where a build or an installation has put the web app: seen from the program, then from the source.
std::string usual_web_folder() {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto& folder : {program / "web", program / "../share/rimau/web", fs::path(RIMAU_WEB_FOLDER)})
    if (fs::is_regular_file(folder / "index.html", error)) return folder.lexically_normal().string();
  return {};
}

// The given folder, or the usual one if there is one; an empty site without.
Result<server::Site> open_site(const Request& request) {
  const auto folder = request.web.empty() ? usual_web_folder() : request.web;
  if (folder.empty()) {
    spdlog::warn("the web app is not built; serving the API alone (./play builds it, --web DIR names its folder)");
    return server::Site();
  }
  auto site = server::Site::read(folder);
  if (!site) return site;
  for (const auto& error : site->left_out()) spdlog::warn("left out: {}", shown(error.text(), 500));
  spdlog::info("the web app is {}: {} files, {} KiB", shown(folder, 300), site->size(), site->bytes() / 1024);
  return site;
}

// As many descriptors as the system allows, since every connection is one.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// Shows the page in the user's browser, if there is a screen; a browser that does not come is no error, since
// the address is printed.
void open_page(std::string url) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  std::signal(SIGCHLD, SIG_IGN);  // nobody waits for it
  posix_spawn_file_actions_t quiet;
  ::posix_spawn_file_actions_init(&quiet);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_addopen(&quiet, descriptor, "/dev/null", O_RDWR, 0);
  std::string program = "xdg-open";
  std::array<char*, 3> arguments{program.data(), url.data(), nullptr};
  pid_t child = 0;
  ::posix_spawnp(&child, program.c_str(), &quiet, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&quiet);
}

// Standard output says where, for people and for scripts: the first line is one address.
Result<void> tell_addresses(const Request& request, unsigned port) {
  if (!request.lan) {
    const auto& address = request.http.address;
    const bool all = address == "0.0.0.0" || address == "::";
    print("{}\n", server::url_of(all ? "localhost" : address, port));
    if (is_terminal(stdout)) put("That is the page's address. Ctrl-C ends the server.\n");
    return flush();
  }
  print("{}\n", server::url_of("localhost", port));
  const auto addresses = server::local_addresses();
  if (addresses.empty()) put("This machine has no address in a local network; nobody else can reach the page.\n");
  else put("On a phone or another computer in the same network:\n");
  for (const auto& address : addresses) print("  {}\n", server::url_of(address, port));
  put_wrapped(
      "There the page plays and analyses, but a browser allows some things only over https or on this machine "
      "itself: installing the app, playing without a network, and copying with a button.");
  return flush();
}

void begin_log(const Request& request) {
  auto logger = spdlog::stderr_color_mt("rimau");
  logger->set_level(spdlog::level::from_str(request.log_level));
  if (request.log_format == "json") logger->set_formatter(json_log_format());
  spdlog::set_default_logger(logger);
}

Result<int> run(Session& session, Request request) {
  std::signal(SIGPIPE, SIG_IGN);
  begin_log(request);
  raise_descriptor_limit();

  auto& http = request.http;
  http.port = static_cast<unsigned short>(request.port);
  http.address = request.lan ? "0.0.0.0" : request.host;
  // With one, a slow look-up would keep everybody waiting.
  http.threads = request.threads > 0 ? request.threads : std::max(2U, default_threads());
  std::unique_ptr<server::App> app;
  auto server = server::HttpServer::open(http, [&app](const server::Request& asked) { return app->respond(asked); });
  if (!server) return std::unexpected(std::move(server).error());

  auto site = open_site(request);
  if (!site) return std::unexpected(std::move(site).error());
  auto tables = std::make_shared<const tablebase::Tables>(open_tables(request.tables));
  if (!request.tables.empty())
    spdlog::info("tables: {} files of {}", tables->files().size(), join(games_of(*tables), ", "));
  const auto online = open_online(request.online, session.catalogue, tables);
  if (!online) return std::unexpected(online.error());
  app = std::make_unique<server::App>(
      session.catalogue, *std::move(site), std::move(tables),
      server::ProbeRate{.per_second = double(request.probe_rate), .burst = 10.0 * request.probe_rate}, *online);
  if (auto told = tell_addresses(request, server->port()); !told) return std::unexpected(told.error());
  if (request.open) open_page(server::url_of("localhost", server->port()));
  server->run();
  spdlog::info("stopped");
  return 0;
}

void add_options(CLI::App& command, Request& request) {
  command.add_option("--port", request.port, cat("The port (default ", usual_port, "); 0: any that is free"))
      ->check(number_between(0, 65535))
      ->envname("RIMAU_PORT");
  auto* host =
      command.add_option("--host", request.host, "The address to listen on (default 127.0.0.1: this machine alone)")
          ->type_name("ADDRESS")
          ->default_str("")
          ->check(not_empty())
          ->envname("RIMAU_HOST");
  command.add_flag("--lan", request.lan, "Listen for the local network, and print the addresses for a phone")
      ->excludes(host);
  command.add_flag("--open", request.open, "Also show the page in the browser of this screen");
  command.add_option("--web", request.web, "The folder of the built web app (default: the one built with the program)")
      ->type_name("DIR")
      ->check(not_empty())
      ->envname("RIMAU_WEB");
  add_tables_option(command, request.tables);
  command.get_option("--tables")->envname("RIMAU_TABLES");
  request.online.add_to(command);
  command.add_option("--threads", request.threads, "Threads that answer (default: the processor's cores, at least 2)")
      ->check(number_between(1, max_threads))
      ->envname("RIMAU_THREADS");
  command.add_option("--max-connections", request.http.max_connections, "Connections at once (default 1024)")
      ->check(number_between(1, max_connections))
      ->envname("RIMAU_MAX_CONNECTIONS");
  command
      .add_option("--probe-rate", request.probe_rate,
                  "Probes a second for one address (default 50), ten times as many\nat once; 0: no limit")
      ->check(number_between(0, max_probe_rate))
      ->envname("RIMAU_PROBE_RATE");
  command
      .add_flag("--behind-proxy", request.http.behind_proxy,
                "Requests come through a proxy of yours: the last address in\nX-Forwarded-For is the one that asks")
      ->envname("RIMAU_BEHIND_PROXY");
  command
      .add_option("--log-level", request.log_level,
                  "What is told on standard error: debug (every request), info, warn,\nerror or off (default info)")
      ->type_name("LEVEL")
      ->check(CLI::IsMember({"debug", "info", "warn", "error", "off"}))
      ->envname("RIMAU_LOG_LEVEL");
  command
      .add_option("--log-format", request.log_format, "How it is told: text or json, an object a line (default text)")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}))
      ->envname("RIMAU_LOG_FORMAT");
}

}  // namespace

void add_serve(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("serve", "Serve the web app, exact values as a JSON API, and online play");
  auto request = std::make_shared<Request>();
  request->host = "127.0.0.1";
  add_options(*command, *request);
  command->footer(
      cat("Prints the page's address on the first line and serves until Ctrl-C or SIGTERM; requests under way\n"
          "are finished first. docs/api.md describes the API, docs/online.md online play, docs/hosting.md how to run\n"
          "a server for others. An option can also be given as a variable: RIMAU_PORT for --port, and so on.\n\n",
          examples({{"rimau serve", "the web app on this machine"},
                    {"rimau serve --lan", "and for a phone in the same network"},
                    {"rimau serve --lan --data games", "where people can play each other"},
                    {"rimau serve --tables tables", "with the exact values of the tables in that folder"}})));
  command->callback([request, &chosen] { chosen = [request](Session& session) { return run(session, *request); }; });
}

}  // namespace rimau::cli
