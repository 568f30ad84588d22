// Records: what is read and written, that nothing is lost on the way, and what is refused where.
#include "notation/record.hpp"

#include <array>

#include "base/random.hpp"
#include "support.hpp"

namespace rimau::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Texts = std::vector<std::string>;

constexpr std::string_view bom = "\xEF\xBB\xBF";

Result<std::vector<Record>> read(std::string_view text) { return parse_records(catalogue(), text); }

Record read_one(std::string_view text) {
  auto records = must(read(text));
  EXPECT_EQ(records.size(), 1U);
  return records.front();
}

// A record of rimau-24 with this move text.
std::string rimau(std::string_view moves) { return cat("[Game \"rimau-24\"]\n\n", moves, "\n"); }

// The node after so many mainline moves.
const RecordNode& mainline_node(const Record& record, std::size_t moves) {
  return record.node(moves == 0 ? root_node : record.mainline().at(moves - 1));
}

// The same tree: moves, comments at every place, variations in their order.
void expect_same(const Record& a, const Record& b) {
  EXPECT_EQ(a.game().id(), b.game().id());
  EXPECT_EQ(a.start(), b.start());
  EXPECT_EQ(a.tags(), b.tags());
  ASSERT_EQ(a.size(), b.size());
  std::vector<std::pair<NodeId, NodeId>> waiting{{root_node, root_node}};
  while (!waiting.empty()) {
    const auto [in_a, in_b] = waiting.back();
    waiting.pop_back();
    const auto& x = a.node(in_a);
    const auto& y = b.node(in_b);
    ASSERT_EQ(x.move, y.move);
    ASSERT_EQ(x.lead, y.lead);
    ASSERT_EQ(x.comments, y.comments);
    ASSERT_EQ(x.children.size(), y.children.size());
    for (std::size_t i = 0; i < x.children.size(); ++i) waiting.emplace_back(x.children[i], y.children[i]);
  }
}

// Writing, reading and writing again changes nothing.
void expect_round_trip(const Record& record) {
  const auto text = format_record(record);
  const auto back = read(text);
  ASSERT_TRUE(back.has_value()) << back.error().text() << "\n" << text;
  ASSERT_EQ(back->size(), 1U) << text;
  expect_same(record, back->front());
  EXPECT_EQ(format_record(back->front()), text);
  EXPECT_EQ(replay(back->front()).outcome(), replay(record).outcome()) << text;
  EXPECT_EQ(replay(back->front()).position(), replay(record).position()) << text;
}

// Refused, at this line and column, with these words in the message.
void expect_refused(std::string_view text, int line, int column, std::string_view words,
                    ErrorKind kind = ErrorKind::text) {
  const auto records = read(text);
  ASSERT_FALSE(records.has_value()) << shown(text, 300);
  const auto& error = records.error();
  EXPECT_EQ(error.place.line, line) << shown(text, 300) << "\n" << error.text();
  EXPECT_EQ(error.place.column, column) << shown(text, 300) << "\n" << error.text();
  EXPECT_THAT(error.message, HasSubstr(std::string(words)));
  EXPECT_EQ(name(error.kind), name(kind)) << error.text();
}

// Refused, where the mark ^ stands in the text (the mark itself is left out).
void expect_refused_at_mark(std::string text, std::string_view words, ErrorKind kind = ErrorKind::text) {
  const auto mark = text.find('^');
  ASSERT_NE(mark, std::string::npos) << text;
  text.erase(mark, 1);
  const auto before = std::string_view(text).substr(0, mark);
  const auto line = 1 + static_cast<int>(std::ranges::count(before, '\n'));
  const auto line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  expect_refused(text, line, static_cast<int>(mark - line_begin) + 1, words, kind);
}

TEST(Records, AreWrittenAsDocumented) {
  auto play = Play(open("rimau-24"));
  for (const auto* text : {"d2,e3,f4/c3-e1", "@c3", "e1-d1"}) EXPECT_TRUE(play.play(move(play.game(), text)));
  EXPECT_TRUE(play.resign(Side::tigers));
  auto record = record_of(play);
  EXPECT_TRUE(record.set_tag("Round", "3"));
  EXPECT_TRUE(record.set_tag("Men", "Budi"));
  EXPECT_TRUE(record.set_tag("Event", "A \"cup\""));
  record.comments(root_node).emplace_back("before");
  record.set_clock(record.mainline()[0], 3723);
  record.comments(record.mainline()[0]).emplace_back("a } brace");
  EXPECT_TRUE(record.add(record.mainline()[0], move(play.game(), "@a1")));
  EXPECT_EQ(format_record(record), R"([Game "rimau-24"]
[Event "A \"cup\""]
[Men "Budi"]
[Result "men"]
[Termination "resignation"]
[Round "3"]

{before} 1. d2,e3,f4/c3-e1 {[%clk 1:02:03]} {a \} brace} 2. @c3 (2. @a1)
3. e1-d1 men
)");
  expect_round_trip(record);
}

