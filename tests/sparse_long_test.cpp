// Every position against brute force: of the three boards with four men and one or two tigers, and of Rimau with five
// men and with four.
#include "solver/few_men_brute_force.hpp"
#include "solver/sparse_tables.hpp"

namespace rimau::testing {
namespace {

TEST(SparseLong, AgreesWithBruteForceWhereMenCanWin) { check_against_brute_force("small-few"); }

TEST(SparseLong, AgreesWithBruteForceOnTheTriangle) {
  for (const auto* id : {"few-triangle", "few-triangle:stuck=lose", "few-triangle:tigers=2"})
    check_against_brute_force(id);
}

TEST(SparseLong, AgreesWithBruteForceOnTheSquare) {
  for (const auto* id : {"few-square", "few-square:tigers=2"}) check_against_brute_force(id);
}

void check_few_men(const std::string& id, int men, std::uint64_t positions) {
  SCOPED_TRACE(id);
  const auto game = open_small(id);
  const Folder folder;
  must(solve_sparsely(folder.path(), *game, men));
  const auto result = FewMenBruteForce(*game, men).compare(tablebase::Tables::open({folder.path()}));
  EXPECT_EQ(result.difference, "");
  EXPECT_EQ(result.positions, positions);
  EXPECT_GT(result.decided, 0U);
}

// rimau-mpi's tables of the same games are compared with these by byte (mpi/check.py).
TEST(SparseLong, AgreesWithBruteForceForFiveMenOfRimau) { check_few_men("rimau-24", 5, 38'400'672); }

TEST(SparseLong, AgreesWithBruteForceForFiveMenOfRimauByOtherRules) {
  check_few_men("rimau-24:flanks=stop,stuck=lose", 5, 38'400'672);
}

TEST(SparseLong, AgreesWithBruteForceForFourMenOfRimauWithTwoTigers) { check_few_men("rimau-rimau", 4, 89'750'160); }

}  // namespace
}  // namespace rimau::testing
