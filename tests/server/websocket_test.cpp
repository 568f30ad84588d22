// WebSocket connections in this process: frames, and what takes time, with short times.
#include "server/websocket.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "base/text.hpp"
#include "server/http_server.hpp"
#include "server/talk.hpp"

namespace rimau::server {
namespace {

using rimau::testing::client_frame;
using rimau::testing::Talk;
using std::chrono::milliseconds;

// Says what it hears; greets with an object, as clients expect.
class Echo final : public Conversation {
 public:
  static inline std::atomic<int> alive = 0;
  void begin(std::shared_ptr<Line> line) override {
    ++alive;
    line_ = std::move(line);
    say("{}");
  }
  void hear(std::string_view text) override {
    if (text == "much") {
      for (int n = 0; n < 2000; ++n) say(std::string(10'000, 'x'));
    } else {
      say(cat("\"", text, "\""));
    }
  }
  void end() override {
    --alive;
    line_.reset();
  }

 private:
  void say(std::string text) { line_->send(std::make_shared<const std::string>(std::move(text))); }
  std::shared_ptr<Line> line_;
};

class WebSocketTest : public ::testing::Test {
 protected:
  void start(const WebSocketTimes& times = {}) {
    auto opened = HttpServer::open({.websocket = times}, [](const Request& request) {
      return Response{.status = 101,
                      .fields = {{"Connection", "Upgrade"},
                                 {"Upgrade", "websocket"},
                                 {"Sec-WebSocket-Accept", *websocket_accept(request.websocket_key)}},
                      .body = nullptr,
                      .conversation = std::make_shared<Echo>()};
    });
    ASSERT_TRUE(opened);
    server_ = std::make_unique<HttpServer>(*std::move(opened));
    thread_ = std::jthread([this] { server_->run(); });
  }
  void TearDown() override {
    server_->stop();
    thread_.join();
    EXPECT_EQ(Echo::alive, 0) << "every conversation is told of its end";
  }
  [[nodiscard]] int port() const { return server_->port(); }
  // Whether there is no conversation any more, soon.
  static bool all_end() {
    for (int tries = 0; tries < 500 && Echo::alive > 0; ++tries) std::this_thread::sleep_for(milliseconds(10));
    return Echo::alive == 0;
  }

  std::unique_ptr<HttpServer> server_;
  std::jthread thread_;
};

TEST_F(WebSocketTest, JoinsPiecesAroundPings) {
  start();
  Talk talk(port());
  talk.send_bytes(client_frame("a\xC3", 0x01) + client_frame("hi", 0x89) + client_frame("", 0x00) +
                  client_frame("\xA9", 0x80));
  EXPECT_EQ(talk.next(), "a\xC3\xA9");
  const std::string bytes = client_frame("slow");
  for (const char byte : bytes) talk.send_bytes({&byte, 1});
  EXPECT_EQ(talk.next(), "slow");
}

// S07: a connection of which nothing comes is given up.
TEST_F(WebSocketTest, GivesUpWhoIsSilent) {
  start({.ping = milliseconds(100), .silence = milliseconds(400)});
  Talk answers(port());
  Talk silent(port());
  const auto end = std::chrono::steady_clock::now() + milliseconds(1500);
  while (std::chrono::steady_clock::now() < end) EXPECT_TRUE(answers.next(50).is_null());
  EXPECT_EQ(Echo::alive, 1) << "one has answered the pings";
  answers.send_text("here");
  EXPECT_EQ(answers.next(), "here");
}

TEST_F(WebSocketTest, EndsMessagesThatAreNeverWhole) {
  start({.message = milliseconds(200)});
  Talk begun(port());
  begun.send_bytes(client_frame("a", 0x01));
  EXPECT_EQ(begun.close_code(), 1008);
  Talk dribbled(port());
  const auto bytes = client_frame(std::string(5000, 'x'));
  // However steadily bytes come: the time is for the whole message.
  for (std::size_t n = 0; n < 60; ++n) {
    dribbled.send_bytes(bytes.substr(n, 1));
    std::this_thread::sleep_for(milliseconds(10));
  }
  EXPECT_EQ(dribbled.close_code(), 1008);
}

TEST_F(WebSocketTest, CutsOffWhoDoesNotRead) {
  start({.write = milliseconds(300)});
  Talk talk(port());
  talk.send_text("much");
  EXPECT_TRUE(all_end());
}

TEST_F(WebSocketTest, SaysGoodbyeWhenTheServerStops) {
  start();
  Talk talk(port());
  talk.send_text("x");
  EXPECT_EQ(talk.next(), "x");
  server_->stop();
  EXPECT_EQ(talk.close_code(), 1001);
}

TEST_F(WebSocketTest, OutlivesClientsThatGo) {
  start();
  for (int n = 0; n < 100; ++n) {
    Talk talk(port());
    talk.send_text(n % 2 == 0 ? "much" : "x");
  }
  EXPECT_TRUE(all_end());
}

}  // namespace
}  // namespace rimau::server
