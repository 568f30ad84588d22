// The words in games/: complete, sourced, in every language; what the reader refuses in them; and that the
// examples of docs/ are true.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/files.hpp"
#include "base/text.hpp"
#include "game/catalogue.hpp"
#include "notation/record.hpp"

namespace rimau {
namespace {

using ::testing::HasSubstr;

constexpr std::array<std::string_view, 4> languages{"en", "ms", "id", "es"};

std::vector<std::shared_ptr<const GameSpec>> built_in_games() {
  Catalogue catalogue;
  std::vector<std::shared_ptr<const GameSpec>> specs;
  for (const auto& id : catalogue.ids()) specs.push_back(catalogue.spec(id));
  return specs;
}

TEST(GameTexts, EveryGameIsToldFromBoardToEndInEveryLanguage) {
  const auto games = built_in_games();
  ASSERT_EQ(games.size(), 8);
  for (const auto& game : games) {
    for (const auto topic : rule_topics) {
      const bool needed = topic != "advice" && topic != "options" && topic != "opening";
      const bool told = std::ranges::any_of(game->texts, [&](const RuleText& text) { return text.about == topic; });
      EXPECT_TRUE(told || !needed) << game->id << " says nothing about " << topic;
    }
    const bool opening = std::ranges::any_of(game->texts, [](const RuleText& text) { return text.about == "opening"; });
    EXPECT_EQ(opening, game->rules.contains("remove")) << game->id;
    for (const auto& text : game->texts)
      for (const auto language : languages) EXPECT_TRUE(text.text.has(language)) << game->id << ' ' << text.about;
    for (const auto& [key, option] : Catalogue::options(*game))
      for (const auto language : languages) EXPECT_TRUE(option.about.has(language)) << game->id << ' ' << key;
    for (const auto* name : {&game->tiger, &game->tigers, &game->man, &game->men, &game->origin})
      for (const auto language : languages) EXPECT_TRUE(name->has(language)) << game->id;
    EXPECT_THAT(game->drafts, ::testing::ElementsAre("es", "id", "ms")) << game->id;
  }
}

TEST(GameTexts, ComeInTheOrderOfTopics) {
  for (const auto& game : built_in_games()) {
    const auto rank = [](const RuleText& text) { return std::ranges::find(rule_topics, text.about); };
    EXPECT_TRUE(std::ranges::is_sorted(game->texts, {}, rank)) << game->id;
  }
}

TEST(GameTexts, RulesNameASourceOrAreMarkedAsOurs) {
  for (const auto& game : built_in_games())
    for (const auto& text : game->texts)
      EXPECT_TRUE(text.ruling || !text.sources.empty() || text.about == "name") << game->id << ' ' << text.about;
}

TEST(GameTexts, EverySourceIsListedAndCited) {
  for (const auto& game : built_in_games()) {
    std::set<std::string> cited;
    for (const auto& text : game->texts) cited.insert(text.sources.begin(), text.sources.end());
    std::set<std::string> listed;
    for (const auto& [key, citation] : game->sources) listed.insert(key);
    EXPECT_TRUE(std::ranges::includes(listed, cited)) << game->id;
    EXPECT_TRUE(listed == cited || !game->extends.empty()) << game->id;
  }
}

// A machine translation renders orang, man, as naranja, orange.
TEST(GameTexts, NeverSayNaranja) {
  for (const auto& game : built_in_games()) {
    for (const auto& text : game->texts)
      for (const auto& [language, words] : text.text.all()) EXPECT_THAT(words, ::testing::Not(HasSubstr("aranja")));
    EXPECT_NE(game->piece_name(Side::men, 1, "es"), "naranja");
  }
}

TEST(GameTexts, OneTigerIsNeverTwo) {
  Catalogue catalogue;
  for (const auto* id : {"rimau-24", "rimau-22"})
    for (const auto& text : catalogue.spec(id)->texts)
      EXPECT_THAT(text.text.get("en"), ::testing::Not(HasSubstr("two tigers")));
}

TEST(GameTexts, PeuetPlohIsAnotherGame) {
  Catalogue catalogue;
  const auto spec = catalogue.spec("meurimueng-rimueng-do");
  const auto name = std::ranges::find(spec->texts, "name", &RuleText::about);
  ASSERT_NE(name, spec->texts.end());
  EXPECT_THAT(name->text.get("en"), HasSubstr("peuet ploh\" is another game"));
  const auto opened = catalogue.open("meurimueng-rimueng-peuet-ploh");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().kind, ErrorKind::unknown);
}

TEST(GameTexts, PiecesAreCounted) {
  Catalogue catalogue;
  const auto spec = catalogue.spec("pulijudam");
  EXPECT_EQ(spec->piece_name(Side::tigers, 1, "en"), "tiger");
  EXPECT_EQ(spec->piece_name(Side::tigers, 3, "es"), "tigres");
  EXPECT_EQ(spec->piece_name(Side::men, 0, "en"), "lambs");
  EXPECT_EQ(spec->piece_name(Side::men, 2, "ace"), "lambs");  // falls back to English
  EXPECT_EQ(GameSpec{}.piece_name(Side::men, 1, "en"), "man");
  EXPECT_EQ(GameSpec{}.piece_name(Side::tigers, 2, "en"), "tigers");
}

TEST(GameTexts, AChildsTextsReplaceThoseOfTheSameTopic) {
  Catalogue catalogue;
  const auto added = catalogue.add(R"(
drafts = ["fr"]
[game]
id = "mine"
extends = "rimau-24"
[[game.texts]]
about = "aim"
en = "As
   before."
)",
                                   "mine.toml");
  ASSERT_FALSE(added) << "a plain string holds no line end";
  ASSERT_TRUE(catalogue.add(R"(
drafts = ["fr"]
[game]
id = "mine"
extends = "rimau-24"
[[game.texts]]
about = "aim"
en = """
As
   before."""
)",
                            "mine.toml"));
  const auto spec = catalogue.spec("mine");
  const auto base = catalogue.spec("rimau-24");
  EXPECT_EQ(spec->texts.size(), base->texts.size());
  const auto aim = std::ranges::find(spec->texts, "aim", &RuleText::about);
  ASSERT_NE(aim, spec->texts.end());
  EXPECT_EQ(aim->text.get("en"), "As before.");
  EXPECT_FALSE(aim->text.has("es"));
  EXPECT_THAT(spec->drafts, ::testing::ElementsAre("es", "fr", "id", "ms"));
  EXPECT_EQ(spec->piece_name(Side::men, 2, "es"), "hombres");
}

