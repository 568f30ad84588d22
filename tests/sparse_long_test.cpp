// The mountain board with four men, the fewest that can hold a tiger there, against brute force.
#include "solver/sparse_tables.hpp"

namespace rimau::testing {
namespace {

TEST(SparseLong, AgreesWithBruteForceWhereMenCanWin) { check_against_brute_force("small-few"); }

}  // namespace
}  // namespace rimau::testing
