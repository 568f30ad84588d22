// S07: a network that drops everything and closes nothing, so that a dead connection looks alive; with the server in
// this process, whose times are short.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "game/catalogue.hpp"
#include "new_folder.hpp"
#include "server/app.hpp"
#include "server/http_server.hpp"
#include "server/proxy.hpp"
#include "server/talk.hpp"
#include "store/sqlite_store.hpp"

namespace rimau::testing {
namespace {

using Json = nlohmann::json;
using std::chrono::milliseconds;

class SilentNetwork : public ::testing::Test {
 protected:
  // Long enough for a busy machine to answer a ping in.
  static constexpr milliseconds silence{2500};

  void SetUp() override {
    auto store = store::open_sqlite(folder_.path());
    ASSERT_TRUE(store) << store.error().text();
    Catalogue catalogue;
    const auto tables = std::make_shared<const tablebase::Tables>();
    app_ = std::make_unique<server::App>(
        catalogue, server::Site(), tables, server::ProbeRate{},
        std::make_shared<server::OnlineService>(catalogue, *std::move(store), tables, server::OnlineOptions{}));
    auto opened = server::HttpServer::open({.websocket = {.ping = milliseconds(400), .silence = silence}},
                                           [this](const server::Request& request) { return app_->respond(request); });
    ASSERT_TRUE(opened) << opened.error().text();
    server_ = std::make_unique<server::HttpServer>(*std::move(opened));
    thread_ = std::thread([this] { server_->run(); });
    network_ = std::make_unique<Proxy>(server_->port());
  }
  void TearDown() override {
    if (server_) server_->stop();
    if (thread_.joinable()) thread_.join();
  }

  Folder folder_;
  std::unique_ptr<server::App> app_;
  std::unique_ptr<server::HttpServer> server_;
  std::thread thread_;
  std::unique_ptr<Proxy> network_;
};

TEST_F(SilentNetwork, WhoCannotBeReachedIsAwayAndCatchesUpOnReturn) {
  Talk tigers(server_->port());
  auto men = std::make_unique<Talk>(network_->port());
  const auto token = men->token();
  const std::string game = tigers.ask({{"type", "create"},
                                       {"rules", "pulijudam"},
                                       {"side", "tigers"},
                                       {"clock", {{"kind", "real"}, {"initial", 600'000}, {"increment", 0}}},
                                       {"token", tigers.token()}})["game"];
  const auto move = [&game](int ply, const std::string& text) {
    return Json{{"type", "move"}, {"game", game}, {"ply", ply}, {"move", text}};
  };
  const auto men_here = [](bool is) {
    return [is](const Json& told) { return told.contains("seats") && told["seats"]["men"].value("here", !is) == is; };
  };
  ASSERT_EQ(men->ask({{"type", "join"}, {"game", game}, {"token", token}})["you"], "men");
  ASSERT_EQ(men->ask(move(0, "@a4"))["type"], "done");
  ASSERT_FALSE(tigers.until(men_here(true)).is_null());

  network_->go_silent();
  const auto silent_since = std::chrono::steady_clock::now();
  // What is sent into the silence is not known to be lost, and the game goes on.
  men->send(move(2, "@b3"));
  ASSERT_EQ(tigers.ask(move(1, "t5-b4"))["type"], "done");
  const auto away = tigers.until(men_here(false));
  ASSERT_FALSE(away.is_null()) << "the server has noticed by itself";
  EXPECT_GE(std::chrono::steady_clock::now() - silent_since, silence / 2);
  EXPECT_EQ(men->close_code(0), 0) << "the client has been told of nothing";
  EXPECT_EQ(tigers.ask({{"type", "claim"}, {"game", game}, {"why", "absence"}})["code"], "illegal") << "not yet";

  network_->come_back();
  men = std::make_unique<Talk>(network_->port());
  const auto state = men->ask({{"type", "watch"}, {"game", game}, {"token", token}});
  EXPECT_EQ(state["you"], "men");
  EXPECT_EQ(state["moves"], Json::array({"@a4", "t5-b4"})) << "what was said into the silence of a connection that was "
                                                              "given up is not heard when it comes late";
  EXPECT_FALSE(tigers.until(men_here(true)).is_null());
  ASSERT_EQ(men->ask(move(2, "@b3"))["type"], "done");
  EXPECT_EQ(tigers.until([](const Json& told) { return told.value("ply", 0) == 3; })["moves"], Json::array({"@b3"}));
}

}  // namespace
}  // namespace rimau::testing
