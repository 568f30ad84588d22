#include "search/network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "base/text.hpp"
#include "notation/notation.hpp"
#include "search/embedded.hpp"
#include "search/search.hpp"
#include "support.hpp"

namespace rimau {
namespace {

std::string zeros(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += i % 20 == 19 ? " 0\n" : " 0";
  return text;
}

// A network for bagh-chal that thinks every position equal.
std::string indifferent(std::size_t units = 4, std::size_t mixers = 2) {
  return cat("# a remark\nnetwork 1\nfor bagh-chal tigers 4 men 20 win 5\nboard 25\nsymmetries 8\nhand 20\nunits ",
             units, "\nmixers ", mixers, "\npoints", zeros(50 * units), "\nhands", zeros(21 * units), "\nturns",
             zeros(2 * units), "\nheads", zeros(8 * units), "\nmixes", zeros(units * mixers), "\nbiases",
             zeros(8 * mixers), "\nleans", zeros(11 * mixers), "\ncounts", zeros(8 * mixers), "\nterms", zeros(88),
             "\n");
}

std::string changed(std::string text, std::string_view from, std::string_view to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string fault(std::string_view text) {
  const auto network = parse_network(text);
  return network ? "none" : network.error().text();
}

TEST(Network, IsReadAsItsFileSays) {
  const auto text = changed(changed(indifferent(), "points 0 0", "points -127 5"), "counts 0", "counts 32767");
  const auto network = parse_network(text);
  ASSERT_TRUE(network) << network.error().text();
  ASSERT_EQ(network->rules.size(), 1U);
  EXPECT_EQ(network->rules[0].game, "bagh-chal");
  EXPECT_EQ(network->rules[0].tigers, 4);
  EXPECT_EQ(network->rules[0].men, 20);
  EXPECT_EQ(network->rules[0].tigers_win_at, 5);
  EXPECT_EQ(network->units, 4U);
  EXPECT_EQ(network->mixers, 2U);
  EXPECT_EQ(network->points.size(), 200U);
  EXPECT_EQ(network->points[0], -127);
  EXPECT_EQ(network->points[1], 5);
  EXPECT_EQ(network->counts[0], 32767);
}

TEST(Network, NamesTheLineOfWhatItCannotRead) {
  const auto text = indifferent();
  EXPECT_EQ(fault(""), "line 1: expected \"network\", found the end");
  EXPECT_EQ(fault(changed(text, "network 1", "network 2")), "line 2: expected \"1\", found \"2\"");
  EXPECT_EQ(fault(changed(text, "men 20", "men 65")), "line 3: expected a number from 1 to 64, found \"65\"");
  EXPECT_EQ(fault(changed(text, "hand 20", "hands 20")), "line 6: expected \"hand\", found \"hands\"");
  EXPECT_EQ(fault(changed(text, "units 4", "units 65")), "line 7: expected a number from 1 to 64, found \"65\"")
      << "eight symmetries of them are more than there is room for";
  EXPECT_EQ(fault(changed(text, "points 0", "points 128")),
            "line 9: expected a number from -127 to 127, found \"128\"");
  EXPECT_EQ(fault(changed(text, "points 0", "points 1e1")),
            "line 9: expected a number from -127 to 127, found \"1e1\"");
  EXPECT_EQ(fault(changed(text, "points 0 0", "points 0")),
            "line 20: expected a number from -127 to 127, found \"hands\"");
  EXPECT_EQ(fault(changed(text, "points 0", "points 0 0")), "line 18: expected \"hands\", found \"0\"");
  EXPECT_NE(fault(text + "0").find("expected the end, found \"0\""), std::string::npos);
  EXPECT_EQ(fault(indifferent(6, 2)), "line 8: expected a number from 0 to 0, found \"2\"") << "not a multiple of four";
  EXPECT_EQ(fault(indifferent(6, 0)), "none");
}

// No beginning of a file is a whole one, and none brings the reader down.
TEST(Network, RefusesWhatIsCutOff) {
  const auto text = indifferent(4, 1);
  const auto end = text.find_last_of('0');
  for (std::size_t size = 0; size < end; ++size) EXPECT_FALSE(parse_network(text.substr(0, size))) << size;
  EXPECT_TRUE(parse_network(text.substr(0, end + 1)));
}

TEST(Networks, OfTheProgramCanAllBeReadAndFitTheirGames) {
  Catalogue catalogue;
  ASSERT_GE(embedded_networks().size(), 5U);
  for (const auto& file : embedded_networks()) {
    const auto network = parse_network(file.text);
    ASSERT_TRUE(network) << file.name << ": " << network.error().text();
    std::vector<std::string> games;
    for (const auto& rules : network->rules) {
      games.push_back(rules.game);
      const auto game = catalogue.open(rules.game);
      ASSERT_TRUE(game) << rules.game;
      EXPECT_NE(Networks::built_in().find(**game), nullptr) << rules.game;
    }
    // The page knows by the file's name which games it is for.
    std::ranges::sort(games);
    EXPECT_EQ(file.name, cat("networks/", join(games, "_"), ".txt"));
  }
}

TEST(Networks, TakeTheLatestAndKeepWhatTheyHaveWhenOneCannotBeRead) {
  const auto game = testing::open("bagh-chal");
  Networks networks;
  EXPECT_EQ(networks.find(*game), nullptr);
  ASSERT_TRUE(networks.add(indifferent(4)));
  ASSERT_TRUE(networks.add(indifferent(8)));
  EXPECT_FALSE(networks.add("network 1"));
  ASSERT_NE(networks.find(*game), nullptr);
  EXPECT_EQ(networks.find(*game)->units, 8U);
}

TEST(Networks, AreWhatASearcherJudgesBy) {
  const auto game = testing::open("bagh-chal");
  Networks networks;
  ASSERT_TRUE(networks.add(indifferent()));
  Searcher searcher(1);
  searcher.use(networks);
  const Play play(game, testing::must(parse_position(testing::catalogue(), *game,
                                                     "bagh-chal tigers=a1,a5,e1,e5 men=c3 hand=0/19 turn=tigers")));
  EXPECT_EQ(searcher.search(play, {.depth = 2}, {}).score, 0);
  searcher.clear();
  searcher.use(Networks::built_in());
  EXPECT_NE(searcher.search(play, {.depth = 2}, {}).score, 0);
}

}  // namespace
}  // namespace rimau
