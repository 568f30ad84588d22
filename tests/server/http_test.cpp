// The HTTP server in this process: what takes time, with short times, and what handlers do.
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>

#include "server/client.hpp"
#include "server/http_server.hpp"
#include "support.hpp"

namespace rimau::server {
namespace {

using rimau::testing::Client;
using rimau::testing::must;
using std::chrono::milliseconds;

// A server in a thread of its own, stopped in the end.
class Running {
 public:
  explicit Running(Handler handler, HttpOptions options = {})
      : server_(must(HttpServer::open(options, std::move(handler)))) {}
  ~Running() { server_.stop(); }
  [[nodiscard]] int port() const { return server_.port(); }
  void stop() { server_.stop(); }
  void wait() { thread_.join(); }

 private:
  HttpServer server_;
  std::jthread thread_{[this] { server_.run(); }};
};

Response ok(const Request&) { return text_response(200, "ok"); }

TEST(Http, ClosesIdleConnections) {
  const Running server(ok, {.idle_time = milliseconds(50)});
  Client client(server.port());
  EXPECT_TRUE(client.is_closed_within(5000));
}

TEST(Http, ClosesThoseWhoDribble) {
  const Running server(ok, {.head_time = milliseconds(300)});
  Client client(server.port());
  bool open = client.send("GET / HTTP/1.1\r\n");
  const auto start = std::chrono::steady_clock::now();
  // However steadily bytes come: the time is for the whole head.
  while (open && std::chrono::steady_clock::now() - start < std::chrono::seconds(8)) {
    open = client.send("A: b\r\n") && !client.is_closed_within(20);
  }
  EXPECT_FALSE(open);
}

TEST(Http, ClosesThoseWhoDoNotRead) {
  const auto large = std::make_shared<const std::string>(64'000'000, 'x');
  const Running server([&](const Request&) { return Response{.status = 200, .fields = {}, .body = large}; },
                       {.write_time = milliseconds(100)});
  Client client(server.port());
  ASSERT_TRUE(client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  std::this_thread::sleep_for(milliseconds(600));
  EXPECT_FALSE(client.reply()) << "cut off";
}

TEST(Http, SurvivesAHandlerThatThrows) {
  const Running server([](const Request& request) -> Response {
    if (request.target == "/throw") throw std::runtime_error("on purpose");
    return ok(request);
  });
  Client client(server.port());
  const auto failed = client.get("/throw");
  ASSERT_TRUE(failed);
  EXPECT_EQ(failed->status, 500);
  EXPECT_EQ(failed->body.find("purpose"), std::string::npos);
  EXPECT_EQ(rimau::testing::get(server.port(), "/")->status, 200);
}

Response echo(const Request& request) {
  return text_response(200, cat(request.address, '|', request.accept_encoding, '|', request.if_none_match));
}

TEST(Http, TellsTheHandlerWhoAsksAndWhat) {
  const auto asked = [](const HttpOptions& options) {
    const Running server(echo, options);
    return rimau::testing::get(server.port(), "/",
                               "Accept-Encoding: gzip\r\naccept-encoding: br\r\nIf-None-Match: \"a\"\r\n"
                               "X-Forwarded-For: 1.1.1.1, 10.9.8.7\r\n")
        ->body;
  };
  EXPECT_EQ(asked({}), "127.0.0.1|gzip, br|\"a\"\n");
  EXPECT_EQ(asked({.behind_proxy = true}), "10.9.8.7|gzip, br|\"a\"\n");
}

TEST(Http, WaitsForRequestsUnderWayButNotForEver) {
  std::atomic<bool> begun = false;
  std::atomic<bool> go_on = false;
  const auto slow = [&](const Request& request) {
    begun = true;
    while (!go_on) std::this_thread::sleep_for(milliseconds(1));
    return ok(request);
  };
  Running server(slow, {.threads = 2});
  Client client(server.port());
  ASSERT_TRUE(client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  while (!begun) std::this_thread::sleep_for(milliseconds(1));
  server.stop();
  go_on = true;
  const auto reply = client.reply();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->field("connection"), "close");
  client.close();
  server.wait();

  const auto large = std::make_shared<const std::string>(64'000'000, 'x');
  Running stuck([&](const Request&) { return Response{.status = 200, .fields = {}, .body = large}; },
                {.drain_time = milliseconds(100)});
  Client unreading(stuck.port());
  ASSERT_TRUE(unreading.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  ASSERT_TRUE(unreading.reply_begins());
  stuck.stop();
  stuck.wait();
}

TEST(Http, CanBeStoppedBeforeItRuns) {
  auto server = std::make_unique<HttpServer>(must(HttpServer::open({}, ok)));
  Client waiting(server->port());
  server->stop();
  server->run();
  server.reset();
  EXPECT_TRUE(waiting.is_closed_within(5000));
}

TEST(Http, IsNotRunInTheEnd) {
  auto server = must(HttpServer::open({}, ok));
  EXPECT_NE(server.port(), 0);
}

TEST(Http, CountsConnections) {
  const Running server(ok, {.max_connections = 3});
  std::vector<std::unique_ptr<Client>> clients;
  for (int n = 0; n < 3; ++n) {
    clients.push_back(std::make_unique<Client>(server.port()));
    EXPECT_EQ(clients.back()->get("/")->status, 200);
  }
  EXPECT_EQ(rimau::testing::get(server.port(), "/")->status, 503);
  clients.clear();
  int status = 0;
  for (int tries = 0; tries < 500 && status != 200; ++tries) {
    const auto reply = rimau::testing::get(server.port(), "/");
    status = reply ? reply->status : 0;
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_EQ(status, 200) << "there is room again";
}

}  // namespace
}  // namespace rimau::server
