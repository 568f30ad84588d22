// The three boards with four men and one or two tigers, every position against brute force.
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

}  // namespace
}  // namespace rimau::testing