struct Refusal {
  std::string_view lines;  // of the file; the fault is on line `line`
  int line;
  std::string_view reason;
};

class RefusedTexts : public ::testing::TestWithParam<Refusal> {};

TEST_P(RefusedTexts, NamingTheLine) {
  const auto& [lines, line, reason] = GetParam();
  const auto parsed = parse_game_file(lines, "bad.toml");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().place.file, "bad.toml");
  EXPECT_EQ(parsed.error().place.line, line) << parsed.error().text();
  EXPECT_THAT(parsed.error().message, HasSubstr(reason));
}

INSTANTIATE_TEST_SUITE_P(
    GameTexts, RefusedTexts,
    ::testing::Values(
        Refusal{"[game]\nid = 'x'\n[[game.texts]]\nabout = 'colour'\nen = 'Red.'\n", 4, "expected one of name, board"},
        Refusal{"[game]\nid = 'x'\n[[game.texts]]\nabout = 'aim'\nms = 'Menang.'\n", 3, "no English"},
        Refusal{"[game]\nid = 'x'\n[[game.texts]]\nabout = 'aim'\nen = ' '\n", 5, "an empty text"},
        Refusal{"[game]\nid = 'x'\n[[game.texts]]\nabout = 'aim'\nen = \"\\u001b[2J\"\n", 5, "control characters"},
        Refusal{"[game]\nid = 'x'\n[[game.texts]]\nabout = 'aim'\nen = \"\\u009b2J\"\n", 5, "control characters"},
        Refusal{"[game]\nid = 'x'\n[[game.texts]]\nabout = 'aim'\nenglish = 'Win.'\n", 5, "no language code"},
        Refusal{"[game]\nid = 'x'\n[[game.texts]]\nabout = 'aim'\nen = 'Win.'\nruling = 'yes'\n", 6, "true or false"},
        Refusal{"[game]\nid = 'x'\ntiger = { es = 'tigre' }\n", 3, "no English"},
        Refusal{"[game]\nid = 'x'\nman = { en = '' }\n", 3, "an empty text"},
        Refusal{"drafts = 'ms'\n[game]\nid = 'x'\n", 1, "expected a list"},
        Refusal{"drafts = ['Malay']\n[game]\nid = 'x'\n", 1, "no language code"},
        Refusal{"drafts = ['ms', 'ms']\n[game]\nid = 'x'\n", 1, "twice"},
        Refusal{"[game]\nid = 'x'\n[game.sources]\nM = \"\\u0007\"\n", 4, "control characters"}));

