// The hub over stores that fail, with a clock that the test turns.
#include "online/hub.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.hpp"

namespace rimau::online {
namespace {

using Json = nlohmann::json;

// What several stores of one place hold, and whether it can be written.
struct Place {
  std::mutex mutex;
  std::map<std::string, store::Kept> games;
  std::optional<Error> failure;
  std::vector<store::Time> removals;  // of games unchanged since then

  void fail_with(std::optional<Error> error) {
    const std::scoped_lock lock(mutex);
    failure = std::move(error);
  }
  std::size_t events(const std::string& id) {
    const std::scoped_lock lock(mutex);
    return games.at(id).events.size();
  }
};

class MemoryStore final : public store::Store {
 public:
  explicit MemoryStore(Place& place) : place_(place) {}

  Result<void> create(const store::Head& head, bool listed) override {
    const std::scoped_lock lock(place_.mutex);
    if (place_.failure) return std::unexpected(*place_.failure);
    if (!place_.games.emplace(head.id, store::Kept{head, listed, {}}).second)
      return fail(ErrorKind::illegal, "there is one");
    return {};
  }
  std::vector<Result<void>> add(std::span<const store::Addition> additions) override {
    std::vector<Result<void>> results;
    const std::scoped_lock lock(place_.mutex);
    for (const auto& addition : additions) results.push_back(add_one(addition));
    return results;
  }
  Result<store::Kept> read(const std::string& id, std::uint32_t) override {
    const std::scoped_lock lock(place_.mutex);
    const auto found = place_.games.find(id);
    if (found == place_.games.end()) return fail(ErrorKind::unknown, "none");
    return found->second;
  }
  Result<std::vector<std::string>> listed(unsigned) override {
    const std::scoped_lock lock(place_.mutex);
    std::vector<std::string> ids;
    for (const auto& [id, game] : place_.games)
      if (game.listed) ids.push_back(id);
    return ids;
  }
  Result<void> remove(const std::string& id) override {
    const std::scoped_lock lock(place_.mutex);
    place_.games.erase(id);
    return {};
  }
  Result<std::uint64_t> remove_unchanged_since(store::Time time) override {
    const std::scoped_lock lock(place_.mutex);
    place_.removals.push_back(time);
    return 0;
  }

 private:
  Result<void> add_one(const store::Addition& addition) {
    if (place_.failure) return std::unexpected(*place_.failure);
    auto& game = place_.games.at(addition.id);
    if (addition.event.number != game.events.size() + 1) return fail(ErrorKind::illegal, "not the next");
    game.events.push_back(addition.event);
    if (addition.listed) game.listed = *addition.listed;
    return {};
  }

  Place& place_;
};

// One who is connected.
class Ear final : public Listener {
 public:
  void tell(Text text) override {
    const std::scoped_lock lock(mutex_);
    told_.push_back(Json::parse(*text));
    changed_.notify_all();
  }
  void end(std::uint16_t code, std::string_view) override {
    const std::scoped_lock lock(mutex_);
    code_ = code;
  }
  // The next message that fits; those before it are dropped. Null when none comes.
  template <class Fits>
  Json until(Fits&& fits) {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (!changed_.wait_for(lock, std::chrono::seconds(5), [this] { return !told_.empty(); })) return {};
      auto message = std::move(told_.front());
      told_.pop_front();
      if (fits(message)) return message;
    }
  }
  int code() {
    const std::scoped_lock lock(mutex_);
    return code_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Json> told_;
  int code_ = 0;
};

class Person {
 public:
  explicit Person(Hub& hub) : hub_(hub), ear_(std::make_shared<Ear>()), connection_(hub.enter(ear_, "192.0.2.1")) {
    token = ear_->until([](const Json&) { return true; })["token"];
  }
  ~Person() { hub_.leave(connection_); }
  Person(const Person&) = delete;
  Person& operator=(const Person&) = delete;

  std::string send(Json message) {
    message["v"] = 1;
    if (!message.contains("id")) message["id"] = cat("m", ++messages_);
    hub_.hear(connection_, message.dump());
    return message["id"];
  }
  Json ask(Json message) {
    const auto id = send(std::move(message));
    return ear_->until([&id](const Json& told) { return told.value("re", "") == id; });
  }
  Ear& ear() { return *ear_; }

  std::string token;

 private:
  Hub& hub_;
  std::shared_ptr<Ear> ear_;
  std::shared_ptr<Hub::Connection> connection_;
  int messages_ = 0;
};

class HubTest : public ::testing::Test {
 protected:
  HubTest() {
    options_.clocks = {.wall = [this] { return wall_.load(); }, .steady = [this] { return steady_.load(); }};
    options_.messages_per_second = 0;
    open();
  }
  void open() {
    hub_.reset();
    hub_ = std::make_unique<Hub>(catalogue_, std::make_unique<MemoryStore>(place_), nullptr, options_);
  }
  void pass(Time ms) {
    wall_ += ms;
    steady_ += ms;
  }
  // A game of pulijudam with a tigers' and a men's player.
  std::string begin(Person& tigers, Person& men, Json clock = {{"kind", "none"}}) {
    const std::string game = tigers.ask({{"type", "create"},
                                         {"rules", "pulijudam"},
                                         {"side", "tigers"},
                                         {"clock", std::move(clock)},
                                         {"token", tigers.token}})["game"];
    EXPECT_EQ(men.ask({{"type", "join"}, {"game", game}, {"token", men.token}})["you"], "men");
    return game;
  }
  static Json move(const std::string& game, int ply, const std::string& text) {
    return {{"type", "move"}, {"game", game}, {"ply", ply}, {"move", text}};
  }

