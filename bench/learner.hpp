// A network (src/search/network.hpp) in fractions while it is being learnt.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "search/network.hpp"

namespace rimau::bench {

// What a network sees of a position, and the tigers' result (win 1, draw 1/2, loss 0) there.
struct Sample {
  PointSet tigers;
  PointSet men;
  std::array<std::int8_t, network_terms> terms{};
  std::uint8_t hand = 0;
  std::uint8_t turn = 0;
  std::uint8_t head = 0;
  float result = 0.5F;
};

class Learner {
 public:
  // Starts from random numbers. Keeps the game's reference.
  Learner(const Game& game, std::size_t units, std::size_t mixers, Random& random);

  // The tigers' expected result there, as the logarithm of its odds. Remembers what learn() needs.
  float expect(const Sample& sample);
  // After expect(sample): which way to change what was used, for an error of the result.
  void learn(const Sample& sample, float error);
  // A step of Adam (Kingma and Ba, Adam: a method for stochastic optimization, 2015), after a batch. All numbers stay
  // where parse_network() takes them.
  void descend(float rate);

  // Gives hands larger than any seen the weights of the largest that was.
  void extend_hands(std::size_t largest);
  // A file of networks/; `scale` is the score at which the expected result is 73 %.
  [[nodiscard]] std::string text(double scale) const;

 private:
  struct Numbers {
    explicit Numbers(std::size_t size) : value(size), gradient(size), mean(size), square(size) {}
    void descend(float rate, float first_left, float second_left, float most);

    std::vector<float> value, gradient, mean, square;
  };
  // Of one symmetry.
  struct Seen {
    std::vector<float> sums, says;              // by unit
    std::vector<float> mixer_sums, mixer_says;  // by mixer
  };

  void see(const Sample& sample, std::size_t symmetry);
  void blame(const Sample& sample, std::size_t symmetry, float error);
  [[nodiscard]] std::size_t row(std::size_t side, std::size_t symmetry, Point point) const;
  template <class Act>
  void for_each_piece(const Sample& sample, std::size_t symmetry, Act&& act) const;

  const Game& game_;
  const std::size_t units_, mixers_, board_, hand_sizes_;
  Numbers points_, hands_, turns_, heads_, mixes_, biases_, leans_, counts_, terms_;  // as in Network
  int steps_ = 0;
  std::array<float, network_terms> seen_terms_{};
  std::vector<Seen> seen_;    // by symmetry
  std::vector<float> blame_;  // by unit
};

}  // namespace rimau::bench
