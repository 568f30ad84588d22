// Position and move texts: what is read, what is refused and where, and that there is one spelling.
#include "notation/notation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <iterator>
#include <set>

#include "base/random.hpp"
#include "base/text.hpp"

namespace rimau {
namespace {

using testing::HasSubstr;

constexpr std::string_view start_24 =
    "rimau-24 tigers=c3 men=d2,d3,d4,e2,e3,e4,f2,f3,f4 hand=0/15 captured=0 turn=tigers stage=opening ply=0";

// Every game, and options that change rules, start or threshold.
const std::vector<std::string> all_games{
    "rimau-24",
    "rimau-24:flanks=stop,repetition=off",
    "rimau-22",
    "rimau-22:quiet=40,stuck=lose",
    "rimau-rimau",
    "rimau-rimau:capture=odd,men=22",
    "meurimueng-rimueng-do",
    "meurimueng-rimueng-do:first=men,win=all",
    "pulijudam",
    "pulijudam:tigers=4,win=9",
    "demala-diviyan-keliya",
    "demala-diviyan-keliya:win=7",
    "bagh-chal",
    "bagh-chal:win=all",
};

class Notation : public testing::Test {
 protected:
  Result<GamePosition> read(std::string_view text) { return parse_position(catalogue, text); }

  // The error of a text that must be refused.
  Error refusal(std::string_view text) {
    const auto result = read(text);
    EXPECT_FALSE(result.has_value()) << "accepted: " << shown(text);
    return result ? Error{} : result.error();
  }

  // Refused at the byte where `at` first stands in the text, under this field's name.
  void expect_refused(std::string_view text, std::string_view field, std::string_view at) {
    const auto error = refusal(text);
    EXPECT_EQ(error.place.field, field) << shown(text, 200) << "\n" << error.text();
    EXPECT_EQ(error.place.column, static_cast<int>(text.find(at)) + 1) << shown(text, 200) << "\n" << error.text();
    EXPECT_FALSE(error.message.empty());
  }

  std::string printed(std::string_view text) {
    const auto result = read(text);
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().text());
    return result ? format_position(*result->game, result->position) : "";
  }

