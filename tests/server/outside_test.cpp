// `rimau serve`, driven through sockets as the world does it: well behaved, careless and hostile.
#include <signal.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "server/client.hpp"
#include "solver/small_tables.hpp"

namespace rimau::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::Optional;
using ::testing::StartsWith;

constexpr std::string_view plain_get = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

class Serve : public ::testing::Test {
 protected:
  explicit Serve(std::vector<std::string> more = {}) {
    fs::create_directories(folder_.path() + "/site/assets");
    put_bytes(folder_.path() + "/site/index.html", "<p>home</p>");
    put_bytes(folder_.path() + "/secret", "secret");
    large_.assign(3'000'000, 'x');
    put_bytes(folder_.path() + "/site/large.bin", large_);
    std::vector<std::string> options{"--web", folder_.path() + "/site"};
    options.insert(options.end(), more.begin(), more.end());
    served_ = std::make_unique<Served>(std::move(options));
  }
  void TearDown() override {
    // Whatever a test has done to it, it still answers (as soon as it has noticed that earlier clients have gone), and
    // ends as it should.
    auto last = status("/healthz");
    for (int tries = 0; tries < 500 && last == 503; ++tries) {
      ::usleep(10'000);
      last = status("/healthz");
    }
    EXPECT_EQ(last, 200);
    const auto [said, code] = served_->stop();
    EXPECT_EQ(code, 0) << said;
  }

  [[nodiscard]] int port() const { return served_->port(); }
  [[nodiscard]] int status(std::string_view target) const {
    const auto reply = get(port(), target);
    return reply ? reply->status : 0;
  }
  // The status of the answer to these bytes, 0 when the connection is closed without one; in either case
  // the connection must be over afterwards.
  [[nodiscard]] int last_status(std::string_view bytes) const {
    Client client(port());
    client.send(bytes);
    const auto reply = client.reply();
    EXPECT_TRUE(client.is_closed_within(5000)) << bytes.substr(0, 200);
    if (reply) {
      EXPECT_EQ(reply->field("connection"), "close");
    }
    return reply ? reply->status : 0;
  }

  Folder folder_;
  std::string large_;
  std::unique_ptr<Served> served_;
};

TEST_F(Serve, ServesFilesAndTheApi) {
  const auto page = get(port(), "/");
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 200);
  EXPECT_EQ(page->body, "<p>home</p>");
  EXPECT_THAT(page->field("content-security-policy"), HasSubstr("script-src 'self'"));
  const auto games = get(port(), "/api/games");
  ASSERT_TRUE(games);
  EXPECT_EQ(nlohmann::json::parse(games->body)["games"].size(), catalogue().ids().size());
  const auto large = get(port(), "/large.bin");
  ASSERT_TRUE(large);
  EXPECT_EQ(large->body, large_);
}

TEST_F(Serve, KeepsTheConnection) {
  Client client(port());
  for (int n = 0; n < 3; ++n) {
    const auto reply = client.get("/");
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->field("connection"), "keep-alive");
  }
  const auto same = client.get("/", cat("If-None-Match: ", client.get("/")->field("etag"), "\r\n"));
  ASSERT_TRUE(same);
  EXPECT_EQ(same->status, 304);
  EXPECT_EQ(client.get("/healthz")->body, "ok\n") << "a response without a body is over at once";
  const auto last = client.get("/", "Connection: close\r\n");
  ASSERT_TRUE(last);
  EXPECT_EQ(last->field("connection"), "close");
  EXPECT_TRUE(client.is_closed_within(5000));
}

TEST_F(Serve, AnswersPipelinedRequestsInOrder) {
  Client client(port());
  std::string many;
  for (int n = 0; n < 200; ++n)
    many += n % 2 == 0 ? std::string(plain_get) : std::string("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(client.send(many));
  for (int n = 0; n < 200; ++n) {
    const auto reply = client.reply();
    ASSERT_TRUE(reply) << n;
    EXPECT_EQ(reply->status, n % 2 == 0 ? 200 : 404) << n;
  }
}

TEST_F(Serve, TakesARequestInSingleBytes) {
  Client client(port());
  for (const char c : plain_get) ASSERT_TRUE(client.send({&c, 1}));
  const auto reply = client.reply();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->body, "ok\n");
}