TEST(Records, LongGamesAreBrokenBetweenMoves) {
  auto play = Play(open("bagh-chal"));
  Random random(5);
  while (!play.outcome().over() && play.moves().size() < 60)
    EXPECT_TRUE(play.play(random_move(play.game(), play.position(), count_moves(play.game(), play.position()),
                                      [&](unsigned bound) { return random.below(bound); })));
  const auto text = format_record(record_of(play));
  for (const auto line : split(text, '\n')) EXPECT_LE(line.size(), 80U) << line;
}

TEST(Records, ABlankTextHasNone) {
  for (const std::string_view text : {"", " ", "\n\n", "\r\n\t", "\xEF\xBB\xBF", "\xEF\xBB\xBF\n"})
    EXPECT_THAT(must(read(text)), IsEmpty());
  EXPECT_EQ(format_records({}), "");
  expect_refused("; no game", 1, 10, "no game");
}

TEST(Records, AGameWithoutMovesMayEndByDeclaration) {
  // The tigers' player leaves while marking the men of the opening turn: no turn was made.
  auto play = Play(open("rimau-24"));
  EXPECT_TRUE(play.resign(Side::tigers));
  expect_round_trip(record_of(play));
  const auto back = replay(read_one(format_record(record_of(play))));
  EXPECT_EQ(back.outcome(), (Outcome{Verdict::men, Reason::resignation}));
  EXPECT_EQ(back.position(), start_position(play.game()));
}

TEST(Records, ByteOrderMarksBeforeGamesAreNotThere) {
  const auto one = rimau("1. d2,e3,f4 2. @d2 *");
  EXPECT_EQ(format_records(must(read(cat(bom, one)))), format_record(read_one(one)));
  const auto two = must(read(cat(bom, one, bom, one, "\n", bom, "\n", bom, one)));
  ASSERT_EQ(two.size(), 3U);
  for (const auto& record : two) expect_same(record, two.front());
  // A joined file whose first part lacks its last line end.
  EXPECT_EQ(must(read(cat(one.substr(0, one.size() - 1), bom, one))).size(), 2U);
  EXPECT_EQ(must(read(cat(rimau("draw").substr(0, 23), "", bom, one))).size(), 2U);
  // Inside a game it is a character that no move has.
  EXPECT_FALSE(read(rimau(cat("1. ", bom, "d2,e3,f4 *"))).has_value());
  // A line that begins with % may be the very first.
  EXPECT_THAT(read_one(cat(bom, "% made by hand\n", one)).node(root_node).comments, ElementsAre("% made by hand"));
}

TEST(Records, OtherEncodingsAreRefused) {
  using namespace std::string_view_literals;
  expect_refused("\xFF\xFE[\0G\0"sv, 1, 1, "UTF-16");
  expect_refused("\xFE\xFF\0[\0G"sv, 1, 1, "UTF-16");
  expect_refused("[\0G\0a\0m\0"sv, 1, 2, "NUL");
  expect_refused(cat(rimau("{a"), '\0', "} *"), 4, 1, "NUL");
  expect_refused("[Game \"rimau-24\"]\n{caf\xE9} *", 2, 5, "\\xE9, which is not UTF-8");
  expect_refused("[Game \"rimau-24\"]\r\n\r\n{\xC0\xAF} *", 3, 2, "not UTF-8");
}

TEST(Records, TagsMayHoldAnyText) {
  auto record = Record(open("rimau-rimau"));
  EXPECT_TRUE(record.set_tag("Event", "Rimau (24) {final}; round 1, board 2"));
  EXPECT_TRUE(record.set_tag("Tigers", "O\"Brien\\"));
  EXPECT_TRUE(record.set_tag("Men", "][ )( }{ ; % , \n \r \t \x01 \x1F \x7F \\n end\\"));
  EXPECT_TRUE(record.set_tag("Empty", ""));
  EXPECT_TRUE(record.set_tag("Unicode", "rimuëng \u200B \u202E \uFEFF \U0001F405"));
  expect_round_trip(record);
  const auto back = read_one(format_record(record));
  EXPECT_EQ(back.tag("Tigers"), "O\"Brien\\");
  EXPECT_EQ(back.tag("Men"), "][ )( }{ ; % , \n \r \t \x01 \x1F \x7F \\n end\\");
  EXPECT_EQ(back.tag("Nobody"), std::nullopt);
  EXPECT_THAT(read_one("[Game \"rimau-24\"] [ Event \n \"a\" ]\n*").tags(), ElementsAre(RecordTag{"Event", "a"}));
}

TEST(Records, TextsThatAreNotUtf8AreWrittenAsReplacementCharacters) {
  auto record = Record(open("bagh-chal"));
  EXPECT_TRUE(record.set_tag("Event", std::string("a\xFF\0b", 4)));
  record.comments(root_node).emplace_back("\xC3");
  const auto back = read_one(format_record(record));
  EXPECT_EQ(back.tag("Event"), "a\uFFFD\uFFFDb");
  EXPECT_THAT(back.node(root_node).comments, ElementsAre("\uFFFD"));
}

TEST(Records, TagsKeepTheirOrderBehindTheUsualOnes) {
  const auto record = read_one(
      "[Zeta \"1\"]\n[Men \"m\"]\n[Game \"rimau-24:stuck=lose,flanks=stop\"]\n[Alpha \"2\"]\n[Date \"2026-11-29\"]\n*");
  EXPECT_EQ(format_record(record),
            "[Game \"rimau-24:flanks=stop,stuck=lose\"]\n[Date \"2026-11-29\"]\n[Men \"m\"]\n[Result \"*\"]\n"
            "[Zeta \"1\"]\n[Alpha \"2\"]\n\n*\n");
}