  Catalogue catalogue;
};

std::string with(std::string_view text, std::string_view old, std::string_view fresh) {
  std::string out(text);
  const auto at = out.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return out.replace(at, old.size(), fresh);
}

TEST_F(Notation, TheStartIsWrittenAsDocumented) {
  const auto game = *catalogue.open("rimau-24");
  EXPECT_EQ(format_position(*game, start_position(*game)), start_24);
  EXPECT_EQ(printed(start_24), start_24);
}

TEST_F(Notation, EmptyListsAreHyphens) {
  const auto game = *catalogue.open("meurimueng-rimueng-do");
  EXPECT_EQ(format_position(*game, start_position(*game)),
            "meurimueng-rimueng-do tigers=- men=- hand=5/15 captured=0 turn=tigers stage=play ply=0");
}

TEST_F(Notation, BlanksOrderAndLineEndsDoNotMatter) {
  const std::string fields = " men=d2,d3,d4,e2,e3,e4,f2,f3,f4 hand=0/15 captured=0 turn=tigers stage=opening ply=0";
  EXPECT_EQ(printed(cat("  rimau-24 tigers=c3", fields)), start_24);
  EXPECT_EQ(printed(cat("rimau-24\ttigers=c3", fields, "\t ")), start_24);
  EXPECT_EQ(printed(cat("rimau-24   tigers=c3", fields, "\n")), start_24);
  EXPECT_EQ(printed(cat("rimau-24 tigers=c3", fields, "\r\n")), start_24);
  EXPECT_EQ(printed(cat("rimau-24 tigers=c3", fields, "\r")), start_24);
  EXPECT_EQ(printed("rimau-24 ply=0 stage=opening turn=tigers captured=0 hand=0/15 "
                    "men=f4,f3,f2,e4,e3,e2,d4,d3,d2 tigers=c3"),
            start_24);
}

TEST_F(Notation, LineEndsInsideAreRefused) {
  for (const std::string_view inside : {"\n", "\r", "\v", "\f", "\xC2\xA0"})
    refusal(with(start_24, " hand", cat(" ", inside, " hand")));
}

TEST_F(Notation, OptionsAreWrittenInOneWay) {
  const auto rest = std::string(start_24.substr(start_24.find(' ')));
  EXPECT_EQ(printed(cat("rimau-24:stuck=lose,flanks=stop,repetition=3", rest)),
            cat("rimau-24:flanks=stop,stuck=lose", rest));
}

TEST_F(Notation, MissingFieldsAreDerivedWhereTheyCanBe) {
  EXPECT_EQ(printed("rimau-24 tigers=c3 men=d2,d3,d4,e2,e3,e4,f2,f3,f4 hand=0/15 turn=tigers"), start_24);
  EXPECT_EQ(printed("rimau-24 tigers=b2 men=a1,b3,c3,d4 hand=0/0 turn=tigers"),
            "rimau-24 tigers=b2 men=a1,b3,c3,d4 hand=0/0 captured=17 turn=tigers stage=play ply=0");
}

TEST_F(Notation, TheOpeningIsOnlyTheStart) {
  // The same pieces with the men to move are a position of play, in which three men are removed already.
  const auto moved = with(with(start_24, "turn=tigers", "turn=men"), " captured=0", "");
  expect_refused(moved, "stage", "opening");
  EXPECT_THAT(refusal(with(moved, " stage=opening", "")).place.field, "hand") << "24 men are three too many";
  EXPECT_THAT(printed(with(with(moved, " stage=opening", ""), "0/15", "0/12")), HasSubstr("stage=play"));
  // With stage=play said, the start is not one either.
  expect_refused(with(start_24, "stage=opening", "stage=play"), "hand", "0/15");
  // A later ply does not change the stage.
  EXPECT_THAT(printed("rimau-24 tigers=c3 men=d2,d3,d4,e2,e3,e4,f2,f3,f4 hand=0/15 turn=tigers ply=4"),
              HasSubstr("stage=opening ply=4"));
  // A game without an opening turn has no opening stage.
  expect_refused("bagh-chal tigers=a1,a5,e1,e5 men=- hand=0/20 turn=men stage=opening", "stage", "opening");
}

TEST_F(Notation, RequiredFieldsAreNeverDefaulted) {
  for (const std::string_view field : {"tigers=c3 ", "men=d2,d3,d4,e2,e3,e4,f2,f3,f4 ", "hand=0/15 ", "turn=tigers "}) {
    const auto error = refusal(with(start_24, field, ""));
    EXPECT_EQ(error.place.field, field.substr(0, field.find('=')));
    EXPECT_THAT(error.message, HasSubstr("missing"));
  }
}

TEST_F(Notation, FieldsGivenTwiceAreRefusedWhereTheyRepeat) {
  for (const std::string_view field :
       {"tigers=c4", "men=a1", "hand=0/14", "captured=1", "turn=men", "stage=play", "ply=1"}) {
    const auto text = cat(start_24, ' ', field);
    const auto error = refusal(text);
    EXPECT_EQ(error.place.field, field.substr(0, field.find('=')));
    EXPECT_EQ(error.place.column, static_cast<int>(start_24.size() + 1 + field.find('=') + 2)) << error.text();
  }
}

TEST_F(Notation, UnknownFieldsAndStrayWordsAreRefused) {
  for (const std::string_view word : {"note=x", "extra", "=", "=c3", "Tigers=c3", "tigers:c3", "0", "-"})
    EXPECT_EQ(refusal(cat(start_24, ' ', word)).place.column, static_cast<int>(start_24.size()) + 2) << word;
}

TEST_F(Notation, TheHandIsExactlyWhatTheMenLeave) {
  for (const std::string_view hand : {"0/16", "0/14", "0/-1", "-1/15", "0", "15", "0/", "/15", "0/15/0", "00/15",
                                      "0/015", "+0/15", "0/1e1", "0/ 15", "1/15", "0/99999999999999999999", ""}) {
    const auto text = with(start_24, "hand=0/15", cat("hand=", hand));
    const auto error = refusal(text);
    EXPECT_THAT(error.place.field, testing::AnyOf("hand", "captured", "tigers", "position")) << error.text();
  }
  expect_refused(with(start_24, "0/15", "0/16"), "hand", "0/16");
  expect_refused(with(start_24, "0/15", "0/14"), "hand", "0/14");
  expect_refused(with(start_24, "0/15", "0/-1"), "hand", "0/-1");
  expect_refused(with(start_24, "captured=0", "captured=1"), "captured", "1 turn");
}

TEST_F(Notation, MenAddUpInEveryGame) {
  for (const auto& id : all_games) {
    const auto game = *catalogue.open(id);
    const auto text = format_position(*game, start_position(*game));
    const auto hand = text.substr(text.find("hand="), text.find(" captured") - text.find("hand="));
    const auto slash = hand.find('/');
    const auto men = parse_number(hand.substr(slash + 1), 100).value();
    for (const int wrong : {-1, 1}) {
      const auto other = cat(hand.substr(0, slash + 1), static_cast<int>(men) + wrong);
      const auto error = refusal(with(text, hand, other));
      EXPECT_TRUE(error.place.field == "hand" || error.place.field == "captured" || error.place.field == "stage")
          << id << ": " << error.text();
    }
  }
}

TEST_F(Notation, PointsThatCannotBeAreRefusedWhereTheyStand) {
  expect_refused(with(start_24, "d3,", "a2,"), "men", "a2");
  expect_refused(with(start_24, "d3,", "z9,"), "men", "z9");
  expect_refused(with(start_24, "d3,", "D3,"), "men", "D3");
  expect_refused(with(start_24, "d2,d3", "d2,,d3"), "men", ",d3");
  expect_refused(with(start_24, "f4 hand", "f4, hand"), "men", " hand");
  expect_refused(with(start_24, "tigers=c3", "tigers=j3"), "tigers", "j3");
  const auto twice = with(start_24, "e2,e3", "e2,d2");
  EXPECT_EQ(refusal(twice).place.column, static_cast<int>(twice.find("e2,d2")) + 4);
  EXPECT_EQ(refusal(with(start_24, "tigers=c3", "tigers=d2")).place.field, "men");
  EXPECT_EQ(refusal(with(start_24, "tigers=c3", "tigers=c3,g3")).place.field, "tigers");
  EXPECT_EQ(refusal(with(start_24, "tigers=c3", "tigers=-")).place.field, "tigers");
}

TEST_F(Notation, OtherWordsAndNumbersAreRefused) {
  expect_refused(with(start_24, "turn=tigers", "turn=tiger"), "turn", "tiger stage");
  expect_refused(with(start_24, "turn=tigers", "turn=w"), "turn", "w stage");
  expect_refused(with(start_24, "stage=opening", "stage=start"), "stage", "start");
  expect_refused(with(start_24, "ply=0", "ply=-1"), "ply", "-1");
  expect_refused(with(start_24, "ply=0", "ply=00"), "ply", "00");
  expect_refused(with(start_24, "ply=0", "ply=4294967296"), "ply", "4294967296");
  expect_refused(with(start_24, "ply=0", "ply=1000000001"), "ply", "1000000001");
  EXPECT_TRUE(read(with(start_24, "ply=0", cat("ply=", max_ply))).has_value());
  expect_refused(with(start_24, "captured=0", "captured=-"), "captured", "- turn");
}

TEST_F(Notation, GamesAreNamedExactly) {
  for (const std::string_view name : {"Rimau-24", "rimau-25", "rimau24", "rimau-24:", "rimau-24:flanks=bent",
                                      "rimau-24:flanks=stop,flanks=stop", "meurimueng-rimueng-peuet-ploh"}) {
    const auto error = refusal(with(start_24, "rimau-24", name));
    EXPECT_EQ(error.place.field, "game") << error.text();
    EXPECT_GE(error.place.column, 1) << error.text();
  }
  const auto game = *catalogue.open("rimau-22");
  const auto other = parse_position(catalogue, *game, start_24);
  ASSERT_FALSE(other.has_value());
  EXPECT_EQ(other.error().place.field, "game");
}

TEST_F(Notation, EmptyAndOverlongTextsAreRefused) {
  for (const std::string_view text : {"", " ", "\t", "\n", "\r\n"}) EXPECT_FALSE(read(text).has_value());
  const auto long_text = refusal(cat(start_24, std::string(max_text_bytes, ' ')));
  EXPECT_EQ(long_text.kind, ErrorKind::limit);
  EXPECT_EQ(refusal(std::string(1 << 20, ' ') + "\n@").kind, ErrorKind::limit);
  EXPECT_EQ(refusal(std::string(8 << 20, 'x')).kind, ErrorKind::limit);
}

// Bytes that are no part of any text: all above ASCII, NUL, and digits and letters of other scripts.
std::vector<std::string> foreign_bytes() {
  std::vector<std::string> all{
      std::string(1, '\0'), "\uFF13", "\u0663", "\u0301", "\uFF43", "\u200B", "\uFEFF", "\u2028"};
  for (int byte = 0x80; byte <= 0xFF; ++byte) all.emplace_back(1, static_cast<char>(byte));
  for (int byte = 1; byte < 0x20; ++byte)
    if (byte != '\t' && byte != '\n' && byte != '\r') all.emplace_back(1, static_cast<char>(byte));
  return all;
}

TEST_F(Notation, ForeignBytesAreRefusedInEveryField) {
  // Inserted at every place of a text they are refused; the error tells a column of the word they are in.
  for (const auto& foreign : foreign_bytes()) {
    for (std::size_t at = 0; at <= start_24.size(); ++at) {
      const auto text = cat(start_24.substr(0, at), foreign, start_24.substr(at));
      const auto result = read(text);
      ASSERT_FALSE(result.has_value()) << shown(text, 200);
      const auto column = static_cast<std::size_t>(result.error().place.column);
      ASSERT_GE(column, 1U) << shown(text, 200) << "\n" << result.error().text();
      const auto word_begin = at == 0 ? 0 : start_24.rfind(' ', at - 1) + 1;  // npos + 1 is 0
      EXPECT_GE(column, word_begin + 1) << shown(text, 200) << "\n" << result.error().text();
      EXPECT_LE(column, at + 1) << shown(text, 200) << "\n" << result.error().text();
    }
  }
}

TEST_F(Notation, ForeignDigitsInAListAreNamedByTheirPoint) {
  expect_refused(with(start_24, "e3,", "e\uFF13,"), "men", "e\uFF13");
  expect_refused(with(start_24, "tigers=c3", "tigers=c\u0663"), "tigers", "c\u0663");
  expect_refused(with(start_24, "0/15", "0/1\uFF15"), "hand", "0/1\uFF15");
  expect_refused(with(start_24, "ply=0", "ply=\u0660"), "ply", "\u0660");
}

// Random positions that play can reach, with the game they are of.
class Walk {
 public:
  Walk(Catalogue& catalogue, std::uint64_t seed) : catalogue_(catalogue), random_(seed) {}