TEST(GameTexts, ASourceThatIsNotListedIsRefused) {
  Catalogue catalogue;
  const auto added = catalogue.add(
      "[game]\nid = 'mine'\nextends = 'bagh-chal'\n[[game.texts]]\nabout = 'aim'\nsources = ['ZZ']\nen = 'Win.'\n",
      "mine.toml");
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().place.line, 4);
  EXPECT_THAT(added.error().message, HasSubstr("\"ZZ\" is not listed"));
  EXPECT_EQ(catalogue.spec("mine"), nullptr);
}

TEST(GameFilesPage, ItsExampleIsAGame) {
  const auto page = read_file(RIMAU_SOURCE_DIR "/docs/game-files.md", 1 << 20);
  ASSERT_TRUE(page) << page.error().text();
  const auto begin = page->find("```toml\n") + 8;
  const auto example = page->substr(begin, page->find("\n```\n", begin) - begin);
  Catalogue catalogue;
  const auto added = catalogue.add(example, "little-hunt.toml");
  ASSERT_TRUE(added) << added.error().text();
  const auto open = catalogue.open("little-hunt");
  const auto closed = catalogue.open("little-hunt:centre=closed,win=all");
  ASSERT_TRUE(open && closed);
  const auto corner = *(*open)->board().find("a1");
  EXPECT_EQ((*open)->leaps(corner).size(), 3);
  EXPECT_EQ((*closed)->leaps(corner).size(), 2);
  EXPECT_EQ((*closed)->rules().tigers_win_at, 6);
}

// The blocks of the page, one after another, are a file that says the same as the catalogue's; without the places it is
// refused as the page says.
TEST(AddAGamePage, ItsBlocksAreTheGameItAdds) {
  const auto page = read_file(RIMAU_SOURCE_DIR "/docs/add-a-game.md", 1 << 20);
  ASSERT_TRUE(page) << page.error().text();
  std::vector<std::string> blocks;
  for (auto at = page->find("```toml\n"); at != std::string::npos; at = page->find("```toml\n", at)) {
    at += 8;
    const auto end = page->find("```\n", at);
    auto block = page->substr(at, end - at);
    for (const std::string id : {"\"small-triangle\"", "\"hat-diviyan-keliya\""})
      if (const auto found = block.find(id); found != std::string::npos) block.insert(found + 1, "my-");
    blocks.push_back(block);
    at = end + 4;
  }
  ASSERT_EQ(blocks.size(), 4U);
  Catalogue catalogue;
  const auto refused = catalogue.add(blocks[0], "leopards.toml");
  ASSERT_FALSE(refused);
  EXPECT_THAT(*page, HasSubstr(refused.error().text()));
  const auto added = catalogue.add(cat(blocks[0], blocks[1], blocks[2], blocks[3]), "leopards.toml");
  ASSERT_TRUE(added) << added.error().text();
  for (const auto* option : {"", ":start=apex"}) {
    const auto opened = catalogue.open(cat("my-hat-diviyan-keliya", option));
    const auto builtin = catalogue.open(cat("hat-diviyan-keliya", option));
    ASSERT_TRUE(opened && builtin);
    const auto& [mine, ours] = std::pair(*opened, *builtin);
    EXPECT_EQ(mine->fingerprint(), ours->fingerprint());
    EXPECT_EQ(start_position(*mine), start_position(*ours));
    for (const auto point : ours->points())
      EXPECT_EQ(mine->board().coordinates(point), ours->board().coordinates(point));
  }
}

TEST(GameFilesPage, NamesEveryTopic) {
  const auto page = read_file(RIMAU_SOURCE_DIR "/docs/game-files.md", 1 << 20);
  ASSERT_TRUE(page) << page.error().text();
  for (const auto topic : rule_topics) EXPECT_THAT(*page, HasSubstr(cat('`', topic, '`')));
}

TEST(NotationPage, ItsRecordIsReadAndWrittenBack) {
  const auto page = read_file(RIMAU_SOURCE_DIR "/docs/notation.md", 1 << 20);
  ASSERT_TRUE(page) << page.error().text();
  const auto begin = page->find("[Game ");
  ASSERT_NE(begin, std::string::npos);
  const auto example = page->substr(begin, page->find("```", begin) - begin);
  Catalogue catalogue;
  const auto records = parse_records(catalogue, example);
  ASSERT_TRUE(records) << records.error().text();
  ASSERT_EQ(records->size(), 1);
  const auto text = format_record(records->front());
  EXPECT_TRUE(text.starts_with(example.substr(0, example.find("\n\n")))) << text;
  const auto again = parse_records(catalogue, text);
  ASSERT_TRUE(again) << again.error().text();
  EXPECT_EQ(format_record(again->front()), text);
}

}  // namespace
}  // namespace rimau