TEST(Records, TagsThatCannotBeSetAreRefused) {
  auto record = Record(open("bagh-chal"));
  for (const std::string_view name : {"", "a b", "Game", "Position", "Result", "Termination", "a-b", "a]", "\xC3\xA9"})
    EXPECT_FALSE(record.set_tag(name, "x")) << name;
  EXPECT_FALSE(record.set_tag(std::string(81, 'a'), "x"));
  EXPECT_THAT(record.tags(), IsEmpty());
  for (std::size_t i = 0; i < max_record_tags; ++i) EXPECT_TRUE(record.set_tag(cat("T", i), "x"));
  EXPECT_FALSE(record.set_tag("Event", "x"));
  EXPECT_TRUE(record.set_tag("T7", "y"));
  EXPECT_EQ(record.tag("T7"), "y");
  expect_round_trip(record);
}

TEST(Records, CommentsStayAtTheirPly) {
  const auto record = read_one(
      "; before all\n[Game \"rimau-24\"]\n% between\n{first} {second}\n"
      "1. d2,e3,f4 {a; b} {a (b} ; to the end } of (the line\n"
      "{}({lead 1} ;lead 2\n 1. d2,d3,d4 {in} {in\r\ntoo}) {after the variation}\n"
      "% a line for others 2. @a1\n2. {late} @d2 {[x] \\} \\\\ \"q\"} *\n{behind the result} ; and more");
  EXPECT_THAT(record.node(root_node).comments, ElementsAre(" before all", "% between", "first", "second"));
  EXPECT_THAT(mainline_node(record, 1).comments,
              ElementsAre("a; b", "a (b", " to the end } of (the line", "", "after the variation",
                          "% a line for others 2. @a1", "late"));
  EXPECT_THAT(mainline_node(record, 2).comments, ElementsAre("[x] } \\ \"q\"", "behind the result", " and more"));
  ASSERT_EQ(record.mainline().size(), 2U);
  const auto& variation = record.node(record.node(root_node).children.at(1));
  EXPECT_THAT(variation.lead, ElementsAre("lead 1", "lead 2"));
  EXPECT_THAT(variation.comments, ElementsAre("in", "in\ntoo"));
  expect_round_trip(record);
}

TEST(Records, CommentsBetweenGamesBelongToTheNextOne) {
  const auto records = must(read(cat(rimau("*"), "{of the second}\n% here too\n", rimau("*"))));
  ASSERT_EQ(records.size(), 2U);
  EXPECT_THAT(records[0].node(root_node).comments, IsEmpty());
  EXPECT_THAT(records[1].node(root_node).comments, ElementsAre("of the second", "% here too"));
  const auto text = format_records(records);
  EXPECT_EQ(format_records(must(read(text))), text);
}

TEST(Records, PercentSignsElsewhereDoNotHideMoves) {
  const auto record = read_one(rimau("1. d2,e3,f4 {a comment with\n% a sign at a line's start} 2. @d2 *"));
  EXPECT_EQ(record.mainline().size(), 2U);
  EXPECT_THAT(mainline_node(record, 1).comments, ElementsAre("a comment with\n% a sign at a line's start"));
  expect_round_trip(record);
  expect_refused_at_mark(rimau("1. d2,e3,f4 ^% no line's start *"), "%");
}

TEST(Records, LineEndsMayBeOfAnyKind) {
  const std::string unix_text = rimau("; one\n% two\n1. d2,e3,f4 ; three\n2. @d2 {four\nfive} *");
  for (const std::string_view line_end : {"\r\n", "\r"}) {
    std::string text;
    for (const char c : unix_text) text += c == '\n' ? std::string(line_end) : std::string(1, c);
    expect_same(read_one(text), read_one(unix_text));
  }
}

TEST(Records, NumbersMayBeLeftOutButNotBeWrong) {
  const auto record = read_one(rimau("1.d2,e3,f4 2.@d2 3. c3-b2 *"));
  expect_same(record, read_one(rimau("d2,e3,f4\n@d2 c3-b2 *")));
  EXPECT_THAT(format_record(record), HasSubstr("\n1. d2,e3,f4 2. @d2 3. c3-b2 *\n"));
  expect_refused_at_mark(rimau("^2. d2,e3,f4 *"), "game 1, ply 1: found the move number 2, expected 1");
  expect_refused_at_mark(rimau("1. d2,e3,f4 ^3. @d2 *"), "expected 2");
  expect_refused_at_mark(rimau("1. d2,e3,f4 ^02. @d2 *"), "expected 2");
  expect_refused_at_mark(rimau("1. d2,e3,f4 ^18446744073709551618. @d2 *"), "expected 2");
  expect_refused_at_mark(rimau("1. d2,e3,f4 2. ^2. @d2 *"), "after its number");
  expect_refused_at_mark(rimau("1. d2,e3,f4 2^ . @d2 *"), "expected .");
  expect_refused_at_mark(rimau("1.^.. d2,e3,f4 *"), "\"..");
  expect_refused_at_mark(rimau("1. d2,e3,f4 2. ^*"), "after its number");
  expect_refused_at_mark(rimau("1. d2,e3,f4 2. ^(1. d2,d3,d4) *"), "after its number");
  expect_refused_at_mark(rimau("1. d2,e3,f4 (1. d2,d3,d4 ^3. @d2) *"), "ply 2: found the move number 3, expected 2");
}

