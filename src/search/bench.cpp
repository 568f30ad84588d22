#include "search/bench.hpp"

#include <array>

#include "base/random.hpp"
#include "notation/notation.hpp"

namespace rimau {
namespace {

// Of each game: the start, a position of the middle game where the tigers are free, one where the men
// have nearly closed the ring.
constexpr std::array<std::string_view, 21> positions{
    "bagh-chal tigers=a1,a5,e1,e5 men=- hand=0/20 turn=men",
    "bagh-chal tigers=a3,c3,e1,e5 men=a1,a2,c5 hand=0/13 turn=tigers ply=13",
    "bagh-chal tigers=b4,c1,d3,d4 men=a1,a2,a3,a4,b1,b2,b3,b5,c3,c5,d1,d2,d5,e1,e2,e3,e4,e5 hand=0/2 turn=tigers "
    "ply=35",
    "demala-diviyan-keliya tigers=c4,d4,t5 men=- hand=0/15 turn=men",
    "demala-diviyan-keliya tigers=d4,e2,f3 men=a2,a3,b2,b3,d1 hand=0/5 turn=men ply=20",
    "demala-diviyan-keliya tigers=e1,e2,f2 men=a2,a4,b2,b4,c1,c2,c3,c4,d1,d3,d4,e4,f3,f4,t5 hand=0/0 turn=tigers "
    "ply=59",
    "meurimueng-rimueng-do tigers=- men=- hand=5/15 turn=tigers",
    "meurimueng-rimueng-do tigers=b4,c1,d3,e2,e4 men=a3,d1,d2,f2 hand=0/9 turn=men ply=13",
    "meurimueng-rimueng-do tigers=a2,b2,b4,e3,f2 men=a4,b1,c2,c3,d2,d3,d4,e1,e2,e4,f3,f4,t5 hand=0/0 turn=men ply=157",
    "pulijudam tigers=c4,d4,t5 men=- hand=0/15 turn=men",
    "pulijudam tigers=c3,d3,e2 men=a3,b2,d1 hand=0/9 turn=men ply=12",
    "pulijudam tigers=e1,e2,f2 men=a2,a4,b2,b4,c1,c2,c3,c4,d1,d3,d4,e4,f3,f4,t5 hand=0/0 turn=tigers ply=59",
    "rimau-22 tigers=c3 men=d2,d3,d4,e2,e3,e4,f2,f3,f4 hand=0/13 turn=tigers",
    "rimau-22 tigers=d2 men=a5,e1,e2,e5,f2,f3,g5 hand=0/7 turn=men ply=13",
    "rimau-22 tigers=e1 men=c1,c3,c5,d1,d2,d3,d4,e2,e3,e5,f3,f4,f5,g3,g4,g5,h2,h4,i5 hand=0/0 turn=men ply=85",
    "rimau-24 tigers=c3 men=d2,d3,d4,e2,e3,e4,f2,f3,f4 hand=0/15 turn=tigers",
    "rimau-24 tigers=d2 men=a5,e1,e2,e5,f2,f3,g5 hand=0/9 turn=men ply=13",
    "rimau-24 tigers=f2 men=a3,c2,c4,d1,d2,d3,d4,d5,e1,e2,e3,e5,f3,f4,g3,g4,g5,h2,h4,i1,i5 hand=0/0 turn=men ply=43",
    "rimau-rimau tigers=c3,g3 men=d2,d3,d4,e2,e3,e4,f2,f3,f4 hand=0/15 turn=tigers",
    "rimau-rimau tigers=c1,d3 men=a5,d4,e3,e4,e5,f2,f4,g5 hand=0/9 turn=men ply=13",
    "rimau-rimau tigers=b4,i3 men=b2,c3,c5,d2,d3,d4,d5,e1,e2,e3,e4,f1,f2,f3,f4,g3,g5,h2,h3,i1,i5 hand=0/0 turn=men",
};

constexpr SearchLimits limits{.depth = 8, .nodes = 40'000};
constexpr std::size_t hash_mib = 4;

}  // namespace

Result<BenchSummary> run_bench(Catalogue& catalogue, const std::function<void(const BenchEntry&)>& each,
                               const Networks& networks) {
  BenchSummary summary;
  Searcher searcher(hash_mib);
  searcher.use(networks);
  for (const auto text : positions) {
    const auto read = parse_position(catalogue, text);
    if (!read) return std::unexpected(read.error());
    searcher.clear();
    const BenchEntry entry{.position = text,
                           .search = searcher.search(Play(read->game, read->position), limits, {}),
                           .perft = perft(*read->game, read->position, bench_perft_depth)};
    summary.nodes += entry.search.nodes;
    summary.sequences += entry.perft;
    for (const std::uint64_t part :
         {entry.search.nodes, std::uint64_t{entry.search.best.bits()}, static_cast<std::uint64_t>(entry.search.score),
          static_cast<std::uint64_t>(entry.search.depth), entry.perft})
      summary.signature = mix(summary.signature ^ part);
    if (each) each(entry);
  }
  return summary;
}

}  // namespace rimau
