#include "search/patterns.hpp"

#include <algorithm>
#include <numeric>

namespace rimau {

Patterns::Patterns(const Game& game, std::shared_ptr<const Network> network)
    : game_(game), network_(std::move(network)) {
  if (network_ == nullptr) return;
  spread();
  spread_mixers();
}

// From weights by unit to weights by lane.
void Patterns::spread() {
  const auto& net = *network_;
  const auto& symmetries = game_.symmetries();
  blocks_ = (net.units * symmetries.size() + lanes - 1) / lanes;
  points_.resize(2 * net.board_points * blocks_);
  starts_.resize(2 * net.hand_sizes * blocks_);
  heads_.resize(network_heads * blocks_);
  for (std::size_t symmetry = 0; symmetry < symmetries.size(); ++symmetry)
    for (std::size_t unit = 0; unit < net.units; ++unit) {
      const std::size_t lane = symmetry * net.units + unit;
      const auto put = [&](std::vector<Lanes>& to, std::size_t row, int number) {
        to[row * blocks_ + lane / lanes].of[lane % lanes] = static_cast<std::int16_t>(number);
      };
      for (std::size_t side = 0; side < 2; ++side) {
        for (std::size_t point = 0; point < net.board_points; ++point) {
          const auto image = static_cast<std::size_t>(symmetries[symmetry][point].index());
          put(points_, side * net.board_points + point,
              net.points[(side * net.board_points + image) * net.units + unit]);
        }
        for (std::size_t hand = 0; hand < net.hand_sizes; ++hand)
          put(starts_, side * net.hand_sizes + hand,
              net.hands[hand * net.units + unit] + net.turns[side * net.units + unit]);
      }
      for (std::size_t head = 0; head < network_heads; ++head) put(heads_, head, net.heads[head * net.units + unit]);
    }
}

// The first layer.
void Patterns::hold(const Position& position, Held& held) const noexcept {
  const auto& net = *network_;
  const auto* starts =
      &starts_[(static_cast<std::size_t>(position.turn) * net.hand_sizes + position.men_in_hand) * blocks_];
  const auto* tigers = points_.data();
  const auto* men = points_.data() + net.board_points * blocks_;
  for (std::size_t block = 0; block < blocks_; ++block) {
    Lanes sums = starts[block];
    for (const auto tiger : position.tigers) sums += tigers[static_cast<std::size_t>(tiger.index()) * blocks_ + block];
    for (const auto man : position.men) sums += men[static_cast<std::size_t>(man.index()) * blocks_ + block];
    for (auto& lane : sums.of) lane = std::clamp<std::int16_t>(lane, 0, network_one);
    std::ranges::copy(sums.of, &held.of[block * lanes]);
  }
}

// The numbers of the second layer by mixer, in fractions: all that is added up is whole and small enough to be exact.
void Patterns::spread_mixers() {
  const auto& net = *network_;
  mixer_rows_ = (net.mixers + mixed - 1) / mixed;
  const auto put = [&](std::vector<Mixed>& to, std::size_t row, std::size_t mixer, int number) {
    to[row * mixer_rows_ + mixer / mixed][mixer % mixed] = static_cast<float>(number);
  };
  mixes_.resize(net.units * mixer_rows_);
  leans_.resize(network_terms * mixer_rows_);
  biases_.resize(network_heads * mixer_rows_);
  counts_.resize(network_heads * mixer_rows_);
  for (std::size_t mixer = 0; mixer < net.mixers; ++mixer) {
    for (std::size_t i = 0; i < net.units; ++i) put(mixes_, i, mixer, net.mixes[mixer * net.units + i]);
    for (std::size_t i = 0; i < network_terms; ++i) put(leans_, i, mixer, net.leans[mixer * network_terms + i]);
    for (std::size_t i = 0; i < network_heads; ++i) {
      put(biases_, i, mixer, net.biases[i * net.mixers + mixer]);
      counts_[i * mixer_rows_ + mixer / mixed][mixer % mixed] = net.counts[i * net.mixers + mixer];
    }
  }
}

// Adds what sixteen mixers of one row make of what the units say in one symmetry.
void Patterns::mix(Mixed& sum, std::size_t row, const float* says) const noexcept {
  Mixed parts[4]{};  // so that no addition waits for the one before
  const auto* mixes = &mixes_[row];
  for (std::size_t unit = 0; unit < network_->units; unit += 4, mixes += 4 * mixer_rows_) {
    parts[0] += says[unit] * mixes[0];
    parts[1] += says[unit + 1] * mixes[mixer_rows_];
    parts[2] += says[unit + 2] * mixes[2 * mixer_rows_];
    parts[3] += says[unit + 3] * mixes[3 * mixer_rows_];
  }
  sum += parts[0] + parts[1] + parts[2] + parts[3];
}

// The second layer.
int Patterns::weigh_mixed(std::size_t head, const NetworkTerms& terms, const Held& held) const noexcept {
  if (mixer_rows_ == 0) return 0;
  const Mixed none{};
  const Mixed full = none + static_cast<float>(network_one * network_one);
  alignas(64) float says[network_most_lanes];  // NOLINT: only what is written is read
  for (std::size_t i = 0; i < blocks_ * lanes; ++i) says[i] = held.of[i];
  Counts worth{};
  for (std::size_t row = 0; row < mixer_rows_; ++row) {
    Mixed base = biases_[head * mixer_rows_ + row];
    for (std::size_t i = 0; i < network_terms; ++i)
      base += static_cast<float>(terms[i]) * leans_[i * mixer_rows_ + row];
    Counts out{};
    for (std::size_t symmetry = 0; symmetry < network_->symmetries; ++symmetry) {
      Mixed sum = base;
      mix(sum, row, &says[symmetry * network_->units]);
      sum = sum > none ? sum : none;
      sum = sum < full ? sum : full;
      out += __builtin_convertvector(sum * (1.0F / network_one), Counts);
    }
    worth += out * counts_[head * mixer_rows_ + row];
  }
  int sum = 0;
  for (std::size_t i = 0; i < mixed; ++i) sum += worth[i];
  return sum;
}

int Patterns::weigh(const Position& position, const Features& seen) const noexcept {
  const auto& net = *network_;
  Held held;
  hold(position, held);
  const auto head = network_head(position.men_in_hand, game_.rules().men, position.turn);
  std::array<std::int32_t, lanes> parts{};
  for (std::size_t block = 0; block < blocks_; ++block) {
    const auto& counts = heads_[head * blocks_ + block].of;
    const auto* says = &held.of[block * lanes];
    for (std::size_t i = 0; i < lanes; ++i) parts[i] += says[i] * counts[i];
  }
  int worth = std::accumulate(parts.begin(), parts.end(), 0);
  const auto terms = network_terms_of(seen, game_.rules().tigers_win_at);
  worth += weigh_mixed(head, terms, held);
  worth /= network_one;
  for (std::size_t i = 0; i < network_terms; ++i) worth += terms[i] * net.terms[head * network_terms + i];
  return worth;
}

}  // namespace rimau