TEST(Records, PositionsStartAnywhere) {
  const auto record = read_one(
      "[Position \"bagh-chal tigers=a1,a5,e1,e5 men=c3 hand=0/19 turn=tigers ply=31\"]\n[Game \"bagh-chal\"]\n"
      "32. a1-a2 33. @a1 *");
  EXPECT_EQ(record.start().ply, 31U);
  EXPECT_EQ(record.ply(record.mainline().back()), 33U);
  EXPECT_THAT(format_record(record), HasSubstr("\n32. a1-a2 33. @a1 *\n"));
  expect_round_trip(record);
  // The start of the game needs no tag.
  EXPECT_THAT(format_record(Record(open("bagh-chal"))), ::testing::Not(HasSubstr("Position")));
  expect_refused_at_mark(
      "[Game \"bagh-chal\"]\n[Position \"bagh-chal tigers=a1,a5,e1,e5 men=^c9 hand=0/19 turn=men\"]*", "game 1: men: ");
  expect_refused_at_mark("[Game \"bagh-chal\"]\n[Position \"^rimau-24 tigers=c3 men=d2 hand=0/0 turn=men\"]*",
                         "expected one of bagh-chal");
  expect_refused_at_mark("[Game \"bagh-chal\"]\n[Position \"^\"]*", "no text");
}

TEST(Records, ResultsFollowFromTheMoves) {
  const auto position = [](std::string_view fields, std::string_view rest) {
    return cat("[Game \"rimau-24\"]\n[Position \"rimau-24 ", fields, "\"]\n", rest);
  };
  // Immobilised: the men have won, whatever else is said.
  const std::string_view held = "tigers=a1 men=a3,a5,b2,c3 hand=0/0 turn=tigers";
  EXPECT_EQ(replay(read_one(position(held, "men"))).outcome(), (Outcome{Verdict::men, Reason::immobilised}));
  EXPECT_THAT(format_record(read_one(position(held, "men"))), HasSubstr("[Termination \"immobilised\"]"));
  expect_refused_at_mark(position(held, "^tigers"), "ended by rule: men, immobilised");
  expect_refused_at_mark(position(held, "^*"), "ended by rule");
  expect_refused_at_mark(position(held, "[Termination \"^resignation\"] men"), "ended by rule: immobilised");
  expect_refused_at_mark(position(held, "1. a1-^a2 men"), "found \"a2\"");
  expect_refused_at_mark(position(held, "1. ^a1-b2 men"), "the game is over", ErrorKind::illegal);
  // Not over by rule.
  EXPECT_EQ(replay(read_one(rimau("tigers"))).outcome(), (Outcome{Verdict::tigers, Reason::resignation}));
  EXPECT_EQ(replay(read_one(rimau("draw"))).outcome(), (Outcome{Verdict::draw, Reason::agreement}));
  EXPECT_EQ(replay(read_one(rimau("*"))).outcome(), Outcome{});
  EXPECT_EQ(replay(read_one("[Game \"rimau-24\"][Termination \"time\"] men")).outcome(),
            (Outcome{Verdict::men, Reason::time}));
  for (const auto* bad : {"[Termination \"^immobilised\"] men", "[Termination \"^agreement\"] men",
                          "[Termination \"^time\"] draw", "[Termination \"^time\"] *", "[Termination \"^threshold\"] *",
                          "[Termination \"^resignation\"] draw", "[Termination \"^repetition\"] draw"})
    expect_refused_at_mark(cat("[Game \"rimau-24\"]", bad), "does not explain the result");
  expect_refused_at_mark("[Game \"rimau-24\"][Termination \"^boredom\"] *", "expected threshold");
}

TEST(Records, ResultTagsAgreeWithTheResult) {
  EXPECT_TRUE(read("[Game \"rimau-24\"][Result \"men\"] men").has_value());
  expect_refused_at_mark("[Game \"rimau-24\"][Result \"men\"]\n^tigers", "the tag Result says men");
  expect_refused_at_mark("[Game \"rimau-24\"][Result \"men\"]\n1. d2,e3,f4 ^*", "the tag Result says men");
  expect_refused_at_mark("[Game \"rimau-24\"][Result \"^1-0\"]\n*", "expected tigers, men, draw or *");
}

