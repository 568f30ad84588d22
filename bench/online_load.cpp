// Plays many games at once through a running `rimau serve --data`, and checks that no turn is lost or doubled.
//
// usage: online_load PORT… [--games N] [--rate MOVES_A_SECOND] [--seconds S] [--drop PERCENT] [--pid SERVER]
//
// Every game has two sockets; with several ports, of servers that share a database, each is at another, and who loses a
// connection goes to the next. With --drop, so many of a hundred moves go with their connection: one half before the
// server gets them, one half before their answer comes back; the player connects again and sends the same message. A
// server that is gone is tried again until it is back. In the end every game is asked for and compared, move by move.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <deque>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <queue>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/text.hpp"
#include "game/catalogue.hpp"
#include "notation/notation.hpp"
#include "rules/play.hpp"

namespace {

using namespace rimau;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;
using Moment = Clock::time_point;

struct Options {
  std::vector<int> ports;  // of servers that share their games
  int games = 1000;
  double rate = 500;
  int seconds = 60;
  double drop = 0;
  int pid = 0;
};

constexpr auto retry_time = std::chrono::milliseconds(300);
constexpr auto answer_time = std::chrono::seconds(15);
constexpr std::size_t turns_of_a_game = 200;

double ms_between(Moment from, Moment to) { return std::chrono::duration<double, std::milli>(to - from).count(); }

std::string client_frame(std::string_view payload) {
  std::string out = "\x81";
  if (payload.size() < 126) out += static_cast<char>(0x80 | payload.size());
  else out += {static_cast<char>(0xFE), static_cast<char>(payload.size() >> 8), static_cast<char>(payload.size())};
  constexpr std::string_view mask = "\x21\x43\x65\x07";
  out += mask;
  for (std::size_t n = 0; n < payload.size(); ++n) out += static_cast<char>(payload[n] ^ mask[n % 4]);
  return out;
}

struct Match;

// One player's connection.
struct Player {
  int socket = -1;
  std::size_t server = 0;  // of the ports
  Match* match = nullptr;
  Side side = Side::tigers;
  std::string token;
  std::string in;
  bool upgraded = false;
  bool ready = false;  // greeted, and watching if there is a game
  std::optional<Moment> connect_at = Moment{};
};

struct Pending {
  std::string id;
  std::string text;
  Move move;
  Moment sent;
  bool told_to_other = false;
};

struct Match {
  explicit Match(std::shared_ptr<const Game> game) : play(std::move(game)) {}
  Play play;
  std::vector<std::string> made;  // acknowledged
  std::array<Player, 2> players;
  std::string id;
  std::optional<Pending> pending;
  Moment next;
  bool over = false;
  bool checked = false;
};

struct Counts {
  std::vector<double> answers;  // ms until the mover's acknowledgement
  std::vector<double> relays;   // ms until the other player is told
  std::uint64_t moves = 0, games = 0, reconnects = 0, dropped = 0, lost = 0, doubled = 0, different = 0, unchecked = 0;
  std::map<std::string, std::uint64_t> errors;
};

class Load {
 public:
  explicit Load(const Options& options) : options_(options), epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
    for (const auto& id : catalogue_.ids()) games_.push_back(*catalogue_.open(id));
    for (int n = 0; n < options.games; ++n) {
      matches_.push_back(std::make_unique<Match>(games_[static_cast<std::size_t>(n) % games_.size()]));
      for (const auto side : {Side::tigers, Side::men}) {
        auto& player = matches_.back()->players[static_cast<std::size_t>(side)];
        player.match = matches_.back().get();
        player.side = side;
        player.server = static_cast<std::size_t>(side) % options.ports.size();
        player.connect_at = Clock::now() + std::chrono::milliseconds(n);
        players_.push_back(&player);
      }
    }
  }

  int run() {
    const auto begin = Clock::now();
    while (playing() < matches_.size() && Clock::now() - begin < std::chrono::seconds(60)) step(true);
    fmt::print("{} games of {} begun after {:.1f} s\n", playing(), matches_.size(),
               ms_between(begin, Clock::now()) / 1000);
    report_server("before");
    counts_ = {};
    const auto start = Clock::now();
    spread(start);
    measuring_ = true;
    while (Clock::now() - start < std::chrono::seconds(options_.seconds)) step(true);
    const auto seconds = ms_between(start, Clock::now()) / 1000;
    measuring_ = false;
    options_.drop = 0;
    // What is under way is finished.
    const auto end = Clock::now();
    while (unanswered() > 0 && Clock::now() - end < answer_time) step(false);
    report_server("after");
    for (auto& match : matches_) ask_state(*match);
    const auto asked = Clock::now();
    while (unchecked() > 0 && Clock::now() - asked < answer_time) {
      step(false);
      if (Clock::now() - last_asked_ > std::chrono::seconds(1))
        for (auto& match : matches_) ask_state(*match);
    }
    counts_.unchecked = unchecked();
    return report(seconds);
  }