  // Calls visit(game, position) for `count` positions of random games, all games in turn.
  template <class Visit>
  void run(int count, Visit&& visit) {
    for (std::size_t next = 0;; ++next) {
      const auto game = *catalogue_.open(all_games[next % all_games.size()]);
      auto position = start_position(*game);
      for (int ply = 0; ply < 120; ++ply) {
        visit(*game, position);
        if (--count == 0) return;
        const int moves = count_moves(*game, position);
        if (moves == 0) break;
        const auto below = [this](unsigned bound) { return random_.below(bound); };
        position = play_unchecked(*game, position, random_move(*game, position, moves, below));
      }
    }
  }

 private:
  Catalogue& catalogue_;
  Random random_;
};

TEST_F(Notation, AHundredThousandPositionsReadBackAsWritten) {
  Walk(catalogue, 1).run(100'000, [this](const Game& game, const Position& position) {
    const auto text = format_position(game, position);
    const auto back = read(text);
    ASSERT_TRUE(back.has_value()) << text << "\n" << back.error().text();
    ASSERT_EQ(back->position, position) << text;
    ASSERT_EQ(format_position(*back->game, back->position), text);
  });
}

TEST_F(Notation, EveryLegalMoveReadsBackAsWritten) {
  Walk(catalogue, 2).run(3'000, [](const Game& game, const Position& position) {
    std::set<std::string> texts;
    for_each_move(game, position, [&](Move move) {
      const auto text = format_move(game, move);
      ASSERT_TRUE(texts.insert(text).second) << "two moves are written " << text;
      const auto back = parse_legal_move(game, position, text);
      ASSERT_TRUE(back.has_value()) << back.error().text();
      ASSERT_EQ(*back, move) << text;
    });
    ASSERT_EQ(move_list(game, position), std::vector(texts.begin(), texts.end()));
  });
}