  Catalogue catalogue_;
  Place place_;
  std::atomic<Time> wall_ = 1'796'000'000'000;
  std::atomic<Time> steady_ = 0;
  HubOptions options_;
  std::unique_ptr<Hub> hub_;
};

TEST_F(HubTest, AcknowledgesNothingThatIsNotWritten) {
  {
    Person tigers(*hub_), men(*hub_), watcher(*hub_);
    const auto game = begin(tigers, men);
    ASSERT_EQ(watcher.ask({{"type", "watch"}, {"game", game}})["type"], "state");
    place_.fail_with(Error{ErrorKind::unavailable, "there is no room on the disk", {}});
    EXPECT_EQ(men.ask(move(game, 0, "@a4"))["code"], "unavailable");
    EXPECT_FALSE(hub_->works());
    // Who watches is told what is true, and never the move.
    const auto told = watcher.ear().until([](const Json& state) { return state.value("type", "") == "state"; });
    EXPECT_EQ(told["ply"], 0);
    EXPECT_EQ(men.ask({{"type", "state"}, {"game", game}})["ply"], 0);
    EXPECT_EQ(place_.events(game), 1U);
    place_.fail_with(std::nullopt);
    EXPECT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
    EXPECT_TRUE(hub_->works());
    EXPECT_EQ(place_.events(game), 2U);
  }
}

TEST_F(HubTest, ManyAtOnceFailTogetherAndNoneIsHalfDone) {
  Person tigers(*hub_), men(*hub_);
  const auto game = begin(tigers, men);
  place_.fail_with(Error{ErrorKind::busy, "locked", {}});
  const auto first = men.send(move(game, 0, "@a4"));
  const auto second = tigers.send(move(game, 1, "t5-b4"));
  men.ear().until([&](const Json& told) { return told.value("re", "") == first; });
  tigers.ear().until([&](const Json& told) { return told.value("re", "") == second; });
  place_.fail_with(std::nullopt);
  const auto state = men.ask({{"type", "state"}, {"game", game}});
  EXPECT_EQ(state["ply"], 0);
  EXPECT_EQ(place_.events(game), 1U);
  EXPECT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
}

TEST_F(HubTest, EndsGamesWhoseTimeIsUp) {
  Person tigers(*hub_), men(*hub_);
  const auto game = begin(tigers, men, {{"kind", "real"}, {"initial", 60'000}, {"increment", 0}});
  ASSERT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
  ASSERT_EQ(tigers.ask(move(game, 1, "t5-b4"))["type"], "done");
  pass(60'000);
  hub_->tick();
  const auto over = tigers.ear().until([](const Json& told) { return told.value("status", "") == "over"; });
  EXPECT_EQ(over["outcome"], Json({{"winner", "tigers"}, {"reason", "time"}}));
  EXPECT_EQ(men.ask(move(game, 2, "@f4"))["code"], "over");
}

TEST_F(HubTest, AfterARestartAllIsThereAndNobodyHasLostTime) {
  std::string game, token;
  {
    Person tigers(*hub_), men(*hub_);
    game = begin(tigers, men, {{"kind", "real"}, {"initial", 60'000}, {"increment", 0}});
    token = men.token;
    ASSERT_EQ(men.ask(move(game, 0, "@a4"))["type"], "done");
    ASSERT_EQ(tigers.ask(move(game, 1, "t5-b4"))["type"], "done");
  }
  pass(3'600'000);
  open();
  Person back(*hub_);
  const auto state = back.ask({{"type", "watch"}, {"game", game}, {"token", token}});
  EXPECT_EQ(state["you"], "men");
  EXPECT_EQ(state["moves"], Json::array({"@a4", "t5-b4"}));
  EXPECT_EQ(state["left"]["men"], 60'000);
  EXPECT_EQ(state["status"], "playing");
}

// The system's clock is set forwards and backwards, by more than any game lasts, while games go on.
TEST_F(HubTest, ASystemClockThatIsSetGivesNobodyTimeAndTakesNone) {
  for (const Time jump : {400 * day_ms, -400 * day_ms, 3'600'000L, -3'600'000L}) {
    Person tigers(*hub_), men(*hub_), other_tigers(*hub_), other_men(*hub_);
    const auto fast = begin(tigers, men, {{"kind", "real"}, {"initial", 60'000}, {"increment", 0}});
    const auto slow = begin(other_tigers, other_men, {{"kind", "days"}, {"days", 2}});
    ASSERT_EQ(men.ask(move(fast, 0, "@a4"))["type"], "done");
    ASSERT_EQ(tigers.ask(move(fast, 1, "t5-b4"))["type"], "done");
    pass(10'000);
    wall_ += jump;
    hub_->tick();
    const auto state = men.ask({{"type", "state"}, {"game", fast}});
    EXPECT_EQ(state["status"], "playing") << jump;
    EXPECT_EQ(state["left"]["men"], 50'000) << jump;
    EXPECT_EQ(other_men.ask({{"type", "state"}, {"game", slow}})["left"]["men"], 2 * day_ms - 10'000) << jump;
    EXPECT_EQ(men.ask({{"type", "claim"}, {"game", fast}, {"why", "absence"}})["code"], "illegal") << jump;
    // Time that passes afterwards counts as before.
    pass(49'999);
    hub_->tick();
    EXPECT_EQ(men.ask({{"type", "state"}, {"game", fast}})["status"], "playing") << jump;
    pass(1);
    hub_->tick();
    EXPECT_EQ(men.ask({{"type", "state"}, {"game", fast}})["outcome"]["reason"], "time") << jump;
    EXPECT_EQ(other_men.ask(move(slow, 0, "@a4"))["type"], "done") << jump;
  }
}

// Between two runs of the server its clock is set, or it begins with a wrong one.
TEST_F(HubTest, AfterARestartNobodyLosesByAWrongClock) {
  for (const Time jump : {-400 * day_ms, Time{0}, day_ms, 400 * day_ms}) {
    std::string game, token;
    {
      Person tigers(*hub_), men(*hub_);
      game = begin(tigers, men, {{"kind", "days"}, {"days", 3}});
      token = men.token;
    }
    wall_ += jump;
    open();
    Person back(*hub_);
    const auto left = [&] {
      return back.ask({{"type", "watch"}, {"game", game}, {"token", token}})["left"]["men"].template get<Time>();
    };
    // Back: the turn begins anew. Forwards: as much is gone as seems to be, but for half a day.
    EXPECT_EQ(left(), jump <= 0 ? 3 * day_ms : std::max(3 * day_ms - jump, day_ms / 2)) << jump;
    pass(day_ms / 2 - 1);
    hub_->tick();
    EXPECT_GT(left(), 0) << jump;
    ASSERT_EQ(back.ask(move(game, 0, "@a4"))["type"], "done") << jump;
  }
}

TEST_F(HubTest, GamesAreNotTakenForOldByAWrongClock) {
  const auto removals = [this] {
    const std::scoped_lock lock(place_.mutex);
    return place_.removals;
  };
  const auto begin = wall_.load();
  // The machine begins ten years ahead, and is put right within the hour.
  wall_ += 3650 * day_ms;
  open();
  hub_->tick();
  wall_ -= 3650 * day_ms;
  pass(1'800'000);
  hub_->tick();
  EXPECT_TRUE(removals().empty());
  pass(1'800'001);
  hub_->tick();
  // Later its clock goes ahead by as much.
  open();
  wall_ += 3650 * day_ms;
  pass(3'600'001);
  hub_->tick();
  hub_.reset();  // has done what it had to do
  ASSERT_EQ(removals().size(), 2U);
  for (const auto time : removals()) EXPECT_LT(time, begin + day_ms - 365 * day_ms);
}

TEST_F(HubTest, ForgetsGamesThatNobodyWatches) {
  {
    Person tigers(*hub_), men(*hub_);
    begin(tigers, men);
    EXPECT_EQ(hub_->counts().tables, 1U);
  }
  hub_->tick();
  pass(61'000);
  hub_->tick();
  EXPECT_EQ(hub_->counts().tables, 0U);
  EXPECT_EQ(hub_->counts().connections, 0U);
}

TEST_F(HubTest, TheComputerMovesInEveryGame) {
  Person person(*hub_);
  for (const auto& rules : catalogue_.ids()) {
    const auto made = person.ask(
        {{"type", "create"},
         {"rules", rules},
         {"side",
          rules.starts_with("bagh") || rules.starts_with("puli") || rules.starts_with("demala") ? "tigers" : "men"},
         {"clock", {{"kind", "none"}}},
         {"token", person.token},
         {"computer", 2}});
    ASSERT_EQ(made["type"], "state") << made;
    const auto game = made.value("game", "");
    const auto moved = person.ear().until(
        [&game](const Json& told) { return told.value("game", "") == game && told.value("ply", 0) == 1; });
    EXPECT_FALSE(moved.is_null()) << rules;
  }
}

TEST_F(HubTest, WatchesABoundedNumberOfGames) {
  Person person(*hub_), other(*hub_);
  std::string last;
  for (int n = 0; n < 17; ++n) {
    const auto made = person.ask({{"type", "create"},
                                  {"rules", "rimau-22"},
                                  {"side", "men"},
                                  {"clock", {{"kind", "none"}}},
                                  {"token", person.token}});
    if (n < 16) last = made["game"];
    else EXPECT_EQ(made["code"], "limit");
  }
  EXPECT_EQ(person.ask({{"type", "leave"}, {"game", last}})["type"], "done");
  EXPECT_EQ(person.ask({{"type", "watch"}, {"game", last}})["type"], "state");
}

}  // namespace
}  // namespace rimau::online
