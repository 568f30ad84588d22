// rimau perft: counts the sequences of legal moves, on several threads.
#include <algorithm>
#include <atomic>
#include <chrono>

#include "base/text.hpp"
#include "base/threads.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"

namespace rimau::cli {
namespace {

constexpr unsigned max_depth = 60;
constexpr std::size_t pieces_per_thread = 200;  // enough for an even load
constexpr int least_depth_of_piece = 2;         // of a subtree worth handing to a thread

struct Request {
  std::string game;
  std::string position;
  int depth = 0;
  bool divide = false;
  unsigned threads = default_threads();
};

// A subtree that one thread counts, and the move at the root that it comes after.
struct Piece {
  Position position;
  std::size_t root;
};

// How much of the current depth is done, for people.
class Progress {
 public:
  explicit Progress(int depth) : depth_(depth), wanted_(is_terminal(stderr)) {}
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() {
    if (shown_) fmt::print(stderr, "\r{:<30}\r", "");
  }

  // From one thread at a time.
  void show(std::size_t done, std::size_t all) {
    const auto now = std::chrono::steady_clock::now();
    if (!wanted_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(200);
    shown_ = true;
    fmt::print(stderr, "\rdepth {}: {} %  ", depth_, done * 100 / std::max<std::size_t>(all, 1));
    std::fflush(stderr);
  }

 private:
  int depth_;
  bool wanted_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
};

// The number of sequences of `depth` plies, at least 1, after each move at the root.
std::vector<std::uint64_t> count(const Game& game, const Position& root, const std::vector<Move>& moves, int depth,
                                 unsigned threads) {
  // 1. Cut the tree into subtrees, a ply at a time, until there are enough of them.
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < moves.size(); ++i) pieces.push_back({play_unchecked(game, root, moves[i]), i});
  int left = depth - 1;
  while (threads > 1 && left > least_depth_of_piece && !pieces.empty() && pieces.size() < pieces_per_thread * threads) {
    std::vector<Piece> finer;
    for (const auto& piece : pieces)
      for_each_move(game, piece.position,
                    [&](Move move) { finer.push_back({play_unchecked(game, piece.position, move), piece.root}); });
    pieces = std::move(finer);
    --left;
  }

  // 2. Count them; the calling thread also shows how far it is.
  std::vector<std::uint64_t> nodes(pieces.size());
  std::atomic<std::size_t> done{0};
  Progress progress(depth);
  parallel_for(pieces.size(), threads, [&](std::size_t i, unsigned worker) {
    nodes[i] = perft(game, pieces[i].position, left);
    const auto finished = done.fetch_add(1, std::memory_order_relaxed) + 1;
    if (worker == 0) progress.show(finished, pieces.size());
  });

  // 3. Sum by the move at the root.
  std::vector<std::uint64_t> sums(moves.size());
  for (std::size_t i = 0; i < pieces.size(); ++i) sums[pieces[i].root] += nodes[i];
  return sums;
}

Result<int> run(Session& session, const Request& request) {
  const auto from = open_position(session, request.game, request.position);
  if (!from) return std::unexpected(from.error());
  const auto& game = *from->game;
  const auto moves = legal_moves(game, from->position);
  if (request.divide) {
    if (request.depth == 0) return 0;
    const auto nodes = count(game, from->position, moves, request.depth, request.threads);
    std::vector<std::pair<std::string, std::uint64_t>> lines;
    for (std::size_t i = 0; i < moves.size(); ++i) lines.emplace_back(format_move(game, moves[i]), nodes[i]);
    std::ranges::sort(lines);
    for (const auto& [move, number] : lines) print("{} {}\n", move, number);
    return 0;
  }
  for (int depth = 1; depth <= request.depth; ++depth) {
    std::uint64_t total = 0;
    for (const auto nodes : count(game, from->position, moves, depth, request.threads)) total += nodes;
    print("{} {}\n", depth, total);
    if (auto written = flush(); !written) return std::unexpected(written.error());
  }
  return 0;
}

}  // namespace

void add_perft(CLI::App& program, Command& chosen) {
  auto* command = program.add_subcommand("perft", "Count the sequences of legal moves");
  auto request = std::make_shared<Request>();
  add_game_argument(*command, request->game);
  add_position_option(*command, request->position);
  command->add_option("--depth", request->depth, "Count sequences of up to so many plies")
      ->required()
      ->type_name("N")
      ->check(number_between(0, max_depth));
  command->add_flag("--divide", request->divide, "Print the count after each move,\nfor the full depth only");
  add_threads_option(*command, request->threads);
  command->footer(
      "Prints a line \"depth nodes\" for each depth from 1 to N as it is counted, or with --divide a line\n"
      "\"move nodes\" for each legal move, in byte order. A finished position has no children; draws by\n"
      "repetition or quiet plies are ignored.\n\n" +
      examples({{"rimau perft rimau-24 --depth 3", "2604, 78120 and 270684"},
                {"rimau perft bagh-chal --depth 4 --divide --threads 2", "where the sequences of 4 plies begin"}}));
  command->callback([&chosen, request] { chosen = [request](Session& session) { return run(session, *request); }; });
}

}  // namespace rimau::cli