class MoveText : public Notation {
 protected:
  // The column at which the move text is refused, 0 if it is read.
  int refused_at(std::string_view text) {
    const auto move = parse_move(*game, text);
    if (move) return 0;
    EXPECT_EQ(move.error().place.field, "move");
    return move.error().place.column;
  }

  std::shared_ptr<const Game> game = *catalogue.open("rimau-24");
};

TEST_F(MoveText, HasOneSpelling) {
  for (const std::string_view text : {"b2-b3", "a3xe3", "@d4", "d2,e3,f4", "d2,e3,f4/c3-e1", "pass"})
    EXPECT_EQ(refused_at(text), 0) << text;
}

TEST_F(MoveText, NearMissesAreRefusedWhereTheyGoWrong) {
  const std::vector<std::pair<std::string_view, int>> cases{
      {"", 1},
      {"b2", 3},
      {"b2-", 4},
      {"b2b3", 3},
      {"b2-b3 ", 6},
      {" b2-b3", 1},
      {"b2 -b3", 3},
      {"B2-b3", 1},
      {"b2-B3", 4},
      {"b2-b2", 4},
      {"b2--b3", 4},
      {"b2:b3", 3},
      {"b2Xb3", 3},
      {"a3xe3!", 6},
      {"a3-e3x", 6},
      {"@", 2},
      {"@@d4", 2},
      {"@D4", 2},
      {"@d4@d4", 4},
      {"@d4,e4", 4},
      {"@a2", 2},
      {"d4@", 3},
      {"PASS", 1},
      {"pass ", 1},
      {"Pass", 1},
      {"0000", 1},
      {"--", 1},
      {"d2,", 4},
      {",d2", 1},
      {"f4,e3,d2", 4},
      {"d2,d2", 4},
      {"d2,d2,e3,f4", 4},
      {"d2,e3,e3", 7},
      {"d2,e3,f4,", 10},
      {"d2,e3,f4/", 10},
      {"d2,e3,f4/c3", 12},
      {"d2,e3,f4/c3-", 13},
      {"d2,e3,f4/c3xe1", 12},
      {"d2,e3,f4/c3-c3", 13},
      {"d2, e3,f4", 4},
      {"d2,e3,f4/c3-e1/", 15},
      {"d2;e3;f4", 3},
      {"a9-a8", 1},
  };
  for (const auto& [text, column] : cases) EXPECT_EQ(refused_at(text), column) << '"' << text << '"';
  EXPECT_NE(refused_at("d2,d3,d4,e2"), 0) << "four removals";
}

