#include "solver/dense.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>

#include "base/threads.hpp"

namespace rimau::solver {
namespace {

constexpr std::size_t index_of(Side side) noexcept { return static_cast<std::size_t>(side); }
// The place of a winner's tables in the pairs.
constexpr std::size_t won_by(Side winner) noexcept { return winner == Side::men ? 0 : 1; }

// The bits of a word in which exactly `men` of the six in-word slots are men.
constexpr std::array<Word, 7> by_popcount = [] {
  std::array<Word, 7> masks{};
  for (int bit = 0; bit < 64; ++bit)
    masks[static_cast<std::size_t>(std::popcount(static_cast<unsigned>(bit)))] |= Word{1} << bit;
  return masks;
}();

// A table with the bits in which the number of men satisfies the predicate. Slots beyond the last are
// never men.
template <class Predicate>
std::vector<Word> mask_of(int slots, Predicate&& wanted) {
  std::vector<Word> mask(words_for(slots), 0);
  const Word valid = slots >= word_slots ? ~Word{0} : (Word{1} << (1 << slots)) - 1;
  for (std::size_t w = 0; w < used_words(slots); ++w)
    for (int men = 0; men <= word_slots; ++men)
      if (wanted(std::popcount(w) + men)) mask[w] |= by_popcount[static_cast<std::size_t>(men)] & valid;
  return mask;
}

constexpr int most_slots = 24;
constexpr int most_moves = 48;  // of the tigers of one set, an estimate from above
constexpr auto report_interval = std::chrono::milliseconds(200);

// The share of a fixpoint done after so many rounds, as far as one can tell: most take 30 to 130.
double share_after(double round) { return 1 - std::exp(-round / 40); }

bool any(ConstTable table) {
  Word all = 0;
  for (const auto word : table) all |= word;
  return all != 0;
}

}  // namespace

// Working memory of one thread.
struct DenseSolver::Scratch {
  explicit Scratch(std::size_t words) : found(words), leaps(words), copy(words) {}
  std::vector<Word> found;
  std::vector<Word> leaps;  // what a leap alone finds
  std::vector<Word> copy;
};

DenseSolver::DenseSolver(const Game& game, unsigned threads, Progress progress)
    : game_(&game),
      threads_(threads),
      progress_(std::move(progress)),
      sets_(game, game.rules().tigers),
      numbering_(game),
      slots_(game.board().size() - game.rules().tigers),
      words_(words_for(slots_)) {}

bool DenseSolver::possible(const Game& game) { return game.board().size() - game.rules().tigers <= most_slots; }

std::uint64_t DenseSolver::memory_needed(const Game& game) {
  const auto slots = game.board().size() - game.rules().tigers;
  const auto sets = binomial(game.board().size(), game.rules().tigers);
  // Classes cannot be fewer than this; those of symmetric sets add a little, allowed for below.
  const auto classes = sets / game.symmetries().size();
  const auto bytes = double(classes) * 1.02 * double(words_for(slots)) * (4 * sizeof(Word) + 64 * sizeof(Code)) +
                     double(classes) * most_moves * sizeof(MoveTo);
  return static_cast<std::uint64_t>(bytes) + sets * sizeof(TigerSets::Image) + (std::uint64_t{64} << 20);
}

Result<DenseSolver> DenseSolver::make(const Game& game, unsigned threads, Progress progress) {
  DenseSolver solver(game, threads, std::move(progress));
  const std::size_t words = solver.words_ * solver.sets_.representatives();
  for (auto* pair : {&solver.tigers_to_move_, &solver.men_to_move_})
    for (auto& bits : *pair) {
      auto made = Bits::make(words);
      if (!made) return std::unexpected(std::move(made).error());
      bits = *std::move(made);
    }
  auto codes = BigArray<Code>::make(words * 64);
  if (!codes) return std::unexpected(std::move(codes).error());
  solver.codes_ = *std::move(codes);
  solver.moves_.resize(solver.sets_.representatives());
  parallel_for(solver.moves_.size(), threads, [&](std::size_t number, unsigned) {
    solver.moves_[number] = tiger_moves(game, solver.sets_, solver.numbering_, static_cast<std::uint32_t>(number));
  });
  solver.set_masks();
  return solver;
}

void DenseSolver::set_masks() {
  const auto& rules = game_->rules();
  const auto total = [this](int men) { return men + level_; };
  open_ = mask_of(slots_, [&](int men) {
    return total(men) > rules.men_left_when_tigers_win() && total(men) <= rules.men_in_play();
  });
  decided_ = mask_of(slots_, [&](int men) { return total(men) <= rules.men_left_when_tigers_win(); });
  left_out_ = mask_of(slots_, [&](int men) { return tablebase::may_leave_out_leaps(*game_, {0, level_}, men); });
  for (std::size_t w = 0; w < words_; ++w) left_out_[w] &= open_[w];
  leaves_out_ = any(left_out_);
}

std::span<Code> DenseSolver::codes(std::uint32_t representative) const noexcept {
  return codes_.slice(std::size_t{representative} * words_ * 64, words_ * 64);
}

Table DenseSolver::wins(Side winner, Side to_move, std::uint32_t representative) const noexcept {
  return table((to_move == Side::tigers ? tigers_to_move_ : men_to_move_)[won_by(winner)], representative);
}

// Runs body(representative, scratch) for all of them on all threads; it tells whether it treated the
// table. Reports from `begin` to `end` of the phase; the first thread alone talks to the progress
// function.
template <class Body>
Result<void> DenseSolver::over_representatives(std::string_view phase, double begin, double end, Body&& body) {
  std::vector<Scratch> scratch(threads_, Scratch(words_));
  std::atomic<std::size_t> done{0};
  std::atomic<std::uint64_t> positions{positions_};
  std::atomic<bool> stop{false};
  const auto count = sets_.representatives();
  const std::uint64_t table_positions = std::uint64_t{1} << slots_;
  auto next = std::chrono::steady_clock::now() + report_interval;
  parallel_for(count, threads_, [&](std::size_t number, unsigned worker) {
    if (stop.load(std::memory_order_relaxed)) return;
    const auto representative = static_cast<std::uint32_t>(number);
    if (body(representative, scratch[worker]))
      positions.fetch_add(table_positions * static_cast<std::uint64_t>(sets_.orbit(representative)),
                          std::memory_order_relaxed);
    const auto finished = done.fetch_add(1, std::memory_order_relaxed) + 1;
    if (worker != 0 || !progress_) return;
    const auto now = std::chrono::steady_clock::now();
    if (now < next) return;
    next = now + report_interval;
    if (!progress_({phase, begin + (end - begin) * double(finished) / double(count), positions})) stop = true;
  });
  positions_ = positions;
  if (stop) return fail(ErrorKind::cancelled, "stopped");
  return {};
}

Result<void> DenseSolver::find_stuck() {
  stuck_.assign(sets_.representatives(), {});
  const std::vector<Word> everywhere(words_, ~Word{0});
  return over_representatives("preparing", 0, 1, [&](std::uint32_t representative, Scratch& scratch) {
    std::ranges::fill(scratch.found, 0);
    add_steps(scratch.found, everywhere, free_edges(*game_, numbering_, sets_.representative(representative)));
    for (std::size_t w = 0; w < words_; ++w)
      for (Word rest = ~scratch.found[w] & open_[w]; rest != 0; rest &= rest - 1)
        stuck_[representative].push_back(static_cast<std::uint32_t>(w * 64) +
                                         static_cast<std::uint32_t>(std::countr_zero(rest)));
    return false;
  });
}

void DenseSolver::record(std::uint32_t representative, ConstTable found, Code code) {
  Code* const codes = codes_.data() + std::size_t{representative} * words_ * 64;
  for (std::size_t w = 0; w < found.size(); ++w)
    for (Word rest = found[w]; rest != 0; rest &= rest - 1)
      codes[w * 64 + static_cast<std::size_t>(std::countr_zero(rest))] = code;
}

// out |= the positions of the representative from which one of the tigers' steps, or leaps, leads into `to`
// (or its complement); of the sets that changed only, where they are told.
void DenseSolver::add_tigers_turn(Kind kind, Table out, const Bits& to, bool complement, std::uint32_t representative,
                                  const std::vector<bool>* changed, Table scratch) const {
  for (const auto& [next, move] : moves_[representative]) {
    if ((move.over != 0) != (kind == Kind::leap)) continue;
    if (changed != nullptr && !(*changed)[next]) continue;
    add_tiger_move(out, table(to, next), complement, move, slots_, scratch);
  }
}

// Adds to the wins with the tigers to move those that follow from the wins with the men to move; what
// is new is left in scratch.found, of the tigers' wins those by a leap that slices leave out in
// scratch.leaps; whether there is anything new is returned.
bool DenseSolver::grow_tigers_to_move(Side winner, std::uint32_t representative, const std::vector<bool>* changed,
                                      Scratch& scratch) {
  std::ranges::fill(scratch.found, 0);
  const bool tigers = winner == Side::tigers;
  const auto& to = men_to_move_[won_by(winner)];
  // Wins by "some move" grow only where a successor's did; "every move" needs them all.
  const auto* wanted = tigers ? changed : nullptr;
  add_tigers_turn(Kind::leap, scratch.found, to, !tigers, representative, wanted, scratch.copy);
  if (tigers) std::ranges::copy(scratch.found, scratch.leaps.begin());
  add_tigers_turn(Kind::step, scratch.found, to, !tigers, representative, wanted, scratch.copy);
  const auto known = table(tigers_to_move_[won_by(winner)], representative);
  const Word flip = tigers ? 0 : ~Word{0};  // the men win where no move leads out of their wins
  for (std::size_t w = 0; w < words_; ++w) {
    scratch.found[w] = (scratch.found[w] ^ flip) & open_[w] & ~known[w];
    known[w] |= scratch.found[w];
  }
  if (tigers)
    for (std::size_t w = 0; w < words_; ++w) scratch.leaps[w] &= scratch.found[w] & left_out_[w];
  return any(scratch.found);
}

void DenseSolver::mark_as_leaps(std::uint32_t representative, Values values, Table marks, Table scratch) const {
  const auto men_wins = table(tigers_to_move_[won_by(Side::men)], representative);
  const auto tiger_wins = table(tigers_to_move_[won_by(Side::tigers)], representative);
  // 1. Draws in which a leap does not lose.
  std::ranges::fill(marks, 0);
  if (!leaves_out_) return;
  add_tigers_turn(Kind::leap, marks, men_to_move_[won_by(Side::men)], true, representative, nullptr, scratch);
  for (std::size_t w = 0; w < words_; ++w) marks[w] &= ~(men_wins[w] | tiger_wins[w]) & left_out_[w];
  if (values == Values::draws) return;
  // 2. Wins in which a leap wins.
  std::vector<Word> won(words_, 0);
  add_tigers_turn(Kind::leap, won, men_to_move_[won_by(Side::tigers)], false, representative, nullptr, scratch);
  for (std::size_t w = 0; w < words_; ++w) marks[w] |= won[w] & tiger_wins[w] & left_out_[w];
}

// The same the other way round; here the tigers' wins are those from which every step leads to one.
bool DenseSolver::grow_men_to_move(Side winner, std::uint32_t representative, Scratch& scratch) {
  const auto from = table(tigers_to_move_[won_by(winner)], representative);
  const auto known = table(men_to_move_[won_by(winner)], representative);
  const Word flip = winner == Side::men ? 0 : ~Word{0};
  for (std::size_t w = 0; w < words_; ++w) scratch.copy[w] = from[w] ^ flip;
  std::ranges::fill(scratch.found, 0);
  add_steps(scratch.found, scratch.copy, free_edges(*game_, numbering_, sets_.representative(representative)));
  for (std::size_t w = 0; w < words_; ++w) scratch.found[w] = (scratch.found[w] ^ flip) & open_[w];
  for (const auto occupancy : stuck_[representative]) {
    const Word bit = Word{1} << (occupancy & 63);
    auto& word = scratch.found[occupancy >> 6];
    // Men who cannot step pass, and the position is worth what it is for the tigers; or they lose.
    const bool won = game_->rules().stuck_loses ? winner == Side::tigers : (from[occupancy >> 6] & bit) != 0;
    word = won ? word | bit : word & ~bit;
  }
  bool grown = false;
  for (std::size_t w = 0; w < words_; ++w) {
    if (winner == Side::tigers) scratch.found[w] |= decided_[w];
    grown |= (scratch.found[w] & ~known[w]) != 0;
    known[w] |= scratch.found[w];
  }
  return grown;
}

Result<void> DenseSolver::solve_sliding(const Save& save) {
  if (auto done = find_stuck(); !done) return done;
  if (mark_.winner == Side::men) {
    if (auto done = fixpoint(Side::men, mark_.round, save); !done) return done;
    mark_ = {Side::tigers, 0, scale_};
  }
  return fixpoint(Side::tigers, mark_.round, save);
}

Result<void> DenseSolver::restore(Mark mark) {
  mark_ = mark;
  scale_ = mark.scale;
  if (auto done = find_stuck(); !done) return done;
  // The tables with the tigers to move are the codes' bits; those with the men to move follow from them.
  return over_representatives("taking up the checkpoint", 0, 1, [&](std::uint32_t representative, Scratch& scratch) {
    const auto codes = this->codes(representative);
    for (const auto winner : {Side::men, Side::tigers}) {
      const auto bits = table(tigers_to_move_[won_by(winner)], representative);
      for (std::size_t i = 0; i < codes.size(); ++i)
        if (winner == Side::men ? scale_.men_win(codes[i])
                                : scale_.tigers_win(codes[i]) || codes[i] == tablebase::as_leap_code)
          bits[i / 64] |= Word{1} << (i % 64);
      (void)grow_men_to_move(winner, representative, scratch);
    }
    return false;
  });
}

// What is decided before any move: the threshold, and men who lose by being stuck.
void DenseSolver::begin_fixpoint(Side winner) {
  if (winner == Side::men) return;
  for (std::uint32_t representative = 0; representative < sets_.representatives(); ++representative) {
    std::ranges::copy(decided_, table(tigers_to_move_[1], representative).begin());
    record(representative, decided_, scale_.tigers_win_code(0));
    const auto men = table(men_to_move_[1], representative);
    std::ranges::copy(decided_, men.begin());
    if (!game_->rules().stuck_loses) continue;
    for (const auto occupancy : stuck_[representative]) men[occupancy >> 6] |= Word{1} << (occupancy & 63);
  }
}

// Sees to it that a round of the winner's has a code: the men's codes grow where the tigers have none yet, and shrink
// to what the men needed when the tigers need more.
Result<void> DenseSolver::make_room(Side winner, int round) {
  const auto too_long = fail(ErrorKind::unsupported,
                             cat("a win takes more than ", 2 * round, " plies; distances that long cannot be kept"));
  if (winner == Side::men) {
    if (round < scale_.men_rounds()) return {};
    if (round + 2 > tablebase::last_code) return too_long;
    scale_.men_codes = round + 1;
    return {};
  }
  if (round < scale_.tigers_rounds()) return {};
  const auto old = scale_;
  int men_codes = 1;
  const auto count = sets_.representatives();
  for (std::uint32_t representative = 0; representative < count; ++representative)
    for (const auto code : codes(representative))
      if (old.men_win(code)) men_codes = std::max(men_codes, int{code});
  if (men_codes == old.men_codes) return too_long;
  scale_.men_codes = men_codes;
  return over_representatives("making room for long wins", 0, 1, [&](std::uint32_t representative, Scratch&) {
    for (auto& code : codes(representative))
      if (old.tigers_win(code)) code = scale_.tigers_win_code(old.round(code));
    return false;
  });
}

Result<void> DenseSolver::fixpoint(Side winner, int first_round, const Save& save) {
  const bool first = winner == Side::men;
  const std::string phase = first ? "sliding, men's wins" : "sliding, tigers' wins";
  const auto estimate = [&](double round) { return (first ? 0 : 0.5) + 0.5 * share_after(round); };
  const auto count = sets_.representatives();
  std::vector<bool> changed(count, true);
  std::vector<std::uint8_t> grown(count, 0);
  // 1. What is known before the first round. (After a checkpoint it is known already.)
  if (first_round == 0) begin_fixpoint(winner);
  for (int round = first_round;; ++round) {
    // 2. The tigers' turn, wherever a successor changed.
    std::ranges::fill(grown, 0);
    if (auto room = make_room(winner, round); !room) return room;
    const Code code = winner == Side::men ? scale_.men_win_code(round) : scale_.tigers_win_code(round);
    auto done = over_representatives(
        phase, estimate(round), estimate(round + 0.5), [&](std::uint32_t representative, Scratch& scratch) {
          const auto leads_to_a_change = [&](const MoveTo& move) { return changed[move.representative]; };
          if (round > 0 && std::ranges::none_of(moves_[representative], leads_to_a_change)) return false;
          if (grow_tigers_to_move(winner, representative, &changed, scratch)) {
            record(representative, scratch.found, code);
            if (winner == Side::tigers) record(representative, scratch.leaps, tablebase::as_leap_code);
            grown[representative] = 1;
          }
          return true;
        });
    if (!done) return done;
    ++rounds_;
    if (std::ranges::find(grown, 1) == grown.end()) return {};
    // 3. The men's turn, wherever the tigers' changed.
    done = over_representatives(phase, estimate(round + 0.5), estimate(round + 1),
                                [&](std::uint32_t representative, Scratch& scratch) {
                                  if (grown[representative] == 0) return false;
                                  if (!grow_men_to_move(winner, representative, scratch)) grown[representative] = 0;
                                  return true;
                                });
    if (!done) return done;
    for (std::uint32_t representative = 0; representative < count; ++representative)
      changed[representative] = grown[representative] != 0;
    if (!save) continue;
    if (auto saved = save({winner, round + 1, scale_}); !saved) return saved;
  }
}

void DenseSolver::drop_men(std::uint32_t representative, Scratch& scratch) {
  for (const auto winner : {Side::men, Side::tigers}) {
    const auto from = table(tigers_to_move_[won_by(winner)], representative);
    const auto to = table(men_to_move_[won_by(winner)], representative);
    const Word flip = winner == Side::men ? 0 : ~Word{0};
    for (std::size_t w = 0; w < words_; ++w) scratch.copy[w] = from[w] ^ flip;
    std::ranges::fill(scratch.found, 0);
    for (int slot = 0; slot < slots_; ++slot) add_drop(scratch.found, scratch.copy, slot);
    for (std::size_t w = 0; w < words_; ++w) {
      to[w] = (scratch.found[w] ^ flip) & open_[w];
      if (winner == Side::tigers) to[w] |= decided_[w];
    }
  }
}

Result<void> DenseSolver::next_level() {
  codes_ = {};
  ++level_;
  set_masks();
  const auto phase = cat("men in hand: ", level_);
  // 1. The men drop: from the level below, within each table.
  if (auto done = over_representatives(phase, 0, 0.5,
                                       [&](std::uint32_t representative, Scratch& scratch) {
                                         drop_men(representative, scratch);
                                         return true;
                                       });
      !done)
    return done;
  // 2. The tigers move within the level.
  return over_representatives(phase, 0.5, 1, [&](std::uint32_t representative, Scratch& scratch) {
    for (const auto winner : {Side::men, Side::tigers}) {
      const auto known = table(tigers_to_move_[won_by(winner)], representative);
      std::ranges::fill(known, 0);
      (void)grow_tigers_to_move(winner, representative, nullptr, scratch);
      if (winner == Side::men) continue;
      for (std::size_t w = 0; w < words_; ++w) known[w] |= decided_[w];
    }
    return true;
  });
}

Result<void> DenseSolver::begin_loading(int level) {
  codes_ = {};
  level_ = level;
  set_masks();
  return {};
}

Result<void> DenseSolver::finish_loading() {
  if (!leaves_out_) return {};
  if (auto done = find_stuck(); !done) return done;
  // 1. The men's turn in the slices that hold all.
  const std::string_view phase = "taking up the sliding phase";
  auto done = over_representatives(phase, 0, 0.5, [&](std::uint32_t representative, Scratch& scratch) {
    (void)grow_men_to_move(Side::tigers, representative, scratch);
    return false;
  });
  if (!done) return done;
  // 2. The leaps into them. What is marked and not won is drawn.
  return over_representatives(phase, 0.5, 1, [&](std::uint32_t representative, Scratch& scratch) {
    std::ranges::fill(scratch.found, 0);
    add_tigers_turn(Kind::leap, scratch.found, men_to_move_[won_by(Side::tigers)], false, representative, nullptr,
                    scratch.copy);
    const auto known = table(tigers_to_move_[won_by(Side::tigers)], representative);
    const auto marked = left_out(representative);
    for (std::size_t w = 0; w < words_; ++w) known[w] |= scratch.found[w] & marked[w];
    return false;
  });
}

std::vector<SliceCount> DenseSolver::counts() const {
  const auto men = static_cast<std::size_t>(slots_) + 1;
  std::vector<std::vector<SliceCount>> partial(threads_, std::vector<SliceCount>(men + word_slots));
  parallel_for(sets_.representatives(), threads_, [&](std::size_t number, unsigned worker) {
    const auto representative = static_cast<std::uint32_t>(number);
    const auto weight = static_cast<std::uint64_t>(sets_.orbit(representative));
    auto& counts = partial[worker];
    for (const auto side : {Side::tigers, Side::men})
      for (const auto winner : {Side::tigers, Side::men}) {
        const auto words = wins(winner, side, representative);
        for (std::size_t w = 0; w < words.size(); ++w) {
          if (words[w] == 0) continue;
          const auto base = static_cast<std::size_t>(std::popcount(w));
          for (std::size_t inner = 0; inner <= word_slots; ++inner) {
            auto& count = counts[base + inner];
            (winner == Side::men ? count.men_win : count.tigers_win)[index_of(side)] +=
                weight * static_cast<std::uint64_t>(std::popcount(words[w] & by_popcount[inner]));
          }
        }
      }
  });
  std::vector<SliceCount> counts(men);
  for (std::size_t m = 0; m < men; ++m) {
    counts[m].positions = sets_.size() * binomial(slots_, static_cast<int>(m));
    for (const auto& part : partial)
      for (const std::size_t side : {0U, 1U}) {
        counts[m].men_win[side] += part[m].men_win[side];
        counts[m].tigers_win[side] += part[m].tigers_win[side];
      }
  }
  return counts;
}

}  // namespace rimau::solver
