// Solves the endings with few men into a folder, then asks the tables and the search about one of them.
#include <iostream>
#include <rimau/notation/notation.hpp>
#include <rimau/search/search.hpp>
#include <rimau/solver/solve.hpp>
#include <rimau/tablebase/tables.hpp>

int main(int, char** argv) {
  rimau::Catalogue catalogue;
  const auto read = rimau::parse_position(catalogue, "rimau-24 tigers=a1 men=a3,a5,b2,c4 hand=0/0 turn=men");
  if (!read) {
    std::cerr << read.error().text() << '\n';
    return 1;
  }
  const auto& [game, position] = *read;
  const auto solved =
      rimau::solver::solve(*game, {.folder = argv[1], .memory_bytes = std::uint64_t{1} << 30, .max_men = 4}, {});
  if (!solved) {
    std::cerr << solved.error().text() << '\n';
    return 1;
  }
  const auto tables = std::make_shared<const rimau::tablebase::Tables>(rimau::tablebase::Tables::open({argv[1]}));
  rimau::tablebase::Probe probe(*tables, *game);
  const auto value = probe.value(position);
  if (!value) {
    std::cerr << value.error().text() << '\n';
    return 1;
  }
  rimau::Searcher searcher(1);
  searcher.use(tables);
  const auto report = searcher.search(rimau::Play(game, position), {.depth = 4}, {});
  std::cout << rimau::name(value->verdict) << ' ' << value->distance.value_or(-1) << '\n'
            << rimau::format_move(*game, report.best) << '\n';
}