TEST_F(MoveText, ForeignBytesAreRefusedAtTheirPoint) {
  for (const std::string_view move : {"b2-b3", "a3xe3", "@d4", "d2,e3,f4/c3-e1", "pass"})
    for (const auto& foreign : foreign_bytes())
      for (std::size_t at = 0; at <= move.size(); ++at) {
        const auto text = cat(move.substr(0, at), foreign, move.substr(at));
        const auto column = refused_at(text);
        ASSERT_GE(column, 1) << shown(text);
        ASSERT_LE(column, static_cast<int>(at) + 1) << shown(text);
      }
  EXPECT_EQ(refused_at("e4-e\uFF13"), 4);
  EXPECT_EQ(refused_at("e\u0663-e4"), 1);
}

TEST_F(MoveText, OverlongTextsAreRefused) {
  const auto move = parse_move(*game, std::string(8 << 20, 'd'));
  ASSERT_FALSE(move.has_value());
  EXPECT_EQ(move.error().kind, ErrorKind::limit);
}

TEST_F(MoveText, AnIllegalMoveSaysWhy) {
  const auto position = read("rimau-24 tigers=b2 men=a1,b3,c3,d4 hand=0/0 turn=tigers")->position;
  const auto move = parse_legal_move(*game, position, "b2xe5");
  ASSERT_FALSE(move.has_value());
  EXPECT_EQ(move.error().kind, ErrorKind::illegal);
  EXPECT_THAT(move.error().message, HasSubstr("even"));
  EXPECT_EQ(move_list(*game, position), std::vector<std::string>{"b2xb4"});
}

// Asking whether one opening turn is legal must give what listing them all gives.
TEST_F(MoveText, AnOpeningTurnIsJudgedAsItIsListed) {
  for (const std::string_view id : {"rimau-24", "rimau-rimau", "bagh-chal"}) {
    const auto other = *catalogue.open(id);
    const auto start = start_position(*other);
    std::set<std::uint32_t> listed;
    for_each_move(*other, start, [&](Move move) { listed.insert(move.bits()); });
    Random random(3);
    const auto point = [&] { return Point::at(static_cast<int>(random.below(37))); };
    std::size_t legal = 0;
    for (const auto bits : listed) legal += is_legal(*other, start, Move::from_bits(bits)) ? 1 : 0;
    EXPECT_EQ(legal, listed.size());
    for (int i = 0; i < 20'000; ++i) {
      const auto removed = PointSet(point()) | point() | point();
      const auto move = i % 2 == 0 ? Move::opening(removed) : Move::opening(removed, point(), point());
      EXPECT_EQ(is_legal(*other, start, move), listed.contains(move.bits())) << move.bits();
      const auto any = Move::from_bits(static_cast<std::uint32_t>(random.next()));
      EXPECT_EQ(is_legal(*other, start, any), listed.contains(any.bits()));
    }
  }
}

}  // namespace
}  // namespace rimau
