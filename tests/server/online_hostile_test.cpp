// Online play through the built `rimau serve`, as those who mean ill find it.
#include <unistd.h>

#include "base/text.hpp"
#include "server/online_fixture.hpp"

namespace rimau::testing {
namespace {

using ::testing::HasSubstr;

TEST_F(Online, SeatsAndPrivateGamesAreNobodyElses) {
  Talk tigers(port()), men(port()), stranger(port());
  const auto made = tigers.ask({{"type", "create"},
                                {"rules", "bagh-chal"},
                                {"side", "chance"},
                                {"clock", no_clock},
                                {"token", tigers.token()},
                                {"private", true}});
  const auto game = made.value("game", "");
  EXPECT_EQ(stranger.ask({{"type", "watch"}, {"game", game}})["type"], "state") << "who has the link may join";
  ASSERT_EQ(men.ask({{"type", "join"}, {"game", game}, {"token", men.token()}})["type"], "state");
  Talk later(port());
  for (Json message :
       {Json({{"type", "watch"}, {"game", game}}), Json({{"type", "watch"}, {"game", game}, {"token", later.token()}}),
        Json({{"type", "join"}, {"game", game}, {"token", later.token()}}), Json({{"type", "state"}, {"game", game}}),
        Json({{"type", "record"}, {"game", game}}), move(game, 0, "@a2"), Json({{"type", "resign"}, {"game", game}}),
        Json({{"type", "delete"}, {"game", game}})}) {
    const auto refused = later.ask(message);
    message["game"] = later.token();
    auto absent = later.ask(message);
    EXPECT_EQ(refused["code"], "unknown") << message;
    EXPECT_EQ(refused["message"], absent["message"]);
    EXPECT_EQ(refused["code"], absent["code"]);
  }
}

// B49
TEST_F(Online, EndsConnectionsThatAreNone) {
  Talk bystander(port());
  const std::string deep(100'000, '[');
  const std::vector<std::pair<std::string, int>> texts{
      {"null", 1007},
      {"1", 1007},
      {"\"x\"", 1007},
      {"[]", 1007},
      {"{}", 1008},
      {R"({"type":null})", 1008},
      {"", 1007},
      {"{", 1007},
      {R"({"v":1,"v":1,"type":"ping","id":"a"})", 1007},
      {R"({"v":1,"type":"ping","id":"a"} {})", 1007},
      {R"({"v":2,"type":"ping","id":"a"})", 1008},
      {R"({"v":1,"type":"ping","id":"<b>"})", 1008},
      {deep.substr(0, 8000), 1007},
      {deep, 1009},
      {std::string(64 * 1024, 'x'), 1009},
      {"\xff\xfe", 1007},
      {"{\"v\":1,\"type\":\"ping\",\"id\":\"\xc0\xaf\"}", 1007},
  };
  for (const auto& [text, code] : texts) {
    Talk talk(port());
    talk.send_text(text);
    EXPECT_EQ(talk.close_code(), code) << text.substr(0, 60);
  }
  const std::vector<std::pair<std::string, int>> frames{
      {client_frame("{}", 0x82), 1003},                                     // binary
      {client_frame("{}", 0xC1), 1002},                                     // compressed
      {client_frame("{}", 0x81, false), 1002},                              // not masked
      {client_frame("{}", 0x80), 1002},                                     // a piece of nothing
      {client_frame("{", 0x01) + client_frame("{", 0x01), 1002},            // a message in another
      {client_frame("{}", 0x83), 1002},                                     // an unknown kind
      {client_frame("", 0x09), 1002},                                       // a ping in pieces
      {client_frame(std::string(126, 'x'), 0x89), 1002},                    // a long ping
      {std::string("\x81\xff\x00\x00\x00\x00\x40\x00\x00\x00", 10), 1009},  // 1 GiB announced
      {std::string("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff", 10), 1002},  // 16 EiB
      {std::string("\x81\xfe\x00\x05", 4), 1002},                           // a short length written long
      {client_frame(std::string("\x03", 1), 0x88), 1002},                   // half a close code
      {client_frame(std::string("\x03\xe8\xff", 3), 0x88), 1007},           // a reason that is no text
      {client_frame(std::string("\x03\xe9", 2), 0x88), 1001},
      {client_frame("", 0x88), 1000},
  };
  for (const auto& [bytes, code] : frames) {
    Talk talk(port());
    talk.send_bytes(bytes);
    EXPECT_EQ(talk.close_code(), code) << Json(std::vector<unsigned char>(bytes.begin(), bytes.begin() + 2));
  }
  Talk endless(port());
  ASSERT_TRUE(endless.send_bytes(client_frame("", 0x01)));
  for (int n = 0; n < 100; ++n) endless.send_bytes(client_frame("", 0x00));
  EXPECT_EQ(endless.close_code(), 1008);
  EXPECT_EQ(bystander.ask({{"type", "ping"}})["type"], "pong");
  // Whoever runs the server finds all that in the log, on lines of the server's own making.
  const auto [log, exit] = served_->stop();
  EXPECT_EQ(exit, 0);
  for (const auto code : {1002, 1003, 1007, 1008, 1009})
    EXPECT_THAT(log, HasSubstr(cat("a connection is ended with ", code, ": "))) << log;
  start();
}

TEST_F(Online, AnswersWhatItDoesNotUnderstand) {
  Talk talk(port());
  const auto game = talk.token();
  const std::vector<std::pair<Json, std::string>> wrong{
      {{{"type", "dance"}}, "type"},
      {{{"type", "ping"}, {"more", 1}}, "more"},
      {{{"type", "watch"}}, "game"},
      {{{"type", "watch"}, {"game", "short"}}, "game"},
      {{{"type", "watch"}, {"game", 5}}, "game"},
      {{{"type", "move"}, {"game", game}, {"ply", -1}, {"move", "@a4"}}, "ply"},
      {{{"type", "move"}, {"game", game}, {"ply", 1.5}, {"move", "@a4"}}, "ply"},
      {{{"type", "move"}, {"game", game}, {"ply", 0}, {"move", nullptr}}, "move"},
      {{{"type", "offer"}, {"game", game}, {"ply", 0}, {"what", "peace"}}, "what"},
      {{{"type", "create"}, {"rules", "chess"}, {"side", "men"}, {"clock", no_clock}, {"token", game}}, "rules"},
      {{{"type", "create"},
        {"rules", "rimau-24"},
        {"side", "men"},
        {"clock", {{"kind", "days"}, {"days", 31}}},
        {"token", game}},
       "clock"},
      {{{"type", "create"}, {"rules", "rimau-24"}, {"side", "both"}, {"clock", no_clock}, {"token", game}}, "side"},
  };
  for (const auto& [message, field] : wrong) {
    const auto answer = talk.ask(message);
    EXPECT_EQ(answer.value("code", ""), "text") << message << answer;
    EXPECT_EQ(answer.value("field", ""), field) << message << answer;
  }
}

TEST_F(Online, LetsOnlyItsOwnPagesIn) {
  const auto own = "localhost:" + std::to_string(port());
  EXPECT_EQ(Talk(port(), "Origin: http://" + own + "\r\n").status(), 101);
  EXPECT_EQ(Talk(port(), "Origin: https://" + own + "\r\n").status(), 101);
  for (const std::string origin :
       {"http://evil.example", "null", "http://localhost", "http://localhost:1", "http://localhost.evil.example", "x"})
    EXPECT_EQ(Talk(port(), "Origin: " + origin + "\r\n").status(), 403) << origin;
  EXPECT_EQ(Talk(port(), "Origin: http://" + own + ".evil.example\r\n").status(), 403);
  EXPECT_EQ(Talk(port(), "Origin: http://" + own + "\r\nOrigin: http://" + own + "\r\n").status(), 403);
  Client rebound(port());
  rebound.send(
      "GET /api/online HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nConnection: Upgrade\r\n"
      "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  EXPECT_EQ(rebound.reply()->status, 403);
  EXPECT_EQ(get(port(), "/api/online")->status, 426);
  EXPECT_EQ(get(port(), "/readyz")->status, 200);
  EXPECT_THAT(get(port(), "/metrics")->body, HasSubstr("rimau_online_connections"));
}

class LimitedOnline : public Online {
 protected:
  LimitedOnline() : Online({"--message-rate", "2", "--game-rate", "4", "--sockets-per-address", "3"}) {}
};

TEST_F(LimitedOnline, SaysWhenItIsTooMuch) {
  {
    Talk one(port()), two(port()), three(port());
    EXPECT_EQ(Talk(port()).status(), 429);
    int busy = 0;
    for (int n = 0; n < 10; ++n) busy += one.ask({{"type", "ping"}}).value("code", "") == "busy" ? 1 : 0;
    EXPECT_GE(busy, 3);
    EXPECT_EQ(two.ask({{"type", "ping"}})["type"], "pong");
    Json create = {
        {"type", "create"}, {"rules", "rimau-22"}, {"side", "men"}, {"token", three.token()}, {"clock", no_clock}};
    EXPECT_EQ(three.ask(create)["type"], "state");
    EXPECT_EQ(three.ask(create)["type"], "state");
    const auto refused = three.ask(create);
    EXPECT_EQ(refused["code"], "busy");
    EXPECT_GT(refused.value("retry", 0), 0);
  }
  for (int tries = 0; tries < 500 && Talk(port()).status() != 101; ++tries) ::usleep(10'000);
}

}  // namespace
}  // namespace rimau::testing