TEST_F(Serve, SendsHeadsOnly) {
  Client client(port());
  ASSERT_TRUE(client.send("HEAD /large.bin HTTP/1.1\r\nHost: x\r\n\r\n"));
  const auto reply = client.reply(true);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->status, 200);
  EXPECT_EQ(reply->field("content-length"), std::to_string(large_.size()));
  EXPECT_EQ(client.get("/healthz")->body, "ok\n") << "nothing but the head came";
}

TEST_F(Serve, SpeaksToOldClients) {
  EXPECT_EQ(last_status("GET /healthz HTTP/1.0\r\n\r\n"), 200);
  Client client(port());
  ASSERT_TRUE(client.send("GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
  EXPECT_EQ(client.reply()->field("connection"), "keep-alive");
  EXPECT_EQ(client.get("/healthz")->status, 200);
}

TEST_F(Serve, LeadsNowhereElse) {
  for (const auto* target : {"/../secret",
                             "/..%2fsecret",
                             "/%2e%2e/secret",
                             "/%2e%2e%2fsecret",
                             "/..%5csecret",
                             "/..\\secret",
                             "/assets/../../secret",
                             "//../secret",
                             "/./../secret",
                             "/%c0%ae%c0%ae/secret",
                             "/..%00/secret",
                             "/%252e%252e/secret",
                             "/..;/secret",
                             "http://localhost/../secret",
                             "file:///etc/passwd",
                             "/etc/passwd",
                             "//etc/passwd",
                             "/proc/self/environ",
                             "/.../secret",
                             "/secret",
                             "/~root",
                             "/index.html/",
                             "/index.html/../x"}) {
    const auto reply = get(port(), target);
    ASSERT_TRUE(reply) << target;
    EXPECT_THAT(reply->status, AnyOf(400, 404)) << target;
    EXPECT_THAT(reply->body, Not(HasSubstr("root:"))) << target;
  }
}

TEST_F(Serve, RefusesWhatTwoReadersCouldReadDifferently) {
  const auto request = [](std::string_view fields, std::string_view method = "GET") {
    return cat(method, " /healthz HTTP/1.1\r\nHost: x\r\n", fields, "\r\n", "0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n");
  };
  for (const auto* fields : {"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                             "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
                             "Transfer-Encoding: chunked\r\n",
                             "Transfer-Encoding: identity\r\n",
                             "Transfer-Encoding: xchunked\r\n",
                             "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                             "Transfer-Encoding:\x0b"
                             "chunked\r\n",
                             "Transfer-Encoding : chunked\r\n",
                             " Transfer-Encoding: chunked\r\n",
                             "Transfer-Encoding:\r\n chunked\r\n",
                             "Content-Length: 5\r\nContent-Length: 6\r\n",
                             "Content-Length: 0\r\nContent-Length: 0\r\n",
                             "Content-Length: 5\r\n",
                             "Content-Length: +5\r\n",
                             "Content-Length: -5\r\n",
                             "Content-Length: 0x5\r\n",
                             "Content-Length: 5, 5\r\n",
                             "Content-Length: 99999999999999999999\r\n",
                             "Content-Length: 4294967296\r\n",
                             "Content-Length:\r\n",
                             "Host: y\r\n",
                             "A\r\n",
                             ": b\r\n",
                             "A b: c\r\n",
                             "A: b\rc: d\r\n",
                             "A: b\nC: d\r\n"}) {
    EXPECT_THAT(last_status(request(fields)), AnyOf(400, 413, 501)) << fields;
    EXPECT_THAT(last_status(request(fields, "POST")), AnyOf(400, 405)) << fields;
  }
}

TEST_F(Serve, RefusesWhatIsNoHttp) {
  for (const std::string_view bytes :
       {"\r\n\r\n\r\n", "hello\r\n\r\n", "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/1.1\n\n",
        "GET  / HTTP/1.1\r\n\r\n", "GET / HTTP/3\r\n\r\n", "GET / HTTP/1.2.3\r\n\r\n", "GET / http/1.1\r\n\r\n",
        "GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS greeting \r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
        "\xff\xfe\xfd\r\n\r\n", "G\xc3\x89T / HTTP/1.1\r\nHost: x\r\n\r\n"})
    EXPECT_THAT(last_status(bytes), AnyOf(400, 505)) << bytes;
  EXPECT_EQ(last_status("GET / HTTP/2.0\r\nHost: x\r\n\r\n"), 505);
  EXPECT_EQ(last_status(std::string_view("GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", 28)), 400);
}

TEST_F(Serve, NamesTheMethodsItHas) {
  Client client(port());
  for (const auto* method : {"POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW", "get"}) {
    ASSERT_TRUE(client.send(cat(method, " / HTTP/1.1\r\nHost: x\r\n\r\n")));
    const auto reply = client.reply();
    ASSERT_TRUE(reply) << method;
    EXPECT_EQ(reply->status, 405) << method;
    EXPECT_EQ(reply->field("allow"), "GET, HEAD");
  }
  EXPECT_EQ(last_status("CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n"), 405);
}

TEST_F(Serve, BoundsHeads) {
  EXPECT_EQ(last_status(cat("GET /", std::string(20'000, 'a'), " HTTP/1.1\r\nHost: x\r\n\r\n")), 414);
  EXPECT_EQ(status(cat("/", std::string(9'000, 'a'))), 414);
  EXPECT_EQ(last_status(cat("GET / HTTP/1.1\r\nHost: x\r\nA: ", std::string(20'000, 'a'), "\r\n\r\n")), 431);
  std::string many = "GET / HTTP/1.1\r\nHost: x\r\n";
  for (int n = 0; n < 5000; ++n) many += cat("A", n, ": b\r\n");
  EXPECT_EQ(last_status(many + "\r\n"), 431);
  Client endless(port());
  ASSERT_TRUE(endless.send("GET / HTTP/1.1\r\nA: "));
  const std::string more(10'000, 'a');
  int sent = 0;
  while (sent < 1000 && endless.send(more)) ++sent;
  EXPECT_LT(sent, 1000) << "it must not be read for ever";
}

TEST_F(Serve, OutlivesClientsThatGoAway) {
  for (int n = 0; n < 50; ++n) {
    Client client(port());
    client.send(cat("GET /large.bin HTTP/1.1\r\nHost: x\r\n", n % 2 == 0 ? "\r\n" : ""));
  }
  Client waiting(port());
  ASSERT_TRUE(waiting.send("GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n"));
  EXPECT_EQ(status("/healthz"), 200) << "one that does not read holds nobody up";
}

TEST_F(Serve, AnswersManyAtOnce) {
  std::atomic<int> right = 0;
  {
    std::vector<std::jthread> clients;
    for (int n = 0; n < 8; ++n)
      clients.emplace_back([&] {
        Client client(port());
        for (int asked = 0; asked < 50; ++asked) {
          const auto reply = client.get(asked % 2 == 0 ? "/api/games" : "/");
          if (reply && reply->status == 200) ++right;
        }
      });
  }
  EXPECT_EQ(right, 400);
}

TEST_F(Serve, FinishesWhatIsUnderWayWhenItIsStopped) {
  Served served({"--web", folder_.path() + "/site"});
  Client idle(served.port());
  ASSERT_TRUE(idle.get("/healthz"));
  Client busy(served.port());
  ASSERT_TRUE(busy.send("GET /large.bin HTTP/1.1\r\nHost: x\r\n\r\n"));
  ASSERT_TRUE(busy.reply_begins());
  served.program().signal(SIGTERM);
  EXPECT_TRUE(idle.is_closed_within(5000));
  const auto reply = busy.reply();
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->body.size(), large_.size());
  const auto [said, code] = served.program().finish();
  EXPECT_EQ(code, 0) << said;
  EXPECT_THAT(said, HasSubstr("stopped"));
  EXPECT_FALSE(get(served.port(), "/healthz"));
}

TEST_F(Serve, StopsByInterruptToo) {
  Served served;
  served.program().signal(SIGINT);
  const auto [said, code] = served.program().finish();
  EXPECT_EQ(code, 0) << said;
}

TEST_F(Serve, TellsThatThePortIsTaken) {
  const auto second = run({"serve", "--port", std::to_string(port())});
  EXPECT_EQ(second.exit, 2);
  EXPECT_EQ(second.out, "");
  EXPECT_THAT(second.err, HasSubstr(cat("port ", port(), " of 127.0.0.1 is taken")));
  EXPECT_THAT(second.err, HasSubstr("--port 0"));
}

class FullServe : public Serve {
 protected:
  FullServe() : Serve({"--max-connections", "2", "--probe-rate", "1", "--log-level", "debug"}) {}
};

TEST_F(FullServe, TurnsTheNextOneAway) {
  {
    Client first(port()), second(port());
    ASSERT_TRUE(first.get("/healthz"));
    ASSERT_TRUE(second.get("/healthz"));
    Client third(port());
    const auto reply = third.get("/healthz");
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->status, 503);
    EXPECT_NE(reply->field("retry-after"), "");
    EXPECT_EQ(first.get("/healthz")->status, 200);
  }
}

TEST_F(FullServe, LimitsProbes) {
  Client client(port());
  int refused = 0;
  for (int n = 0; n < 15; ++n) refused += client.get("/api/probe?position=x")->status == 429 ? 1 : 0;
  EXPECT_GE(refused, 1);
  EXPECT_LE(refused, 5) << "ten at once are allowed";
}

TEST_F(FullServe, WritesLogsThatOneCanTrust) {
  Client client(port());
  client.send("GET /\x1b[31mred HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(client.reply());
  ASSERT_TRUE(get(port(), "/a%0d%0aforged"));
  served_->program().signal(SIGTERM);
  const auto [said, code] = served_->program().finish();
  EXPECT_EQ(code, 0);
  EXPECT_THAT(said, Not(HasSubstr("\x1b[31mred")));
  EXPECT_THAT(said, HasSubstr("a%0d%0aforged"));
  served_ = std::make_unique<Served>();
}

TEST(ServeWithTables, DoesWhatItsDocumentShows) {
  const Folder folder;
  const auto solved =
      run({"solve", "pulijudam:tigers=1,win=all", "--out", folder.path(), "--max-men", "4", "--memory", "1"});
  ASSERT_EQ(solved.exit, 0) << solved.err;
  Served served({"--tables", folder.path()});
  const auto text = bytes_of(RIMAU_SOURCE_DIR "/docs/api.md");
  int examples = 0;
  for (std::size_t at = 0; (at = text.find("```http\n> GET ", at)) != std::string::npos; ++examples) {
    at += std::string_view("```http\n> GET ").size();
    const auto line_end = text.find('\n', at);
    const auto end = text.find("\n```", at);
    const auto target = text.substr(at, line_end - at);
    const auto status = text.substr(line_end + 3, 3);
    const auto expected = nlohmann::json::parse(text.substr(line_end + 7, end - line_end - 7));
    const auto reply = get(served.port(), target);
    ASSERT_TRUE(reply) << target;
    EXPECT_EQ(std::to_string(reply->status), status) << target;
    EXPECT_EQ(reply->field("content-type"), "application/json");
    auto said = nlohmann::json::parse(reply->body);
    // The document shows one of the games.
    if (target == "/api/games")
      said["games"] = nlohmann::json::array({*std::ranges::find(
          said["games"], "pulijudam", [](const auto& game) { return game["id"].template get<std::string>(); })});
    EXPECT_EQ(said, expected) << target << "\n" << said.dump(1);
  }
  EXPECT_EQ(examples, 5);
  EXPECT_EQ(served.stop().second, 0);
}

TEST(ServeOptions, AreChecked) {
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{{"--port", "65536"},
                                                                                       {"--port", "x"},
                                                                                       {"--port", "-1"},
                                                                                       {"--host", "nowhere"},
                                                                                       {"--host", ""},
                                                                                       {"--host", "127.0.0.1", "--lan"},
                                                                                       {"--threads", "0"},
                                                                                       {"--web", "/nonexistent"},
                                                                                       {"--web", "/dev/null"},
                                                                                       {"--log-level", "loud"},
                                                                                       {"--max-connections", "0"},
                                                                                       {"more"}}) {
    std::vector<std::string> all{"serve"};
    if (options.front() != "--port") all.insert(all.end(), {"--port", "0"});
    all.insert(all.end(), options.begin(), options.end());
    const auto ran = run(all);
    EXPECT_EQ(ran.exit, 2) << options.front() << ran.out;
    EXPECT_THAT(ran.err, HasSubstr("rimau: ")) << options.front();
  }
}

TEST(ServeOptions, LanPrintsAddressesAndWhatTheyAllow) {
  Served served({"--lan"});
  ASSERT_NE(served.port(), 0);
  EXPECT_THAT(get(served.port(), "/healthz"), Optional(::testing::Field(&Reply::status, 200)));
  const auto [said, code] = served.stop();
  EXPECT_EQ(code, 0);
  EXPECT_THAT(said, HasSubstr("https"));
}

}  // namespace
}  // namespace rimau::testing
