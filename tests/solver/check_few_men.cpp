// check_few_men FOLDER GAME MEN: whether the tables in a folder hold the value of every position of a game with at most
// so many men, found by brute force. Says how many there are, or what differs first, and ends with code 1 then.
#include <cstdio>

#include "base/text.hpp"
#include "solver/few_men_brute_force.hpp"
#include "support.hpp"

int main(int argc, char** argv) {
  using namespace rimau;
  using namespace rimau::testing;
  const auto men = argc == 4 ? parse_number(argv[3], max_points) : std::nullopt;
  if (!men) give_up("usage: check_few_men FOLDER GAME MEN");
  const auto game = open(argv[2]);
  const auto tables = tablebase::Tables::open({argv[1]});
  const auto result = FewMenBruteForce(*game, static_cast<int>(*men)).compare(tables);
  if (!result.difference.empty()) std::printf("%s\n", result.difference.c_str());
  std::printf("%llu positions agree, %llu of them decided\n", static_cast<unsigned long long>(result.positions),
              static_cast<unsigned long long>(result.decided));
  return result.difference.empty() ? 0 : 1;
}
