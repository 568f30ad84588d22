// The server's parts, without a socket: targets, negotiation, the site, limits, and what the app answers.
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "server/addresses.hpp"
#include "server/app.hpp"
#include "server/negotiation.hpp"
#include "solver/small_tables.hpp"

namespace rimau::server {
namespace {

namespace fs = std::filesystem;
using rimau::testing::bytes_of;
using rimau::testing::catalogue;
using rimau::testing::Folder;
using rimau::testing::must;
using rimau::testing::put_bytes;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;

TEST(Target, IsTakenApartAndDecoded) {
  const auto target = must(parse_target("/a%20b/c%C3%A9?x=1+2%2B3&y&z=%26"));
  EXPECT_EQ(target.path, "/a b/cé");
  EXPECT_THAT(target.query, ElementsAre(Pair("x", "1 2+3"), Pair("y", ""), Pair("z", "&")));
  EXPECT_EQ(must(parse_target("http://host:80/p?q=1")).path, "/p");
  EXPECT_EQ(must(parse_target("HTTPS://host")).path, "/");
  EXPECT_EQ(must(parse_target("http://host?q=1")).query.size(), 1U);
  EXPECT_EQ(must(parse_target("/")).path, "/");
  EXPECT_EQ(must(parse_target("//x/")).path, "//x/");
  EXPECT_THAT(must(parse_target("/?")).query, IsEmpty());
  EXPECT_EQ(must(parse_target("/...")).path, "/...") << "a name like another";
}

TEST(Target, LeadsOnlyDownwards) {
  for (const auto* text : {"/..",
                           "/../etc/passwd",
                           "/a/../b",
                           "/a/..",
                           "/.",
                           "/./a",
                           "/%2e%2e/x",
                           "/%2E./x",
                           "/a/.%2e",
                           "/a%2f..",
                           "/..%2fetc",
                           "/..%5cetc",
                           "/a%00",
                           "/a%0d%0ab",
                           "/%c0%ae%c0%ae/x",
                           "/%ff",
                           "/\\..",
                           "/a%7f",
                           "/a%",
                           "/a%2",
                           "/a%zz",
                           "/?a=%",
                           "/?%f=1",
                           "",
                           "a",
                           "*",
                           "?a",
                           "http:/x",
                           "ftp://x/",
                           "/a b",
                           "/a\tb",
                           "/a#b",
                           "/?a=%ff"}) {
    const auto target = parse_target(text);
    ASSERT_FALSE(target) << text;
    EXPECT_EQ(target.error().kind, ErrorKind::text) << text;
    EXPECT_EQ(target.error().place.field, "target") << text;
  }
}

TEST(Target, NamesTheColumn) {
  EXPECT_EQ(parse_target("/ab/%zz").error().place.column, 5);
  EXPECT_EQ(parse_target("/ab/../c").error().place.column, 5);
  EXPECT_EQ(parse_target("http://h/ab?x=%2").error().place.column, 15);
}

TEST(Target, IsBounded) {
  EXPECT_TRUE(parse_target(cat("/", std::string(max_target_bytes - 1, 'a'))));
  EXPECT_EQ(parse_target(cat("/", std::string(max_target_bytes, 'a'))).error().kind, ErrorKind::limit);
  std::string query = "/?a";
  for (std::size_t n = 1; n < max_parameters; ++n) query += "&a";
  EXPECT_TRUE(parse_target(query));
  EXPECT_EQ(parse_target(query + "&a").error().kind, ErrorKind::limit);
}

TEST(Target, HasEachParameterOnce) {
  const auto target = must(parse_target("/?a=1&b=2&b=2"));
  EXPECT_EQ(must(target.parameter("a")), "1");
  EXPECT_EQ(target.parameter("b").error().place.field, "b");
  EXPECT_EQ(target.parameter("c").error().kind, ErrorKind::text);
}

TEST(Negotiation, TakesWhatIsWantedMost) {
  using enum Encoding;
  const auto chosen = [](std::string_view field, bool gzip = true, bool brotli = true) {
    return choose_encoding(field, gzip, brotli);
  };
  EXPECT_EQ(chosen(""), identity);
  EXPECT_EQ(chosen("gzip, deflate, br"), brotli);
  EXPECT_EQ(chosen("gzip, deflate, br", true, false), gzip);
  EXPECT_EQ(chosen("gzip, br", false, false), identity);
  EXPECT_EQ(chosen("GZIP"), gzip);
  EXPECT_EQ(chosen("x-gzip"), gzip);
  EXPECT_EQ(chosen("br;q=0.5, gzip;q=0.8"), gzip);
  EXPECT_EQ(chosen("br ; q=0.500 ,gzip; q=0.499"), brotli);
  EXPECT_EQ(chosen("br;q=0, gzip;q=0"), identity);
  EXPECT_EQ(chosen("*"), brotli);
  EXPECT_EQ(chosen("*;q=0"), identity);
  EXPECT_EQ(chosen("br;q=0, *"), gzip);
  EXPECT_EQ(chosen("identity, gzip;q=0.5"), identity);
  EXPECT_EQ(chosen("identity;q=0.5, gzip;q=0.5"), gzip);
  EXPECT_EQ(chosen("identity;q=0"), identity) << "nothing else was asked for";
  EXPECT_EQ(chosen("gzip;q=0.001"), gzip);
  for (const auto* unreadable : {"gzip;q=2", "gzip;q=-1", "gzip;q=0.1234", "gzip;q=", "gzip;q=1.001", "gzip;q=x",
                                 ";,;=", ",,,", "g zip", "gzipbr"})
    EXPECT_EQ(chosen(unreadable), identity) << unreadable;
}

TEST(Negotiation, KnowsTags) {
  EXPECT_TRUE(names_tag("\"a\"", "\"a\""));
  EXPECT_TRUE(names_tag(" \"b\" , W/\"a\"", "\"a\""));
  EXPECT_TRUE(names_tag("*", "\"a\""));
  EXPECT_FALSE(names_tag("", "\"a\""));
  EXPECT_FALSE(names_tag("a", "\"a\""));
  EXPECT_FALSE(names_tag("\"ab\"", "\"a\""));
}

TEST(Names, TellWhetherTheirContentsCanChange) {
  EXPECT_TRUE(has_content_hash("/assets/app-B3f_x9Qz.js"));
  EXPECT_TRUE(has_content_hash("/assets/app-Ab-d_f12.js.map"));
  EXPECT_FALSE(has_content_hash("/assets/settings-language.js")) << "eight letters that are a word";
  EXPECT_FALSE(has_content_hash("/assets/app.js"));
  EXPECT_FALSE(has_content_hash("/assets/-B3f_x9Qz.js"));
  EXPECT_FALSE(has_content_hash("/app-B3f_x9Qz"));
  EXPECT_FALSE(has_content_hash("/app-B3f.x9Qz"));
  EXPECT_FALSE(has_content_hash("/app-12345678/index.html"));
}

TEST(RateLimiter, LetsEachNetworkAskSoOften) {
  RateLimiter limiter(2, 3);
  const auto start = RateLimiter::Clock::now();
  const auto after = [&](int ms) { return start + std::chrono::milliseconds(ms); };
  for (int n = 0; n < 3; ++n) EXPECT_FALSE(limiter.refusal("10.0.0.1", start));
  EXPECT_EQ(limiter.refusal("10.0.0.1", start), 1);
  EXPECT_FALSE(limiter.refusal("10.0.0.2", start)) << "another's";
  EXPECT_TRUE(limiter.refusal("10.0.0.1", after(400)));
  EXPECT_FALSE(limiter.refusal("10.0.0.1", after(600)));
  EXPECT_TRUE(limiter.refusal("10.0.0.1", after(600)));
  for (int n = 0; n < 3; ++n) EXPECT_FALSE(limiter.refusal("10.0.0.1", after(60'000))) << "not more than the burst";
  EXPECT_TRUE(limiter.refusal("10.0.0.1", after(60'000)));
  for (int n = 0; n < 3; ++n) EXPECT_FALSE(limiter.refusal(cat("2001:db8::", n), start));
  EXPECT_TRUE(limiter.refusal("2001:db8::77", start)) << "one IPv6 network is one";
  EXPECT_FALSE(limiter.refusal("2001:db8:0:1::1", start));
}

TEST(RateLimiter, SaysHowLongToWait) {
  RateLimiter limiter(0.1, 1);
  const auto now = RateLimiter::Clock::now();
  EXPECT_FALSE(limiter.refusal("a", now));
  EXPECT_EQ(limiter.refusal("a", now), 10);
}

TEST(RateLimiter, ForgetsThoseWhoAskedLongestAgo) {
  RateLimiter limiter(1, 1, 2);
  const auto now = RateLimiter::Clock::now();
  EXPECT_FALSE(limiter.refusal("a", now));
  EXPECT_FALSE(limiter.refusal("b", now));
  EXPECT_TRUE(limiter.refusal("a", now));
  EXPECT_FALSE(limiter.refusal("c", now)) << "b is forgotten";
  EXPECT_TRUE(limiter.refusal("a", now));
  EXPECT_FALSE(limiter.refusal("b", now));
}

TEST(Addresses, AreOfNetworks) {
  EXPECT_EQ(network_of("10.1.2.3"), "10.1.2.3");
  EXPECT_EQ(network_of("::ffff:10.1.2.3"), "10.1.2.3");
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(network_of("fe80::1%eth0"), "fe80::/64");
  EXPECT_EQ(network_of("not an address"), "not an address");
  EXPECT_EQ(url_of("127.0.0.1", 80), "http://127.0.0.1:80/");
  EXPECT_EQ(url_of("::1", 80), "http://[::1]:80/");
}

std::string field(const Response& response, std::string_view name) {
  for (const auto& [key, value] : response.fields)
    if (key == name) return value;
  return {};
}

// A folder like that of the web app.
class SiteTest : public ::testing::Test {
 protected:
  SiteTest() {
    fs::create_directories(root() + "/assets");
    put("index.html", "<p>home</p>");
    put("assets/app-B3f_x9Qz.js", std::string(500, 'j'));
    put("assets/app-B3f_x9Qz.js.gz", "gzipped");
    put("assets/app-B3f_x9Qz.js.br", "brotli");
    put("core.wasm", "wasm");
  }
  [[nodiscard]] std::string root() const { return folder_.path() + "/site"; }
  void put(const std::string& name, const std::string& text) const { put_bytes(root() + "/" + name, text); }
  [[nodiscard]] Response get(const std::string& path, const Request& request = {}) const {
    return must(Site::read(root())).respond(path, request);
  }

  Folder folder_;
};

TEST_F(SiteTest, AnswersWithTheFile) {
  const auto page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(*page.body, "<p>home</p>");
  EXPECT_EQ(field(page, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(field(page, "Cache-Control"), "no-cache");
  EXPECT_EQ(field(page, "Content-Security-Policy"), page_policy);
  EXPECT_EQ(field(page, "Vary"), "") << "there is one form of it";
  EXPECT_EQ(*get("/index.html").body, *page.body);
  const auto module = get("/core.wasm");
  EXPECT_EQ(field(module, "Content-Type"), "application/wasm");
  EXPECT_EQ(field(module, "Content-Security-Policy"), "") << "the common one, which allows nothing";
  EXPECT_EQ(get("/none").status, 404);
}

TEST_F(SiteTest, SendsTheCompressedFileToThoseWhoTakeIt) {
  const std::string path = "/assets/app-B3f_x9Qz.js";
  const auto plain = get(path);
  EXPECT_EQ(plain.body->size(), 500U);
  EXPECT_EQ(field(plain, "Content-Encoding"), "");
  EXPECT_EQ(field(plain, "Vary"), "Accept-Encoding");
  EXPECT_EQ(field(plain, "Cache-Control"), "public, max-age=31536000, immutable");
  const auto brotli = get(path, {.accept_encoding = "gzip, br"});
  EXPECT_EQ(*brotli.body, "brotli");
  EXPECT_EQ(field(brotli, "Content-Encoding"), "br");
  EXPECT_EQ(field(brotli, "Content-Type"), "text/javascript; charset=utf-8");
  EXPECT_EQ(*get(path, {.accept_encoding = "gzip"}).body, "gzipped");
  EXPECT_NE(field(brotli, "ETag"), field(plain, "ETag")) << "a strong tag names bytes";
  EXPECT_EQ(get(path + ".gz").status, 404) << "no file of its own";
}

TEST_F(SiteTest, LeavesStaleAndUselessCompressedFilesAlone) {
  const std::string path = "/assets/app-B3f_x9Qz.js";
  fs::last_write_time(root() + path + ".br", fs::last_write_time(root() + path) - std::chrono::seconds(10));
  put("core.wasm.gz", "longer than it was");
  EXPECT_EQ(*get(path, {.accept_encoding = "gzip, br"}).body, "gzipped");
  EXPECT_EQ(*get("/core.wasm", {.accept_encoding = "gzip"}).body, "wasm");
  put("alone.gz", "an archive");
  EXPECT_EQ(field(get("/alone.gz"), "Content-Type"), "application/gzip");
}

TEST_F(SiteTest, SendsNothingThatTheClientHas) {
  const auto tag = field(get("/"), "ETag");
  EXPECT_EQ(get("/", {.if_none_match = "\"x\""}).status, 200);
  const auto same = get("/", {.if_none_match = cat("\"x\", ", tag)});
  EXPECT_EQ(same.status, 304);
  EXPECT_EQ(same.body, nullptr);
  EXPECT_EQ(field(same, "ETag"), tag);
  EXPECT_EQ(field(same, "Cache-Control"), "no-cache");
  put("index.html", "<p>other</p>");
  EXPECT_EQ(get("/", {.if_none_match = tag}).status, 200) << "it has changed";
}

TEST_F(SiteTest, HasOnlyWhatIsInTheFolder) {
  put_bytes(folder_.path() + "/secret", "secret");
  fs::create_directories(folder_.path() + "/outside");
  put_bytes(folder_.path() + "/outside/secret", "secret");
  put_bytes(folder_.path() + "/site-not", "a name that begins like the folder's");
  fs::create_symlink("../secret", root() + "/up");
  fs::create_symlink(folder_.path() + "/site-not", root() + "/beside");
  fs::create_symlink("../outside", root() + "/folder");
  fs::create_symlink("nowhere", root() + "/dangling");
  fs::create_symlink("index.html", root() + "/home");
  put(".hidden", "secret");
  fs::create_directories(root() + "/.git");
  put(".git/config", "secret");
  const auto site = must(Site::read(root()));
  for (const auto* path : {"/up", "/beside", "/folder/secret", "/dangling", "/.hidden", "/.git/config", "/../secret"})
    EXPECT_EQ(site.respond(path, {}).status, 404) << path;
  EXPECT_EQ(site.respond("/home", {}).status, 200) << "a link within the folder";
  EXPECT_EQ(site.left_out().size(), 4U);
}

TEST_F(SiteTest, RedirectsToAFoldersPage) {
  fs::create_directories(root() + "/a b\"");
  put("a b\"/index.html", "page");
  const auto response = get("/a b\"");
  EXPECT_EQ(response.status, 308);
  EXPECT_EQ(field(response, "Location"), "/a%20b%22/");
  EXPECT_EQ(*get("/a b\"/").body, "page");
}

TEST_F(SiteTest, IsAFolder) {
  EXPECT_EQ(Site::read(root() + "/none").error().kind, ErrorKind::unavailable);
  EXPECT_EQ(Site::read(root() + "/index.html").error().kind, ErrorKind::unavailable);
}

TEST(Heads, SayWhatEveryResponseSays) {
  Response response = text_response(404, "nothing");
  const auto head = head_of(response, std::chrono::system_clock::time_point(std::chrono::seconds(784'111'777)));
  EXPECT_THAT(head, ::testing::StartsWith("HTTP/1.1 404 Not Found\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"));
  EXPECT_THAT(head, ::testing::EndsWith("\r\n\r\n"));
  for (const auto* line : {"Content-Length: 8", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
                           "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
                           "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
                           "Connection: keep-alive", "Cache-Control: no-store"})
    EXPECT_THAT(head, HasSubstr(cat("\r\n", line, "\r\n")));
  response.close = true;
  EXPECT_THAT(head_of(response, {}), HasSubstr("\r\nConnection: close\r\n"));
  EXPECT_THAT(head_of({.status = 304}, {}), Not(HasSubstr("Content-Length")));
}

class AppTest : public ::testing::Test {
 protected:
  explicit AppTest(const ProbeRate& rate = {}) : rate_(rate) {
    if (auto solved = rimau::testing::solve_into(folder_.path(), *game_); !solved)
      rimau::testing::give_up("not solved");
    Catalogue games;
    if (!games.add(bytes_of(rimau::testing::small_game_file("nine")), "nine")) rimau::testing::give_up("not added");
    tables_ = std::make_shared<const tablebase::Tables>(tablebase::Tables::open({folder_.path()}));
    app_ = std::make_unique<App>(games, Site(), tables_, rate_);
  }
  [[nodiscard]] Response get(const std::string& target, const std::string& address = "10.0.0.1") {
    return app_->respond({.target = target, .address = address});
  }
  [[nodiscard]] nlohmann::json get_json(const std::string& target, int status = 200) {
    const auto response = get(target);
    EXPECT_EQ(response.status, status) << *response.body;
    EXPECT_EQ(field(response, "Content-Type"), "application/json");
    return nlohmann::json::parse(*response.body);
  }

  Folder folder_;
  std::shared_ptr<const Game> game_ = rimau::testing::open_small("small-nine:tigers=2,win=all");
  ProbeRate rate_;
  std::shared_ptr<const tablebase::Tables> tables_;
  std::unique_ptr<App> app_;
};

std::string probe_target(const Game& game, const Position& position) {
  return cat("/api/probe?position=", encoded_path(format_position(game, position)));
}

TEST_F(AppTest, ProbesAsTheTablesSay) {
  tablebase::Probe probe(*tables_, *game_);
  int asked = 0;
  for (auto position = start_position(*game_); !outcome(*game_, position).over() && asked < 30; ++asked) {
    const auto said = get_json(probe_target(*game_, position));
    EXPECT_EQ(said["position"], format_position(*game_, position));
    const auto value = must(probe.value(position));
    EXPECT_EQ(said["winner"], name(value.verdict));
    EXPECT_EQ(said["distance"].is_null(), !value.distance);
    if (value.distance) {
      EXPECT_EQ(said["distance"], *value.distance);
    }
    EXPECT_TRUE(said["over"].is_null());
    const auto moves = must(probe.moves(position));
    ASSERT_EQ(said["moves"].size(), moves.size());
    for (std::size_t n = 0; n < moves.size(); ++n) {
      EXPECT_EQ(said["moves"][n]["move"], format_move(*game_, moves[n].move));
      EXPECT_EQ(said["moves"][n]["winner"], name(moves[n].value.verdict));
    }
    EXPECT_EQ(said["moves"][0]["winner"], said["winner"]);
    EXPECT_EQ(said["moves"][0]["distance"], said["distance"]);
    position = play_unchecked(*game_, position, moves.back().move);
  }
  EXPECT_GT(asked, 3);
}

TEST_F(AppTest, AnswersTheSameHoweverThePositionIsWritten) {
  const auto a = get("/api/probe?position=small-nine:tigers=2,win=all+tigers=a1,c3+men=b1+hand=0/4+turn=tigers");
  const auto b =
      get("/api/probe?position=small-nine:win=all,tigers=2%20turn=tigers%20hand=0/4%20men=b1%20tigers=c3,a1");
  ASSERT_EQ(a.status, 200) << *a.body;
  EXPECT_EQ(*a.body, *b.body);
  const auto again = app_->respond(
      {.target = "/api/probe?position=small-nine:tigers=2,win=all+tigers=a1,c3+men=b1+hand=0/4+turn=tigers",
       .address = "10.0.0.1",
       .if_none_match = field(a, "ETag")});
  EXPECT_EQ(again.status, 304);
}

TEST_F(AppTest, TellsAFinishedGame) {
  const auto said =
      get_json("/api/probe?position=small-nine:tigers=2,win=all+tigers=a1,c3+men=-+hand=0/0+captured=5+turn=men");
  EXPECT_EQ(said["winner"], "tigers");
  EXPECT_EQ(said["distance"], 0);
  EXPECT_EQ(said["over"], "threshold");
  EXPECT_THAT(said["moves"], IsEmpty());
}

TEST_F(AppTest, SaysWhatIsWrong) {
  const auto error = [&](const std::string& target, int status) { return get_json(target, status)["error"]; };
  const auto no_table = error("/api/probe?position=bagh-chal+tigers=a1,a5,e1,e5+men=-+hand=0/20+turn=men", 404);
  EXPECT_EQ(no_table["kind"], "unknown");
  EXPECT_THAT(no_table["place"], IsEmpty());
  EXPECT_THAT(no_table["message"], HasSubstr("no table"));
  const auto no_game = error("/api/probe?position=chess+tigers=a1", 404);
  EXPECT_EQ(no_game["place"]["field"], "game");
  const auto no_point = error("/api/probe?position=bagh-chal+tigers=z9,a5,e1,e5+men=-+hand=0/20+turn=men", 400);
  EXPECT_EQ(no_point["kind"], "text");
  EXPECT_EQ(no_point["place"]["field"], "tigers");
  EXPECT_EQ(no_point["place"]["column"], 18);
  EXPECT_EQ(error("/api/probe", 400)["place"]["field"], "position");
  EXPECT_EQ(error("/api/probe?position=a&position=b", 400)["place"]["field"], "position");
  EXPECT_EQ(error("/api/probe?position=%", 400)["place"]["field"], "target");
  EXPECT_EQ(error("/api/probe?position=%00", 404)["kind"], "unknown");
  EXPECT_EQ(error(cat("/api/probe?position=", std::string(5000, 'a')), 413)["kind"], "limit");
  EXPECT_EQ(error(cat("/api/probe?position=", std::string(9000, 'a')), 414)["kind"], "limit");
  EXPECT_EQ(error("/api/nothing", 404)["kind"], "unknown");
  EXPECT_EQ(error("/api/", 404)["kind"], "unknown");
}

TEST_F(AppTest, NeverNamesItsFolders) {
  for (const auto& file : rimau::testing::table_files(folder_.path())) fs::resize_file(file, fs::file_size(file) - 40);
  const auto said =
      get("/api/probe?position=small-nine:tigers=2,win=all+tigers=a1,c3+men=b1,b2,b3,c1+hand=0/0+turn=tigers");
  EXPECT_GE(said.status, 500) << *said.body;
  EXPECT_THAT(*said.body, HasSubstr(".rtb"));
  EXPECT_THAT(*said.body, Not(HasSubstr(folder_.path())));
}

TEST_F(AppTest, ListsGamesAndTables) {
  const auto games = get_json("/api/games")["games"];
  ASSERT_EQ(games.size(), catalogue().ids().size() + 1);
  for (const auto& game : games) {
    EXPECT_FALSE(game["name"]["en"].get<std::string>().empty());
    EXPECT_GT(game["board"]["points"], 0);
    Catalogue with_small;
    ASSERT_TRUE(with_small.add(bytes_of(rimau::testing::small_game_file("nine")), "nine"));
    EXPECT_TRUE(parse_position(with_small, game["start"].get<std::string>()));
    for (const auto& option : game["options"]) EXPECT_FALSE(option["default"].get<std::string>().empty());
  }
  const auto tables = get_json("/api/tables");
  EXPECT_EQ(tables["left_out"], 0);
  ASSERT_EQ(tables["tables"].size(), 1U);
  EXPECT_EQ(tables["tables"][0]["game"], game_->id());
  EXPECT_EQ(tables["tables"][0]["levels"].size(), tables_->files().size());
}

TEST_F(AppTest, TakesGetAndHeadOnly) {
  for (const auto* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X"}) {
    const auto response = app_->respond({.method = method, .target = "/healthz"});
    EXPECT_EQ(response.status, 405) << method;
    EXPECT_EQ(field(response, "Allow"), "GET, HEAD");
  }
  EXPECT_EQ(*get("/healthz").body, "ok\n");
  EXPECT_EQ(get("/").status, 200) << "a page that says where the web app is";
  EXPECT_EQ(get("/x").status, 404);
  EXPECT_EQ(get("/../x").status, 400);
}

class LimitedAppTest : public AppTest {
 protected:
  LimitedAppTest() : AppTest({.per_second = 0.5, .burst = 2}) {}
};

TEST_F(LimitedAppTest, RefusesThoseWhoAskTooOften) {
  const std::string target = "/api/probe?position=nothing";
  EXPECT_EQ(get(target).status, 404);
  EXPECT_EQ(get(target).status, 404);
  const auto refused = get(target);
  EXPECT_EQ(refused.status, 429);
  EXPECT_EQ(field(refused, "Retry-After"), "2");
  EXPECT_EQ(nlohmann::json::parse(*refused.body)["error"]["kind"], "busy");
  EXPECT_EQ(get(target, "10.0.0.2").status, 404);
  EXPECT_EQ(get("/api/games").status, 200) << "the rest is not limited";
}

}  // namespace
}  // namespace rimau::server