TEST(Records, DrawsByHistoryEndALine) {
  // Two tigers and two men step to and fro; the third occurrence of the start is a draw.
  const std::string head =
      "[Game \"bagh-chal:win=all\"]\n"
      "[Position \"bagh-chal:win=all tigers=a1,a5,e1,e5 men=c3,c4 hand=0/0 captured=18 turn=men\"]\n";
  const std::string shuffle = "c3-d3 a1-a2 d3-c3 a2-a1 c3-d3 a1-a2 d3-c3 a2-a1 ";
  const auto drawn = read_one(cat(head, shuffle, "draw"));
  EXPECT_EQ(replay(drawn).outcome(), (Outcome{Verdict::draw, Reason::repetition}));
  expect_round_trip(drawn);
  expect_refused_at_mark(cat(head, shuffle, "^c3-d3 *"),
                         "game 1, ply 9: c3-d3 is not legal: the game is over: repetition", ErrorKind::illegal);
  expect_refused_at_mark(cat(head, shuffle, "^*"), "repetition");
  // A variation has the history of its own line: it may leave the shuffle, and must not go on after it.
  expect_round_trip(read_one(cat(head, shuffle, "(8. a2-b2 c3-d3) draw")));
  expect_refused_at_mark(cat(head, shuffle, "(8. a2-a1 9. ^c3-d3) draw"), "ply 9: c3-d3 is not legal",
                         ErrorKind::illegal);
}

TEST(Records, BadMovesAreToldByGamePlyLineAndColumn) {
  const auto good = rimau("1. d2,e3,f4 *");
  expect_refused_at_mark(cat(good, good, rimau("1. d2,e3,f4\n 2. ^@e2 *")),
                         "game 3, ply 2: @e2 is not legal: e2 holds a man", ErrorKind::illegal);
  expect_refused_at_mark(rimau("1. d2,e3,^z4 *"), "game 1, ply 1: found \"z4\"");
  expect_refused_at_mark(rimau("1. d2,e3,f4 ^Nf3 *"), "ply 2");
  expect_refused_at_mark(rimau("1. d2,e3,f4^! *"), "no more text");
  expect_refused_at_mark(rimau("1. d2,e3,f4 ^$1 *"), "$1");
  expect_refused_at_mark(rimau("1. d2,e3,f4 (1. d2,d3,d4 2. @d1^x) *"), "found \"x\"");
  EXPECT_THAT(read(rimau("1. d2,e3,f4 \xE2\x80\xA6 *")).error().message, HasSubstr("ply 2"));
}

TEST(Records, GrammarErrorsAreToldWhereTheyAre) {
  expect_refused_at_mark("^1. d2,e3,f4 *", "expected the tag [Game");
  expect_refused_at_mark("^[Event \"x\"]\n*", "expected the tag [Game");
  expect_refused_at_mark("[Game \"^chess\"]\n*", "no game \"chess\"", ErrorKind::unknown);
  expect_refused_at_mark("[Game \"rimau-24:flanks=^bent\"]\n*", "no value", ErrorKind::unknown);
  expect_refused_at_mark("[Game ^rimau-24]\n*", "in \"quotes\"");
  expect_refused_at_mark("[Game \"rimau-24\"\n^*", "]");
  expect_refused_at_mark("[Game ^\"rimau-24", "no closing \"");
  expect_refused_at_mark("[Game \"rimau-24^\n\"]", "line's end");
  expect_refused_at_mark("[Game \"rimau-24\"]\n[^Ev\u00E9nt \"x\"]", "a tag's name");
  expect_refused_at_mark("[Game \"rimau-24\"]\n[ ^\"x\"]", "a tag's name");
  expect_refused_at_mark("[Game \"rimau-24\"]\n[Event \"a\"]\n^[Event \"b\"]\n*", "given twice");
  expect_refused_at_mark("[Game \"rimau-24\"]\n^[Game \"rimau-24\"]\n*", "given twice");
  expect_refused_at_mark("[Game \"rimau-24\"]\n[Event \"a\\^q\"]\n*", "after \\");
  expect_refused_at_mark("[Game \"rimau-24\"]\n[Event \"a\\^x00\"]\n*", "01 to 7F");
  expect_refused_at_mark("[Game \"rimau-24\"]\n[Event \"a\\^x80\"]\n*", "01 to 7F");
  expect_refused_at_mark("[Game \"rimau-24\"]\n[Event \"a\\^", "the end");
  expect_refused_at_mark(rimau("^{never closed *"), "no closing }");
  expect_refused_at_mark(rimau("{a\\^d} *"), "after \\");
  expect_refused_at_mark("[Game \"rimau-24\"]\n1. d2,e3,f4 ^", "the text ends");
  expect_refused_at_mark(cat("[Game \"rimau-24\"]\n1. d2,e3,f4\n^", rimau("*")), "expected a move or the result");
  expect_refused_at_mark(rimau("^(1. d2,e3,f4) *"), "before any move");
  expect_refused_at_mark(rimau("1. d2,e3,f4 (^(1. d2,d3,d4)) *"), "before any move");
  expect_refused_at_mark(rimau("1. d2,e3,f4 (^) *"), "without a move");
  expect_refused_at_mark(rimau("1. d2,e3,f4 ({only words}^) *"), "without a move");
  expect_refused_at_mark(rimau("1. d2,e3,f4 ^) *"), "without the (");
  expect_refused_at_mark(rimau("1. d2,e3,f4 ^(1. d2,d3,d4 *"), "no closing )");
  expect_refused_at_mark(rimau("1. d2,e3,f4 ^} *"), "}");
  expect_refused_at_mark(rimau("1. d2,e3,f4 ^\"x\" *"), "x");
}

