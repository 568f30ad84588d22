// The solver against brute force, position by position, on small boards under every rule option.
#include <set>

#include "solver/brute_force.hpp"
#include "solver/small_tables.hpp"
#include "solver/verify.hpp"

namespace rimau::testing {
namespace {

using tablebase::Probe;
using tablebase::Tables;
using tablebase::Value;

bool agrees(const Value& value, const Worth& worth) {
  return value.verdict == worth.verdict && (!value.distance || *value.distance == worth.plies);
}

// Whether the tables must know in how many plies: all that is played on within the sliding phase.
bool distance_expected(const Position& position) {
  return position.stage == Stage::play && position.tigers_in_hand == 0 && position.men_in_hand == 0;
}

void check_moves(const Game& game, const BruteForce& truth, Probe& probe, const Position& position) {
  const auto moves = probe.moves(position);
  ASSERT_TRUE(moves) << moves.error().text();
  ASSERT_EQ(moves->size(), legal_moves(game, position).size());
  const auto expected = truth.worth_of(position);
  for (std::size_t i = 0; i < moves->size(); ++i) {
    const auto next = play_unchecked(game, position, (*moves)[i].move);
    const auto worth = truth.worth_of(next);
    ASSERT_TRUE(agrees((*moves)[i].value, worth)) << ::testing::PrintToString(position);
    // None is better than the one listed before it.
    if (i > 0) {
      ASSERT_FALSE(tablebase::better(position.turn, (*moves)[i].value, (*moves)[i - 1].value));
    }
  }
  if (moves->empty()) return;
  const auto best = truth.worth_of(play_unchecked(game, position, moves->front().move));
  ASSERT_EQ(best.verdict, expected.verdict) << ::testing::PrintToString(position);
  if (distance_expected(position) && best.verdict != Verdict::draw) {
    ASSERT_EQ(best.plies + 1, expected.plies);
  }
}

// Every position's value, and every `moves_every`-th one's moves.
void compare(const Game& game, const BruteForce& truth, const Tables& tables, std::size_t moves_every) {
  Probe probe(tables, game);
  std::size_t known = 0;
  for (std::size_t number = 0; number < truth.positions().size(); ++number) {
    const auto& position = truth.positions()[number];
    const auto value = probe.value(position);
    if (!value) {
      // With tigers in hand there are positions that no play leads to.
      ASSERT_GT(position.tigers_in_hand, 0) << value.error().text();
      ASSERT_EQ(value.error().kind, ErrorKind::unknown) << value.error().text();
      continue;
    }
    ++known;
    ASSERT_TRUE(agrees(*value, truth.worth_of(number)))
        << ::testing::PrintToString(position) << ": " << name(value->verdict) << ' ' << value->distance.value_or(-1)
        << ", expected " << name(truth.worth_of(number).verdict) << ' ' << truth.worth_of(number).plies;
    if (distance_expected(position) && value->verdict != Verdict::draw) {
      ASSERT_TRUE(value->distance.has_value());
    }
    if (number % moves_every == 0) check_moves(game, truth, probe, position);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(known, 0U);
}

// What can be played from the start is in the tables and right, drops of tigers included.
void check_reachable(const Game& game, const BruteForce& truth, const Tables& tables) {
  Probe probe(tables, game);
  const auto order = [](const Position& a, const Position& b) {
    const auto fields = [](const Position& p) {
      return std::tuple(p.tigers, p.men, p.tigers_in_hand, p.men_in_hand, p.turn, p.stage);
    };
    return fields(a) < fields(b);
  };
  std::set<Position, decltype(order)> seen(order);
  std::vector<Position> open{start_position(game)};
  while (!open.empty() && seen.size() < 20'000) {
    const auto position = open.back();
    open.pop_back();
    if (!seen.insert(position).second) continue;
    const auto value = probe.value(position);
    ASSERT_TRUE(value) << ::testing::PrintToString(position) << ": " << value.error().text();
    ASSERT_TRUE(agrees(*value, truth.worth_of(position))) << ::testing::PrintToString(position);
    for (const auto move : legal_moves(game, position)) open.push_back(play_unchecked(game, position, move));
  }
}

// Both sides play the first of their moves until the end; the sliding phase only.
void play_out(const Game& game, Probe& probe, Position position) {
  const auto value = must(probe.value(position));
  if (value.verdict == Verdict::draw) return;
  const int plies = *value.distance;
  for (int ply = 0; ply < plies; ++ply) {
    ASSERT_FALSE(outcome(game, position).over()) << "after " << ply << " of " << plies;
    position = play_unchecked(game, position, must(probe.moves(position)).front().move);
  }
  ASSERT_EQ(outcome(game, position).verdict, value.verdict) << "after " << plies << " plies";
}

void verify_all_well(const Tables& tables, const Game& game) {
  for (const bool all : {true, false}) {
    const auto report = must(solver::verify(tables, game, {.all = all, .sample = 5000, .threads = 1}, {}));
    EXPECT_EQ(report.fault_count, 0U) << (report.faults.empty() ? "" : report.faults.front());
    EXPECT_GT(report.positions, 0U);
    EXPECT_EQ(report.files, tables.files().size());
  }
}

void check_game(const std::string& id, std::size_t moves_every = 11) {
  SCOPED_TRACE(id);
  const auto game = open_small(id);
  const Folder folder;
  const auto solved = solve_into(folder.path(), *game);
  ASSERT_TRUE(solved) << solved.error().text();
  const auto tables = Tables::open({folder.path()});
  EXPECT_TRUE(tables.refusals().empty());
  const BruteForce truth(*game);
  compare(*game, truth, tables, moves_every);
  check_reachable(*game, truth, tables);
  Probe probe(tables, *game);
  for (std::size_t number = 0; number < truth.positions().size(); number += 1 + truth.positions().size() / 500)
    if (distance_expected(truth.positions()[number])) play_out(*game, probe, truth.positions()[number]);
  verify_all_well(tables, *game);
}

// All choices of one value a list, joined to the id.
std::vector<std::string> combinations(const std::string& id, const std::vector<std::vector<std::string>>& options) {
  std::vector<std::string> all{id + ":"};
  for (const auto& values : options) {
    std::vector<std::string> longer;
    for (const auto& begun : all)
      for (const auto& value : values) longer.push_back(begun + (begun.back() == ':' ? "" : ",") + value);
    all = std::move(longer);
  }
  return all;
}

TEST(Solver, AgreesOnNinePoints) {
  EXPECT_EQ(open_small("small-nine")->symmetries().size(), 8U);
  for (const auto& id : combinations(
           "small-nine", {{"stuck=pass", "stuck=lose"}, {"tigers=1", "tigers=2"}, {"win=1", "win=2", "win=all"}}))
    check_game(id);
  check_game("small-nine:tigers=2,win=trap");
}

TEST(Solver, AgreesWithFewerFreePointsThanAWordHas) {
  for (const auto& id : combinations("small-nine", {{"stuck=pass", "stuck=lose"}, {"tigers=4"}, {"win=2", "win=all"}}))
    check_game(id, 3);
  for (const auto& id : combinations("small-row", {{"stuck=pass", "stuck=lose"}, {"tigers=1", "tigers=2"}}))
    check_game(id, 1);
}

TEST(Solver, AgreesWithTigersInHand) {
  for (const auto& id : combinations("small-nine", {{"first=men", "first=tigers"},
                                                    {"stuck=pass", "stuck=lose"},
                                                    {"tigers=hand", "tigers=split"},
                                                    {"win=2", "win=all", "win=trap"}}))
    check_game(id);
}

TEST(Solver, AgreesWithAnOpeningTurnAndLongLeaps) {
  EXPECT_EQ(open_small("small-comb")->symmetries().size(), 2U);
  for (const auto& id :
       combinations("small-comb", {{"capture=odd", "capture=single"}, {"remove=1", "remove=2", "remove=3"}, {"win=2"}}))
    check_game(id, 31);
  for (const auto& id :
       combinations("small-comb", {{"capture=odd"}, {"stuck=pass", "stuck=lose"}, {"win=trap", "win=all"}}))
    check_game(id, 31);
  check_game("small-comb:tigers=2,win=3", 101);
}

TEST(Solver, AgreesWithoutSymmetry) {
  EXPECT_EQ(open_small("small-crooked")->symmetries().size(), 1U);
  for (const auto& id : combinations("small-crooked", {{"capture=odd", "capture=single"},
                                                       {"first=men", "first=tigers"},
                                                       {"stuck=pass", "stuck=lose"},
                                                       {"tigers=2"},
                                                       {"win=3"}}))
    check_game(id, 101);
  for (const auto* id : {"small-crooked:win=all", "small-crooked:win=trap", "small-crooked:tigers=board,win=1"})
    check_game(id, 101);
}

}  // namespace
}  // namespace rimau::testing