 private:
  [[nodiscard]] std::size_t playing() const {
    return static_cast<std::size_t>(std::ranges::count_if(
        matches_, [](const auto& match) { return !match->id.empty() && match->players[1].ready; }));
  }
  [[nodiscard]] std::size_t unanswered() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(matches_, [](const auto& match) { return match->pending.has_value(); }));
  }
  [[nodiscard]] std::size_t unchecked() const {
    return static_cast<std::size_t>(std::ranges::count_if(matches_, [](const auto& match) { return !match->checked; }));
  }
  [[nodiscard]] Clock::duration period() const {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.games / options_.rate));
  }
  void spread(Moment start) {
    for (std::size_t n = 0; n < matches_.size(); ++n)
      matches_[n]->next = start + period() * static_cast<int>(n) / static_cast<int>(matches_.size());
  }

  void step(bool move) {
    const auto now = Clock::now();
    for (auto* player : players_)
      if (player->connect_at && *player->connect_at <= now) connect(*player);
    if (move && measuring_)
      for (auto& match : matches_)
        if (match->next <= now) make_move(*match);
    std::array<epoll_event, 256> events;
    const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 1);
    for (int n = 0; n < count; ++n) hear(*static_cast<Player*>(events[static_cast<std::size_t>(n)].data.ptr));
  }

  void connect(Player& player) {
    player.connect_at.reset();
    player.socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(options_.ports[player.server]));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(player.socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      return disconnect(player);
    const int on = 1;
    ::setsockopt(player.socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    epoll_event event{.events = EPOLLIN, .data = {.ptr = &player}};
    ::epoll_ctl(epoll_, EPOLL_CTL_ADD, player.socket, &event);
    put(player,
        "GET /api/online HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  }

  void disconnect(Player& player) {
    ::close(player.socket);
    player.socket = -1;
    player.upgraded = player.ready = false;
    player.in.clear();
    player.server = (player.server + 1) % options_.ports.size();
    player.connect_at = Clock::now() + retry_time;
    ++counts_.reconnects;
  }

  void put(Player& player, const std::string& bytes) {
    if (player.socket < 0) return;
    if (::send(player.socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()))
      disconnect(player);
  }
  void send(Player& player, Json message) {
    message["v"] = 1;
    if (!message.contains("id")) message["id"] = cat("m", ++messages_);
    put(player, client_frame(message.dump()));
  }

  void hear(Player& player) {
    if (player.socket < 0) return;
    std::array<char, 65536> bytes;
    const auto got = ::recv(player.socket, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got <= 0) {
      if (got == 0 || (errno != EAGAIN && errno != EINTR)) disconnect(player);
      return;
    }
    player.in.append(bytes.data(), static_cast<std::size_t>(got));
    if (!player.upgraded) {
      const auto end = player.in.find("\r\n\r\n");
      if (end == std::string::npos) return;
      if (!player.in.starts_with("HTTP/1.1 101")) {
        ++counts_.errors[player.in.substr(0, player.in.find('\r'))];
        return disconnect(player);
      }
      player.in.erase(0, end + 4);
      player.upgraded = true;
    }
    std::size_t at = 0;
    while (player.socket >= 0 && take_frame(player, at)) {
    }
    if (player.socket >= 0) player.in.erase(0, at);
  }

  // Reads a frame at that place and moves it on; false when none is whole.
  bool take_frame(Player& player, std::size_t& at) {
    const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(player.in[at + n]); };
    const auto there = player.in.size() - at;
    if (there < 2) return false;
    std::size_t head = 2, size = byte(1);
    if (size == 126) head = 4;
    if (size == 127) head = 10;
    if (there < head) return false;
    if (head > 2) {
      size = 0;
      for (std::size_t n = 2; n < head; ++n) size = size << 8 | byte(n);
    }
    if (there < head + size) return false;
    const auto opcode = byte(0) & 15;
    const auto payload = player.in.substr(at + head, size);
    at += head + size;
    if (opcode == 1) understand(player, Json::parse(payload));
    else if (opcode == 8) disconnect(player);
    else if (opcode == 9) put(player, std::string("\x8A\x80\0\0\0\0", 6));
    return true;
  }

  void understand(Player& player, const Json& message) {
    const auto type = message["type"].get_ref<const std::string&>();
    if (type == "welcome") greet(player, message);
    else if (type == "state") see(player, message);
    else if (type == "done") acknowledge(*player.match, message);
    else if (type == "error") fail(player, message);
  }

  void greet(Player& player, const Json& message) {
    auto& match = *player.match;
    if (player.token.empty()) player.token = message["token"];
    // Who has joined is answered as before.
    if (!match.id.empty())
      return send(
          player,
          {{"type", player.side == Side::tigers ? "watch" : "join"}, {"game", match.id}, {"token", player.token}});
    player.ready = true;
    if (!match.players[0].token.empty() && !match.players[1].token.empty()) create(match);
  }

  void create(Match& match) {
    send(match.players[0], {{"type", "create"},
                            {"id", "make"},
                            {"rules", match.play.game().id()},
                            {"side", "tigers"},
                            {"clock", {{"kind", "real"}, {"initial", 10'800'000}, {"increment", 0}}},
                            {"token", match.players[0].token}});
  }

  void see(Player& player, const Json& message) {
    auto& match = *player.match;
    const bool answer = message.contains("re");
    if (answer && match.id.empty()) {
      match.id = message["game"];
      match.players[1].ready = false;
      return send(match.players[1], {{"type", "join"}, {"game", match.id}, {"token", match.players[1].token}});
    }
    if (message["game"] != match.id) return;
    if (answer && !player.ready) {
      player.ready = true;
      // What was not answered is sent again, as it was.
      if (match.pending && match.play.position().turn == player.side) send_move(match, false);
    }
    if (answer && player.ready && !measuring_ && ending_) return compare(match, message);
    if (match.pending && match.play.position().turn != player.side && !match.pending->told_to_other &&
        message["ply"].get<std::size_t>() == match.made.size() + 1) {
      match.pending->told_to_other = true;
      if (measuring_) counts_.relays.push_back(ms_between(match.pending->sent, Clock::now()));
    }
  }

  void make_move(Match& match) {
    match.next += period();
    if (match.pending || !match.players[0].ready || !match.players[1].ready || match.over) return;
    const auto moves = move_list(match.play.game(), match.play.position());
    const auto& text = moves[random_.below(static_cast<unsigned>(moves.size()))];
    match.pending = Pending{.id = cat("t", match.made.size(), "-", ++messages_),
                            .text = text,
                            .move = *parse_move(match.play.game(), text),
                            .sent = Clock::now()};
    send_move(match, true);
  }

  void send_move(Match& match, bool may_drop) {
    auto& player = match.players[static_cast<std::size_t>(match.play.position().turn)];
    const bool drop = may_drop && random_.below(10'000) < static_cast<unsigned>(options_.drop * 100);
    if (!drop || random_.below(2) == 0)
      send(player, {{"type", "move"},
                    {"id", match.pending->id},
                    {"game", match.id},
                    {"ply", match.made.size()},
                    {"move", match.pending->text}});
    if (!drop) return;
    ++counts_.dropped;
    disconnect(player);
  }

  void acknowledge(Match& match, const Json& message) {
    if (!match.pending || message["re"] != match.pending->id) return;
    if (measuring_) {
      ++counts_.moves;
      counts_.answers.push_back(ms_between(match.pending->sent, Clock::now()));
    }
    if (message["ply"] != match.made.size() + 1) ++counts_.different;
    if (!match.play.play(match.pending->move)) ++counts_.different;
    match.made.push_back(match.pending->text);
    match.pending.reset();
    match.over = match.play.outcome().over() || match.made.size() >= turns_of_a_game;
  }

  void fail(Player& player, const Json& message) {
    ++counts_.errors[message["code"]];
    auto& match = *player.match;
    if (match.pending && message.value("re", "") == match.pending->id) {
      const auto code = message["code"].get<std::string>();
      // Nothing was changed: the same again, later.
      if (code == "unavailable" || code == "busy") match.next = Clock::now() + retry_time;
      else ++counts_.different;
      match.pending.reset();
    }
  }

  void ask_state(Match& match) {
    ending_ = true;
    last_asked_ = Clock::now();
    if (match.checked) return;
    for (auto& player : match.players)
      if (player.ready) return send(player, {{"type", "state"}, {"game", match.id}});
  }

  void compare(Match& match, const Json& state) {
    if (match.checked) return;
    const auto& moves = state["moves"];
    // One of several servers may not have heard of the last moves yet; it is asked again.
    if (options_.ports.size() > 1 && moves.size() < match.made.size()) return;
    match.checked = true;
    ++counts_.games;
    const auto common = std::min<std::size_t>(moves.size(), match.made.size());
    for (std::size_t n = 0; n < common; ++n) counts_.different += moves[n] != match.made[n] ? 1 : 0;
    counts_.lost += match.made.size() - common;
    // One that was sent and not answered may be there.
    const std::size_t may_be = match.made.size() + (match.pending ? 1 : 0);
    if (moves.size() > may_be) counts_.doubled += moves.size() - may_be;
  }

  void report_server(const char* when) const {
    if (options_.pid == 0) return;
    std::ifstream status(cat("/proc/", options_.pid, "/status"));
    std::ifstream stat(cat("/proc/", options_.pid, "/stat"));
    std::string line, memory;
    while (std::getline(status, line))
      if (line.starts_with("VmRSS")) memory = trim(line.substr(6));
    std::getline(stat, line);
    const auto fields = split(std::string_view(line).substr(std::min(line.size(), line.rfind(')') + 2)), ' ');
    const auto ticks =
        fields.size() > 12 ? std::stol(std::string(fields[11])) + std::stol(std::string(fields[12])) : 0L;
    fmt::print("server {}: {} resident, {:.1f} s of processor\n", when, memory,
               static_cast<double>(ticks) / static_cast<double>(::sysconf(_SC_CLK_TCK)));
  }

  static void report(const char* what, std::vector<double>& times) {
    if (times.empty()) return;
    std::ranges::sort(times);
    const auto at = [&](double part) {
      return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
    };
    fmt::print("{}: p50 {:.1f} ms, p90 {:.1f}, p99 {:.1f}, p99.9 {:.1f}, most {:.1f}\n", what, at(0.5), at(0.9),
               at(0.99), at(0.999), times.back());
  }

  int report(double seconds) {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    fmt::print("{} sockets, {} games, {} moves acknowledged in {:.1f} s: {:.0f} a second\n", players_.size(),
               matches_.size(), counts_.moves, seconds, static_cast<double>(counts_.moves) / seconds);
    report("acknowledged after", counts_.answers);
    report("told to the other after", counts_.relays);
    fmt::print("driver: {:.1f} s of processor\n",
               static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                   static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6);
    fmt::print("dropped {}, connected again {}\n", counts_.dropped, counts_.reconnects);
    for (const auto& [code, count] : counts_.errors) fmt::print("refused as {}: {}\n", code, count);
    fmt::print("games compared {}, not reached {}; turns lost {}, doubled {}, different {}\n", counts_.games,
               counts_.unchecked, counts_.lost, counts_.doubled, counts_.different);
    return counts_.lost + counts_.doubled + counts_.different + counts_.unchecked == 0 ? 0 : 1;
  }

  Options options_;
  int epoll_;
  Catalogue catalogue_;
  Random random_{1};
  std::vector<std::shared_ptr<const Game>> games_;
  std::vector<std::unique_ptr<Match>> matches_;
  std::vector<Player*> players_;
  Counts counts_;
  std::uint64_t messages_ = 0;
  bool measuring_ = false;
  bool ending_ = false;
  Moment last_asked_;
};

int usage() {
  fmt::print(
      stderr,
      "usage: online_load PORT… [--games N] [--rate MOVES_A_SECOND] [--seconds S] [--drop PERCENT] [--pid SERVER]\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int n = 1; n < argc; ++n) {
    const std::string_view name = argv[n];
    const auto number = parse_number(name.starts_with("--") && n + 1 < argc ? argv[++n] : name, 10'000'000);
    if (!number) return usage();
    const auto value = static_cast<int>(*number);
    if (name == "--games") options.games = value;
    else if (name == "--rate") options.rate = value;
    else if (name == "--seconds") options.seconds = value;
    else if (name == "--drop") options.drop = value;
    else if (name == "--pid") options.pid = value;
    else if (!name.starts_with("--")) options.ports.push_back(value);
    else return usage();
  }
  if (options.ports.empty() || options.games == 0 || options.rate <= 0) return usage();
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  return Load(options).run();
}