TEST(Records, VariationsNest) {
  const auto record = read_one(
      rimau("1. d2,e3,f4 (1. d2,d3,d4 2. @d2 (2. @a1 3. c3-d3 {deep}) (2. @a3) 3. c3-b2) (1. e2,e3,e4) 2. @d2 *"));
  EXPECT_EQ(record.node(root_node).children.size(), 3U);
  EXPECT_EQ(record.size(), 10U);
  EXPECT_THAT(format_record(record), HasSubstr("1. d2,e3,f4 (1. d2,d3,d4 2. @d2 (2. @a1 3. c3-d3 {deep}) (2. @a3) 3. "
                                               "c3-b2)\n(1. e2,e3,e4) 2. @d2 *\n"));
  expect_round_trip(record);
}

TEST(Records, NestingIsBounded) {
  const auto nested = [](int depth) {
    std::string text = "1. d2,e3,f4 ";
    for (int i = 0; i < depth; ++i) text += "(1. d2,d3,d4 ";
    return rimau(cat(text, std::string(static_cast<std::size_t>(depth), ')'), " *"));
  };
  expect_round_trip(read_one(nested(max_variation_depth)));
  for (const int depth : {max_variation_depth + 1, 10'000, 500'000}) {
    const auto refused = read(nested(depth));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().kind, ErrorKind::limit);
    EXPECT_THAT(refused.error().message, HasSubstr("1000 deep"));
  }
  for (const char bracket : {'(', ')', '[', '{'})
    EXPECT_FALSE(read(rimau(cat("1. d2,e3,f4 ", std::string(10'000, bracket)))).has_value());
}

TEST(Records, DeepVariationsAreWrittenWithoutRecursion) {
  // Every variation holds the next one: as deep as records may be, and then no deeper.
  const auto bagh_chal = open("bagh-chal:repetition=off,win=all");
  const auto& game = *bagh_chal;
  auto record = Record(bagh_chal, position(game, "a1 a5 e1 e5", "b3 c3 c4", Side::men));
  NodeId at = *record.add(root_node, move(game, "c4-d4"));
  int depth = 0;
  for (;; ++depth) {
    auto moves = legal_moves(game, record.play_to(at).position());
    std::erase_if(moves, [](Move move) { return move.kind() != Move::Kind::step; });
    ASSERT_GE(moves.size(), 2U);
    ASSERT_TRUE(record.add(at, moves.front()));
    const auto branch = record.add(at, moves.back());
    if (!branch) {
      EXPECT_EQ(branch.error().kind, ErrorKind::limit);
      break;
    }
    at = *branch;
  }
  EXPECT_EQ(depth, max_variation_depth);
  expect_round_trip(record);
}

TEST(Records, HugeTextsEndQuickly) {
  for (const char filler : {' ', 'x', '(', '{', '[', '"', '1', ';', '%', '.', '\\', '*', '\n'}) {
    const std::string line(8 << 20, filler);
    EXPECT_FALSE(read(cat("[Game \"rimau-24\"]\n", line)).has_value() && filler != '*') << filler;
    EXPECT_EQ(read(line).has_value(), filler == ' ' || filler == '\n') << filler;
  }
  EXPECT_EQ(read(std::string(max_record_bytes + 1, ' ')).error().kind, ErrorKind::limit);
  std::string comments = "[Game \"rimau-24\"]\n";
  for (std::size_t i = 0; i <= max_record_entries; ++i) comments += "{}";
  EXPECT_EQ(read(comments).error().kind, ErrorKind::limit);
  std::string tags = "[Game \"rimau-24\"]\n";
  for (int i = 0; i < 200; ++i) tags += cat("[T", i, " \"\"]");
  EXPECT_EQ(read(tags).error().kind, ErrorKind::limit);
  std::string games;
  for (int i = 1; i < 400; ++i) games += cat("[Game \"rimau-24:quiet=", i, "\"]*\n");
  EXPECT_EQ(read(games).error().kind, ErrorKind::limit);
}

// A game of very many plies and one of very many variations, read in time linear in their length.
TEST(Records, LongGamesAreRead) {
  std::string text =
      "[Game \"bagh-chal:repetition=off,win=all\"]\n[Position \"bagh-chal:repetition=off,win=all "
      "tigers=a1,a5,e1,e5 men=c3,c4 hand=0/0 captured=18 turn=men\"]\n";
  for (int i = 0; i < 25'000; ++i) text += "c3-d3 a1-a2 d3-c3 a2-a1\n";
  const auto record = read_one(text + "*");
  EXPECT_EQ(record.mainline().size(), 100'000U);
  EXPECT_EQ(replay(record).occurrences(), 25'001);
  EXPECT_EQ(read(format_record(record))->front().size(), record.size());
  std::string wide = "1. d2,e3,f4 ";
  for (int i = 0; i < 100'000; ++i) wide += "(1. d2,d3,d4 {x}) ";
  EXPECT_EQ(read_one(rimau(wide + "*")).size(), 100'002U);
}

TEST(RecordClocks, AreReadFromCommentsAndWrittenIntoThem) {
  auto record = read_one(rimau("1. d2,e3,f4 {well [%clk 0:05:07] played} 2. @d2 {[%clk 5:7]} {[%clk 12:00:00]} *"));
  const auto line = record.mainline();
  EXPECT_EQ(record.clock(line[0]), 307U);
  EXPECT_EQ(record.clock(line[1]), 43'200U);
  EXPECT_EQ(record.clock(root_node), std::nullopt);
  record.set_clock(line[0], 59);
  EXPECT_THAT(record.node(line[0]).comments, ElementsAre("well [%clk 0:00:59] played"));
  record.set_clock(line[1], 3600);
  EXPECT_THAT(record.node(line[1]).comments, ElementsAre("[%clk 5:7]", "[%clk 1:00:00]"));
  record.set_clock(root_node, 600);
  EXPECT_THAT(record.node(root_node).comments, ElementsAre("[%clk 0:10:00]"));
  for (const std::uint32_t seconds : {0U, 1U, 59U, 60U, 3599U, 3600U, 86'400U, Record::max_clock}) {
    record.set_clock(root_node, seconds);
    EXPECT_EQ(record.clock(root_node), seconds);
  }
  record.set_clock(root_node, Record::max_clock + 1);
  EXPECT_EQ(record.clock(root_node), Record::max_clock);
  expect_round_trip(record);
}

TEST(RecordClocks, OtherSpellingsAreNoClocks) {
  auto record = Record(open("bagh-chal"));
  for (const auto* text : {"[%clk]", "[%clk ]", "[%clk 0:05]", "[%clk 0:60:00]", "[%clk 0:00:60]", "[%clk 0:5:00]",
                           "[%clk -1:00:00]", "[%clk 0:00:00", "[%clk 1000:00:00]", "[%clk 00:00:00]", "[%CLK 0:00:01]",
                           "[%clk 0:0a:00]", "%clk 0:00:01", "[%clk  0:00:01]", "[%clk 0:00:01.5]"}) {
    record.comments(root_node) = {text};
    EXPECT_EQ(record.clock(root_node), std::nullopt) << text;
  }
  record.comments(root_node) = {"[%clk [%clk 0:00:01]"};
  EXPECT_EQ(record.clock(root_node), 1U);
}

TEST(RecordTree, TakesLegalMovesOnly) {
  auto record = Record(open("rimau-24"));
  const auto& game = record.game();
  const auto first = record.add(root_node, move(game, "d2,e3,f4"));
  ASSERT_TRUE(first);
  EXPECT_EQ(record.add(root_node, move(game, "c3-b2")).error().kind, ErrorKind::illegal);
  EXPECT_EQ(record.add(*first, move(game, "@e2")).error().kind, ErrorKind::illegal);
  EXPECT_EQ(record.size(), 2U);
  EXPECT_TRUE(record.declare({Verdict::tigers, Reason::time}));
  EXPECT_EQ(record.add(*first, move(game, "@d2")).error().message, "the game is over: time");
  EXPECT_TRUE(record.declare({}));
  ASSERT_TRUE(record.add(*first, move(game, "@d2")));
  EXPECT_EQ(record.mainline().size(), 2U);
}

TEST(RecordTree, DeclaresOnlyWhatAPlayerCan) {
  auto record = Record(open("rimau-24"));
  for (const auto& [verdict, reason] :
       {Outcome{Verdict::draw, Reason::time}, Outcome{Verdict::tigers, Reason::agreement},
        Outcome{Verdict::men, Reason::immobilised}, Outcome{Verdict::draw, Reason::repetition},
        Outcome{Verdict::tigers, Reason::none}, Outcome{Verdict::open, Reason::resignation}})
    EXPECT_FALSE(record.declare({verdict, reason}));
  EXPECT_EQ(record.declared(), Outcome{});
}

TEST(RecordTree, PromotesALine) {
  auto record = read_one(rimau("{start} 1. d2,e3,f4 {main} ({lead} 1. d2,d3,d4 {other} 2. @d2) 2. @e3 men"));
  const auto other = record.node(root_node).children[1];
  EXPECT_FALSE(record.promote(root_node));
  ASSERT_TRUE(record.promote(other));
  EXPECT_EQ(record.declared(), Outcome{}) << "the end belonged to the other line";
  EXPECT_THAT(format_record(record),
              HasSubstr("\n{start} {lead} 1. d2,d3,d4 {other} (1. d2,e3,f4 {main} 2. @e3) 2. @d2 *\n"));
  expect_round_trip(record);
  ASSERT_TRUE(record.promote(other)) << "it is the first already";
  record.add_lead(record.node(root_node).children[1], "again");
  record.add_lead(other, "at the root");
  EXPECT_THAT(record.node(root_node).comments, ElementsAre("start", "lead", "at the root"));
  EXPECT_THAT(format_record(record), HasSubstr("({again} 1. d2,e3,f4"));
  expect_round_trip(record);
}

// Random games with everything a record can hold.
class RandomRecord {
 public:
  explicit RandomRecord(std::uint64_t seed) : random_(seed) {}

  Record make(const std::vector<std::string>& games) {
    auto play = start(open(pick(games)));
    const unsigned plies = random_.below(100);
    while (play.moves().size() < plies && !play.outcome().over()) {
      EXPECT_TRUE(play.play(any_move(play)));
      if (random_.below(20) == 0) take_back(play);
    }
    end(play);
    auto record = record_of(play);
    EXPECT_EQ(replay(record).position(), play.position());
    EXPECT_EQ(replay(record).outcome(), play.outcome());
    decorate(record);
    return record;
  }

 private:
  template <class T>
  const T& pick(const std::vector<T>& from) {
    return from[random_.below(static_cast<unsigned>(from.size()))];
  }

  Move any_move(const Play& play) {
    return random_move(play.game(), play.position(), count_moves(play.game(), play.position()),
                       [this](unsigned bound) { return random_.below(bound); });
  }

  // The game's start, or a position from the middle of a game, at any ply.
  Play start(const std::shared_ptr<const Game>& game) {
    Play play(game);
    if (random_.below(3) > 0) return play;
    for (unsigned plies = 1 + random_.below(70); plies > 0 && !play.outcome().over(); --plies)
      EXPECT_TRUE(play.play(any_move(play)));
    auto position = play.position();
    position.ply = pick(std::vector<std::uint32_t>{0, 1, 2, 31, 32, position.ply, max_ply});
    return Play(game, position);
  }

  void take_back(Play& play) {
    for (unsigned undo = random_.below(8); undo > 0; --undo) play.undo();
  }

  void end(Play& play) {
    switch (random_.below(6)) {
      case 0:
        play.resign(random_.below(2) == 0 ? Side::tigers : Side::men);
        break;
      case 1:
        play.flag(random_.below(2) == 0 ? Side::tigers : Side::men);
        break;
      case 2:
        play.agree_draw();
        break;
      default:
        break;
    }
  }

  std::string any_text() {
    static const std::vector<std::string> pieces{
        "a",    "}",    "{",  "(",      ")",      "[",      "]",      "\"",       "\\",  ";",
        "%",    "\n",   "\r", "\t",     " ",      "  ",     "1. ",    "*",        "men", "\\n",
        "\x01", "\x7F", "é",  "\uFEFF", "\u2028", "\u202E", "[%clk ", "0:00:10]", "\n%", "$1"};
    std::string text;
    for (unsigned length = random_.below(8); length > 0; --length) text += pick(pieces);
    return text;
  }

  void decorate(Record& record) {
    for (const auto* name : {"Event", "Date", "Tigers", "Men", "Round", "x_1"})
      if (random_.below(3) == 0) {
        EXPECT_TRUE(record.set_tag(name, any_text()));
      }
    const bool clocks = random_.below(2) == 0;
    for (const auto id : record.mainline())
      if (clocks) record.set_clock(id, random_.below(7200));
    for (unsigned more = random_.below(6); more > 0; --more) add_variation(record);
    for (unsigned more = random_.below(6); more > 0; --more) record.comments(any_node(record)).push_back(any_text());
    for (unsigned more = random_.below(4); more > 0; --more)
      if (const auto id = any_node(record); id != root_node) record.add_lead(id, any_text());
  }

  NodeId any_node(const Record& record) { return random_.below(static_cast<unsigned>(record.size())); }

  void add_variation(Record& record) {
    NodeId at = any_node(record);
    if (record.node(at).children.empty()) return;
    for (unsigned length = 1 + random_.below(6); length > 0; --length) {
      const auto play = record.play_to(at);
      if (play.outcome().over()) return;
      const auto added = record.add(at, any_move(play));
      ASSERT_TRUE(added);
      at = *added;
    }
  }

  Random random_;
};

#ifdef RIMAU_SANITIZED
constexpr int random_games = 500;
#else
constexpr int random_games = 10'000;
#endif

TEST(RecordProperties, RandomGamesSurviveWritingAndReading) {
  const auto games = games_with_options();
  for (int seed = 0; seed < random_games && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(cat("seed ", seed));
    expect_round_trip(RandomRecord(static_cast<std::uint64_t>(seed)).make(games));
  }
}

TEST(RecordProperties, ManyGamesFitInOneFile) {
  const auto games = games_with_options();
  std::vector<Record> records;
  for (int seed = 0; seed < 50; ++seed) records.push_back(RandomRecord(static_cast<std::uint64_t>(seed)).make(games));
  const auto text = format_records(records);
  const auto back = must(read(text));
  ASSERT_EQ(back.size(), records.size());
  for (std::size_t i = 0; i < back.size(); ++i) expect_same(back[i], records[i]);
  EXPECT_EQ(format_records(back), text);
}

// No text that differs from a good one by a byte does anything but read or be refused.
TEST(RecordProperties, DamagedTextsAreReadOrRefused) {
  const auto games = games_with_options();
  Random random(9);
  for (int seed = 0; seed < random_games / 10; ++seed) {
    auto text = format_record(RandomRecord(static_cast<std::uint64_t>(seed)).make(games));
    const auto at = random.below(static_cast<unsigned>(text.size()));
    switch (random.below(3)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text.erase(at, 1 + random.below(20));
        break;
      default:
        text.insert(at, 1, static_cast<char>(random.below(256)));
        break;
    }
    const auto records = read(text);
    if (!records) {
      EXPECT_GE(records.error().place.line, 1) << records.error().text();
      continue;
    }
    const auto written = format_records(*records);
    EXPECT_EQ(format_records(must(read(written))), written);
  }
}

}  // namespace
}  // namespace rimau::testing
