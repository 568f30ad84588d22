// Many positions at once, as numpy arrays; and moves as numbers, for what learns.
#include <pybind11/numpy.h>

#include <algorithm>
#include <map>

#include "base/threads.hpp"
#include "handles.hpp"
#include "notation/notation.hpp"
#include "rules/playout.hpp"

namespace rimau::python {
namespace {

constexpr int max_threads = 256;
constexpr std::uint64_t max_count = 100'000'000;
constexpr std::size_t state_columns = 6;  // tigers in hand, men in hand, captured, turn, stage, ply

template <class T>
using Array = py::array_t<T, py::array::c_style | py::array::forcecast>;

std::int8_t winner_number(Verdict verdict) {
  return static_cast<std::int8_t>(verdict == Verdict::tigers ? 1 : verdict == Verdict::men ? -1 : 0);
}

// All moves that can ever be legal in a game, numbered: by kind, then by points.
struct Actions {
  std::vector<Move> moves;
  std::map<std::uint32_t, std::int32_t> numbers;  // by bits

  void add(Move move) {
    if (numbers.emplace(move.bits(), static_cast<std::int32_t>(moves.size())).second) moves.push_back(move);
  }
};

std::shared_ptr<const Actions> make_actions(const Game& game) {
  auto actions = std::make_shared<Actions>();
  actions->add(Move::pass());
  for (const auto point : game.points()) actions->add(Move::drop(point));
  for (const auto from : game.points())
    for (const auto to : game.steps(from)) actions->add(Move::step(from, to));
  for (const auto from : game.points())
    for (const auto& leap : game.leaps(from)) actions->add(Move::leap(from, leap.landing));
  if (const auto start = start_position(game); start.stage == Stage::opening)
    for_each_move(game, start, [&](Move move) { actions->add(move); });
  return actions;
}

// Of each game asked about, by its address; the game is kept, so that no other gets the same.
const Actions& actions_of(const std::shared_ptr<const Game>& game) {
  static auto* known = new std::map<std::shared_ptr<const Game>, std::shared_ptr<const Actions>>;
  auto& actions = (*known)[game];
  if (!actions) actions = make_actions(*game);
  return *actions;
}

std::vector<std::string> action_texts(const GameHandle& game) {
  std::vector<std::string> texts;
  for (const auto move : actions_of(game.shared()).moves) texts.push_back(format_move(*game, move));
  return texts;
}

py::array_t<std::int32_t> legal_actions(const std::shared_ptr<const Game>& game, const Position& position) {
  const auto& actions = actions_of(game);
  std::vector<std::int32_t> numbers;
  for_each_move(*game, position, [&](Move move) { numbers.push_back(actions.numbers.at(move.bits())); });
  std::ranges::sort(numbers);
  return py::array_t<std::int32_t>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

Move action(const std::shared_ptr<const Game>& game, std::int64_t number) {
  const auto& moves = actions_of(game).moves;
  return moves[static_cast<std::size_t>(
      in_range(number, std::int64_t{0}, static_cast<std::int64_t>(moves.size()) - 1, "action"))];
}

py::tuple playouts(const PositionHandle& from, std::uint64_t count, std::uint64_t seed, int max_plies, int threads) {
  in_range(count, std::uint64_t{0}, max_count, "count");
  in_range(max_plies, 0, 1'000'000'000, "max_plies");
  in_range(threads, 1, max_threads, "threads");
  py::array_t<std::int8_t> winners(static_cast<py::ssize_t>(count));
  py::array_t<std::int32_t> plies(static_cast<py::ssize_t>(count));
  auto* const winner = winners.mutable_data();
  auto* const length = plies.mutable_data();
  // Each part draws numbers of its own, so that the threads make no difference.
  constexpr std::uint64_t part = 256;
  interruptible([&, placed = from.shared()](const std::atomic<bool>& stop) {
    const bool over = outcome(*placed->game, placed->position).over();
    parallel_for((count + part - 1) / part, static_cast<unsigned>(threads), [&](std::size_t index, unsigned) {
      Random random(mix(seed) + index);
      const auto below = [&random](unsigned bound) { return random.below(bound); };
      const auto end = std::min(count, (index + 1) * part);
      for (auto i = index * part; i < end && !stop; ++i) {
        const auto played = playout(*placed->game, placed->position, over ? 0 : max_plies, below);
        winner[i] = winner_number(played.outcome.verdict);
        length[i] = played.plies;
      }
    });
    return true;
  });
  return py::make_tuple(winners, plies);
}

std::vector<std::shared_ptr<const Placed>> taken(const py::sequence& positions) {
  std::vector<std::shared_ptr<const Placed>> all;
  for (const auto& position : positions) {
    all.push_back(position.cast<const PositionHandle&>().shared());
    if (all.back()->game->points() != all.front()->game->points())
      raise(ErrorKind::text, "positions: expected positions on one board");
  }
  return all;
}

py::tuple to_arrays(const py::sequence& positions) {
  const auto all = taken(positions);
  const auto points = all.empty() ? 0 : all.front()->game->board().size();
  const auto count = static_cast<py::ssize_t>(all.size());
  py::array_t<std::int8_t> boards({count, static_cast<py::ssize_t>(points)});
  py::array_t<std::int32_t> states({count, static_cast<py::ssize_t>(state_columns)});
  auto* board = boards.mutable_data();
  auto* state = states.mutable_data();
  for (const auto& placed : all) {
    const auto& position = placed->position;
    for (int i = 0; i < points; ++i)
      *board++ = static_cast<std::int8_t>(position.tigers.contains(Point::at(i)) ? 1
                                          : position.men.contains(Point::at(i))  ? -1
                                                                                 : 0);
    *state++ = position.tigers_in_hand;
    *state++ = position.men_in_hand;
    *state++ = captured(*placed->game, position);
    *state++ = position.turn == Side::tigers ? 1 : -1;
    *state++ = position.stage == Stage::opening ? 0 : 1;
    *state++ = static_cast<std::int32_t>(std::min<std::uint32_t>(position.ply, max_ply));
  }
  return py::make_tuple(boards, states);
}

// One row as a position, checked like a text.
Position position_of(const Game& game, const std::int8_t* board, const std::int32_t* state) {
  Setup setup;
  for (int i = 0; i < game.board().size(); ++i) {
    in_range<int>(board[i], -1, 1, "boards");
    if (board[i] == 1) setup.tigers |= Point::at(i);
    if (board[i] == -1) setup.men |= Point::at(i);
  }
  setup.tigers_in_hand = static_cast<unsigned>(in_range(state[0], 0, max_points, "states: tigers in hand"));
  setup.men_in_hand = static_cast<unsigned>(in_range(state[1], 0, max_points, "states: men in hand"));
  setup.captured = static_cast<unsigned>(in_range(state[2], 0, 2 * max_points, "states: captured"));
  if (state[3] != 1 && state[3] != -1) raise(ErrorKind::text, "states: turn: expected 1 (tigers) or -1 (men)");
  setup.turn = state[3] == 1 ? Side::tigers : Side::men;
  setup.stage = in_range(state[4], 0, 1, "states: stage") == 0 ? Stage::opening : Stage::play;
  setup.ply = static_cast<std::uint32_t>(in_range(state[5], 0, static_cast<int>(max_ply), "states: ply"));
  return must(validate(game, setup));
}

std::vector<PositionHandle> from_arrays(const GameHandle& game, const Array<std::int8_t>& boards,
                                        const Array<std::int32_t>& states) {
  const auto points = game->board().size();
  if (boards.ndim() != 2 || boards.shape(1) != points)
    raise(ErrorKind::text, cat("boards: expected an array of shape (n, ", points, ")"));
  if (states.ndim() != 2 || states.shape(1) != py::ssize_t{state_columns} || states.shape(0) != boards.shape(0))
    raise(ErrorKind::text, cat("states: expected an array of shape (", boards.shape(0), ", ", state_columns, ")"));
  std::vector<PositionHandle> positions;
  for (py::ssize_t row = 0; row < boards.shape(0); ++row)
    positions.emplace_back(std::make_shared<const Placed>(
        Placed{game.shared(), position_of(*game, boards.data(row, 0), states.data(row, 0))}));
  return positions;
}

// Positions that uniformly random play from `from` comes to after `plies` turns, or where it ended before.
std::vector<PositionHandle> random_positions(const PositionHandle& from, std::uint64_t count, int plies,
                                             std::uint64_t seed) {
  in_range(count, std::uint64_t{0}, max_count / 100, "count");
  in_range(plies, 0, 1'000'000, "plies");
  const auto placed = from.shared();
  auto found = interruptible([&](const std::atomic<bool>& stop) {
    std::vector<Position> reached;
    Random random(seed);
    const auto below = [&random](unsigned bound) { return random.below(bound); };
    while (reached.size() < count && !stop) {
      auto position = placed->position;
      for (int ply = 0; ply < plies && !outcome(*placed->game, position).over(); ++ply)
        if (!random_turn(*placed->game, position, below)) break;
      reached.push_back(position);
    }
    return reached;
  });
  std::vector<PositionHandle> positions;
  for (const auto& position : found)
    positions.emplace_back(std::make_shared<const Placed>(Placed{placed->game, position}));
  return positions;
}

py::tuple probe_many(const TablesHandle& tables, const py::sequence& positions) {
  const auto all = taken(positions);
  py::array_t<std::int8_t> winners(static_cast<py::ssize_t>(all.size()));
  py::array_t<std::int32_t> distances(static_cast<py::ssize_t>(all.size()));
  auto* const winner = winners.mutable_data();
  auto* const distance = distances.mutable_data();
  const auto done = interruptible([&, opened = tables.shared()](const std::atomic<bool>& stop) -> Result<void> {
    const std::lock_guard lock(opened->guard);
    for (std::size_t i = 0; i < all.size() && !stop; ++i) {
      const auto value = opened->prober(all[i]->game).value(all[i]->position);
      if (!value && value.error().kind != ErrorKind::unknown) return std::unexpected(value.error());
      winner[i] = value ? winner_number(value->verdict) : std::int8_t{2};
      distance[i] = value ? value->distance.value_or(-1) : -1;
    }
    return {};
  });
  must(done);
  return py::make_tuple(winners, distances);
}

}  // namespace

void bind_batches(py::module_& module) {
  module.def("playouts", &playouts, py::arg("position"), py::arg("count"), py::kw_only(), py::arg("seed") = 1,
             py::arg("max_plies") = 10'000, py::arg("threads") = 1,
             "Uniformly random games; (winners int8 (count,), plies int32 (count,)).");
  module.def("random_positions", &random_positions, py::arg("position"), py::arg("count"), py::kw_only(),
             py::arg("plies"), py::arg("seed") = 1, "What random play comes to.");
  module.def("to_arrays", &to_arrays, py::arg("positions"), "(boards int8 (n, points), states int32 (n, 6)).");
  module.def("from_arrays", &from_arrays, py::arg("game"), py::arg("boards"), py::arg("states"),
             "The inverse of to_arrays, checked.");
  module.def("probe_many", &probe_many, py::arg("tables"), py::arg("positions"),
             "(winners int8 (n,), distances int32 (n,)).");
  module.def("actions", &action_texts, py::arg("game"), "All moves that can be legal in a game, by their numbers.");
  module.def(
      "legal_actions", [](const PositionHandle& self) { return legal_actions(self->game, self->position); },
      py::arg("position"), "The numbers of the legal moves, int32 (n,), increasing.");
  module.def(
      "action_text",
      [](const GameHandle& game, std::int64_t number) { return format_move(*game, action(game.shared(), number)); },
      py::arg("game"), py::arg("action"), "The move of that number.");
}

}  // namespace rimau::python
