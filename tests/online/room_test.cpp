// The judge of one game: whose turn, which clock, what offers do, what comes back after a restart.
#include "online/room.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "notation/notation.hpp"
#include "online/secrets.hpp"

namespace rimau::online {
namespace {

using Code = Refusal::Code;

constexpr std::string_view tigers_token = "AAAAAAAAAAAAAAAAAAAAAA";
constexpr std::string_view men_token = "AAAAAAAAAAAAAAAAAAAAAQ";
constexpr std::string_view other_token = "AAAAAAAAAAAAAAAAAAAAAg";
constexpr Time start = 1'796'000'000'000;

const ClockRule five_minutes{.kind = ClockRule::Kind::real, .initial = 300'000, .increment = 3'000};

template <class T>
Code code_of(const Judged<T>& judged) {
  EXPECT_FALSE(judged);
  return judged ? Code::unavailable : judged.error().code;
}

class RoomTest : public ::testing::Test {
 protected:
  // A game of which the tigers' player is the maker, with an open seat.
  Room& make(const std::string& rules = "pulijudam", const ClockRule& clock = {}, int computer = 0) {
    const auto game = *catalogue_.open(rules);
    Settings settings{.rules = game->id(), .clock = clock, .salt = "salt", .maker = Side::tigers};
    settings.tigers = {.kind = Seat::Kind::person, .name = "Siti", .hash = token_hash("salt", tigers_token)};
    if (computer > 0) settings.men = {.kind = Seat::Kind::computer, .level = computer};
    kept_ = {
        .head = {.id = "game", .text = format_settings(settings), .created = start}, .listed = false, .events = {}};
    room_.emplace("game", settings, game, start);
    return *room_;
  }
  // The same with both seats taken.
  Room& begin(const std::string& rules = "pulijudam", const ClockRule& clock = {}) {
    make(rules, clock);
    happen(room_->join(men_token, "Ali"));
    return *room_;
  }
  // What was allowed happens, and is kept.
  template <class Allowed>
  void happen(const Judged<Allowed>& judged) {
    ASSERT_TRUE(judged) << judged.error().message;
    if constexpr (std::same_as<Allowed, Event>) put(*judged);
    else if (*judged) put(**judged);
  }
  void put(const Event& event) {
    ASSERT_TRUE(room_->apply(event, now_));
    kept_.events.push_back({.number = room_->number(), .at = now_, .text = format_event(event)});
  }
  void play(const std::string& moves) {
    for (const auto text : split(moves, ' ')) {
      const auto ply = room_->ply();
      happen(room_->move(room_->turn(), ply, cat("id", room_->number()), text, now_));
    }
  }
  // The room that its kept events make.
  Room rebuilt(Time now, Time began = 0) {
    auto room = Room::rebuild(catalogue_, kept_, {.now = now, .began = began});
    EXPECT_TRUE(room) << room.error().text();
    return *std::move(room);
  }

  Catalogue catalogue_;
  store::Kept kept_;
  std::optional<Room> room_;
  Time now_ = start;
};

TEST_F(RoomTest, WaitsForASecondPlayer) {
  auto& room = make();
  EXPECT_EQ(room.status(), Room::Status::waiting);
  EXPECT_EQ(code_of(room.move(Side::men, 0, "a", "@a4", now_)), Code::illegal);
  EXPECT_EQ(code_of(room.resign(Side::tigers)), Code::illegal);
  EXPECT_FALSE(*room.join(tigers_token, "")) << "who made it has a seat";
  EXPECT_EQ(code_of(room.join(men_token, "S\xC3\x8DTI")), Code::name);
  happen(room.join(men_token, "Ali"));
  EXPECT_EQ(room.status(), Room::Status::playing);
  EXPECT_EQ(room.holder(men_token), Side::men);
  EXPECT_EQ(room.holder(tigers_token), Side::tigers);
  EXPECT_EQ(room.holder(other_token), std::nullopt);
  EXPECT_EQ(room.holder(""), std::nullopt);
  EXPECT_EQ(code_of(room.join(other_token, "")), Code::taken);
}

// B42
TEST_F(RoomTest, AMoveIsAppliedOnce) {
  auto& room = begin();
  const auto first = room.move(Side::men, 0, "a", "@a4", now_);
  happen(first);
  EXPECT_FALSE(*room.move(Side::men, 0, "a", "@a4", now_)) << "nothing more happens";
  EXPECT_EQ(code_of(room.move(Side::men, 0, "b", "@a4", now_)), Code::stale);
  EXPECT_EQ(code_of(room.move(Side::tigers, 0, "a", "@a4", now_)), Code::stale) << "not the one who made it";
  EXPECT_EQ(code_of(room.move(Side::men, 1, "c", "@f4", now_)), Code::turn);
  EXPECT_EQ(code_of(room.move(Side::tigers, 7, "c", "t5-b4", now_)), Code::stale);
  EXPECT_EQ(code_of(room.move(Side::tigers, 1, "c", "t5-a1", now_)), Code::text);
  EXPECT_EQ(code_of(room.move(Side::tigers, 1, "c", "t5-b1", now_)), Code::illegal);
  // One that was taken back does not come again by being late.
  happen(room.offer(Side::men, Offer::takeback, 1, now_));
  happen(room.accept(Side::tigers, Offer::takeback, 1, now_));
  EXPECT_EQ(room.ply(), 0U);
  EXPECT_EQ(code_of(room.move(Side::men, 0, "a", "@a4", now_)), Code::stale);
  happen(room.move(Side::men, 0, "d", "@a4", now_));
}

// B44
TEST_F(RoomTest, TakebacksGoBackToTheAskersMove) {
  auto& room = begin("rimau-24");
  EXPECT_EQ(code_of(room.offer(Side::tigers, Offer::takeback, 0, now_)), Code::illegal);
  const auto before = room.play().position();
  play("d2,e3,f4/c3-e1");
  happen(room.offer(Side::tigers, Offer::takeback, 1, now_));
  EXPECT_EQ(code_of(room.accept(Side::tigers, Offer::takeback, 1, now_)), Code::illegal) << "their own offer";
  happen(room.accept(Side::men, Offer::takeback, 1, now_));
  EXPECT_EQ(room.play().position(), before) << "the three men are back";
  play("d2,e3,f4 @d2 c3-c2");
  happen(room.offer(Side::men, Offer::takeback, 3, now_));
  happen(room.offer(Side::tigers, Offer::takeback, 3, now_));
  EXPECT_EQ(room.ply(), 1U) << "it was the men's turn, so two plies; and to offer the same is to accept";
  EXPECT_FALSE(room.stands(Offer::takeback, Side::men));
}

TEST_F(RoomTest, OffersLapseOrEnd) {
  auto& room = begin();
  happen(room.offer(Side::men, Offer::draw, 0, now_));
  EXPECT_TRUE(room.stands(Offer::draw, Side::men));
  play("@a4");
  EXPECT_FALSE(room.stands(Offer::draw, Side::men));
  EXPECT_EQ(code_of(room.accept(Side::tigers, Offer::draw, 1, now_)), Code::illegal);
  EXPECT_EQ(code_of(room.accept(Side::tigers, Offer::draw, 0, now_)), Code::stale);
  happen(room.offer(Side::tigers, Offer::draw, 1, now_));
  happen(room.decline(Side::men, Offer::draw, 1));
  EXPECT_EQ(code_of(room.accept(Side::men, Offer::draw, 1, now_)), Code::illegal);
  EXPECT_FALSE(*room.decline(Side::men, Offer::draw, 1));
  happen(room.offer(Side::tigers, Offer::draw, 1, now_));
  happen(room.accept(Side::men, Offer::draw, 1, now_));
  EXPECT_EQ(room.play().outcome(), (Outcome{Verdict::draw, Reason::agreement}));
}

// B47
TEST_F(RoomTest, NothingHappensAfterTheEndButARematch) {
  auto& room = begin();
  happen(room.resign(Side::tigers));
  EXPECT_EQ(room.status(), Room::Status::over);
  EXPECT_EQ(code_of(room.resign(Side::men)), Code::over);
  EXPECT_EQ(code_of(room.move(Side::men, 0, "a", "@a4", now_)), Code::over);
  for (const auto what : {Offer::draw, Offer::takeback}) {
    EXPECT_EQ(code_of(room.offer(Side::men, what, 0, now_)), Code::over);
    EXPECT_EQ(code_of(room.accept(Side::men, what, 0, now_)), Code::over);
    EXPECT_EQ(code_of(room.decline(Side::men, what, 0)), Code::over);
  }
  EXPECT_EQ(code_of(room.claim_time(Side::men, now_)), Code::over);
  EXPECT_EQ(code_of(room.claim_absence(Side::men, 1'000'000, now_)), Code::over);
  happen(room.offer(Side::men, Offer::rematch, 0, now_));
  happen(room.offer(Side::tigers, Offer::rematch, 0, now_));
  EXPECT_EQ(room.rematch(), room.next_id());
  EXPECT_FALSE(*room.offer(Side::men, Offer::rematch, 0, now_));
  const auto next = room.next_settings();
  EXPECT_EQ(next.men.name, "Siti");
  EXPECT_EQ(next.tigers.name, "Ali");
  EXPECT_EQ(next.maker, Side::men);
}

TEST_F(RoomTest, RealClocksRunFromTheThirdTurn) {
  auto& room = begin("pulijudam", five_minutes);
  now_ += 200'000;
  play("@a4");
  now_ += 200'000;
  EXPECT_EQ(room.time_up(now_ + 1'000'000), std::nullopt);
  play("t5-b4");
  EXPECT_EQ(room.left(Side::men, now_), 300'000);
  now_ += 10'000;
  EXPECT_EQ(room.left(Side::men, now_), 290'000);
  EXPECT_EQ(room.left(Side::tigers, now_), 300'000);
  play("@f4");
  EXPECT_EQ(room.left(Side::men, now_), 293'000);
  EXPECT_EQ(code_of(room.claim_time(Side::men, now_)), Code::illegal);
  now_ += 299'999;
  EXPECT_EQ(room.time_up(now_), std::nullopt);
  now_ += 1;
  EXPECT_EQ(code_of(room.move(Side::tigers, 3, "late", "b4-b3", now_)), Code::over);
  happen(room.claim_time(Side::men, now_));
  EXPECT_EQ(room.play().outcome(), (Outcome{Verdict::men, Reason::time}));
  EXPECT_EQ(room.left(Side::tigers, now_ + 5), 0);
  EXPECT_EQ(room.left(Side::men, now_ + 5), 293'000);
}

TEST_F(RoomTest, AClockThatGoesBackGivesNobodyTime) {
  auto& room = begin("pulijudam", five_minutes);
  play("@a4 t5-b4");
  EXPECT_EQ(room.left(Side::men, now_ - 1'000'000), 300'000);
  now_ -= 1'000'000;
  play("@f4");
  EXPECT_EQ(room.left(Side::men, now_), 303'000);
}

TEST_F(RoomTest, TakebacksKeepBothClocks) {
  auto& room = begin("pulijudam", five_minutes);
  play("@a4 t5-b4 @f4");
  now_ += 20'000;
  happen(room.offer(Side::men, Offer::takeback, 3, now_));
  happen(room.accept(Side::tigers, Offer::takeback, 3, now_));
  EXPECT_EQ(room.left(Side::tigers, now_), 280'000);
  EXPECT_EQ(room.left(Side::men, now_), 303'000);
  EXPECT_EQ(room.left(Side::men, now_ + 1'000), 302'000) << "their clock runs";
  EXPECT_EQ(room.left(Side::tigers, now_ + 1'000), 280'000);
}

TEST_F(RoomTest, DaysAreForEachTurn) {
  auto& room = begin("pulijudam", {.kind = ClockRule::Kind::days, .days = 2});
  now_ += day_ms;
  EXPECT_EQ(room.left(Side::men, now_), day_ms);
  play("@a4");
  EXPECT_EQ(room.left(Side::tigers, now_), 2 * day_ms);
  EXPECT_EQ(code_of(room.claim_absence(Side::men, 10 * day_ms, now_ + day_ms)), Code::illegal);
  // Time goes on while the server is down.
  auto later = rebuilt(now_ + 2 * day_ms);
  ASSERT_TRUE(later.time_up(now_ + 2 * day_ms));
}

TEST_F(RoomTest, TurnsThatBeganBeforeTheServerLeaveHalfADay) {
  auto& room = begin("pulijudam", {.kind = ClockRule::Kind::days, .days = 2});
  play("@a4");
  const auto tigers_left = [&](Time now, Time began) { return rebuilt(now, began).left(Side::tigers, now); };
  // The server was down for a day, for two, for a year.
  EXPECT_EQ(tigers_left(now_ + day_ms, now_ + day_ms), day_ms);
  EXPECT_EQ(tigers_left(now_ + 2 * day_ms, now_ + 2 * day_ms), grace_ms);
  EXPECT_EQ(tigers_left(now_ + 365 * day_ms + 5, now_ + 365 * day_ms), grace_ms - 5);
  EXPECT_EQ(tigers_left(now_ + 365 * day_ms + grace_ms, now_ + 365 * day_ms), 0);
  EXPECT_EQ(room.left(Side::tigers, now_ + 2 * day_ms), 0) << "not while it runs";
  // It was kept with a clock that was ahead.
  EXPECT_EQ(tigers_left(now_ - 100 * day_ms, now_ - 100 * day_ms), 2 * day_ms);
  begin();
  const auto began = now_ + 30 * day_ms;
  EXPECT_EQ(code_of(rebuilt(began, began).claim_absence(Side::tigers, 1, began)), Code::illegal);
  EXPECT_TRUE(rebuilt(began + grace_ms, began).claim_absence(Side::tigers, 1, began + grace_ms));
}

TEST_F(RoomTest, WhoIsAwayCanLose) {
  auto& room = begin("pulijudam", five_minutes);
  EXPECT_EQ(code_of(room.claim_absence(Side::men, 0, now_)), Code::illegal);
  const auto early = room.claim_absence(Side::men, 59'000, now_);
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().retry, 1);
  happen(room.claim_absence(Side::men, 60'000, now_));
  EXPECT_TRUE(room.ended_by_absence());
  EXPECT_EQ(room.play().outcome().verdict, Verdict::men);
}

TEST_F(RoomTest, WithoutAClockAWeekOfSilenceLoses) {
  auto& room = begin();
  now_ += 8 * day_ms;
  EXPECT_EQ(code_of(room.claim_absence(Side::men, 8 * day_ms, now_)), Code::illegal) << "it is their own turn";
  happen(room.claim_absence(Side::tigers, 1, now_));
}

TEST_F(RoomTest, TheComputerAgrees) {
  auto& room = make("bagh-chal", five_minutes, 4);
  ASSERT_TRUE(room.computer_to_move()) << "the men begin";
  EXPECT_FALSE(room.clock_runs());
  play("@b1");
  EXPECT_FALSE(room.computer_to_move());
  play("a1-a2 @c1 a2-a3");
  EXPECT_EQ(code_of(room.offer(Side::tigers, Offer::draw, 4, now_)), Code::illegal);
  happen(room.offer(Side::tigers, Offer::takeback, 4, now_));
  EXPECT_EQ(room.ply(), 3U);
  EXPECT_TRUE(room.removal(Side::tigers));
  happen(room.resign(Side::tigers));
  happen(room.offer(Side::tigers, Offer::rematch, 3, now_));
  EXPECT_EQ(room.next_settings().tigers.level, 4);
  EXPECT_EQ(room.next_settings().men.hash, token_hash("salt", tigers_token));
}

TEST_F(RoomTest, OnlyGamesThatDoNotGoOnAreRemoved) {
  auto& room = begin();
  EXPECT_TRUE(room.removal(Side::men));
  play("@a4 t5-b4");
  EXPECT_EQ(code_of(room.removal(Side::men)), Code::illegal);
  happen(room.resign(Side::men));
  EXPECT_TRUE(room.removal(Side::tigers));
}

TEST_F(RoomTest, IsWhatItsEventsMakeOfIt) {
  auto& room = begin("pulijudam", five_minutes);
  play("@a4 t5-b4 @f4");
  now_ += 5'000;
  play("b4-b3 @e4");
  happen(room.offer(Side::men, Offer::takeback, 5, now_));
  happen(room.accept(Side::tigers, Offer::takeback, 5, now_));
  happen(room.offer(Side::tigers, Offer::draw, 4, now_));
  // An hour later: the server was down, and nobody has lost time by it.
  const auto later = rebuilt(now_ + 3'600'000);
  EXPECT_EQ(later.number(), room.number());
  EXPECT_EQ(later.play().moves(), room.play().moves());
  EXPECT_EQ(later.play().position(), room.play().position());
  EXPECT_TRUE(later.stands(Offer::draw, Side::tigers));
  for (const auto side : {Side::tigers, Side::men}) {
    EXPECT_EQ(later.seat(side), room.seat(side));
    EXPECT_EQ(later.left(side, now_ + 3'600'000), room.left(side, now_));
  }
  EXPECT_EQ(code_of(later.move(Side::men, 4, "id5", "@e4", now_)), Code::stale) << "it was taken back";
  EXPECT_FALSE(*later.move(Side::tigers, 1, "id2", "t5-b4", now_)) << "it was made";
  EXPECT_EQ(format_record(later.record()), format_record(room.record()));
  EXPECT_THAT(format_record(room.record()), ::testing::HasSubstr("[%clk 0:05:00]"));
}

TEST_F(RoomTest, RefusesEventsThatAreNone) {
  begin();
  play("@a4 t5-b4");
  const auto fails = [this](auto&& spoil) {
    auto kept = kept_;
    spoil(kept);
    const auto room = Room::rebuild(catalogue_, kept, {.now = start, .began = start});
    ASSERT_FALSE(room);
    EXPECT_EQ(room.error().kind, ErrorKind::damaged) << room.error().text();
  };
  fails([](store::Kept& kept) { kept.events.erase(kept.events.begin() + 1); });
  fails([](store::Kept& kept) { kept.events[1].text = "{}"; });
  fails([](store::Kept& kept) { kept.events[1].text.pop_back(); });
  fails([](store::Kept& kept) { std::swap(kept.events[1].text, kept.events[2].text); });
  fails([](store::Kept& kept) { kept.events.push_back({4, start, format_event(TakenBack{.plies = 3})}); });
  fails([](store::Kept& kept) { kept.events.push_back({4, start, format_event(Rematched{"x"})}); });
  fails([](store::Kept& kept) { kept.events.push_back({4, start, format_event(Ended{})}); });
  fails([](store::Kept& kept) { kept.head.text = "{}"; });
}

}  // namespace
}  // namespace rimau::online
