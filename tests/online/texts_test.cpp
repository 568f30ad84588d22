// Names, tokens, and messages as any bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "base/text.hpp"
#include "online/messages.hpp"
#include "online/names.hpp"
#include "online/secrets.hpp"

namespace rimau::online {
namespace {

// B50
TEST(Names, AreTakenAsTheyAre) {
  for (const std::string_view name :
       {"Siti", "<svg/onload=alert()>", "O'Brien & \"Co\"", "\xE6\x9D\x8E", "Nguy\xE1\xBB\x85n", "e\xCC\x81t\xC3\xA9",
        "7", "\xD8\xB9\xD9\x84\xD9\x8A", "\xF0\x9F\x90\xAF tiger"})
    EXPECT_EQ(clean_name(name).value_or("refused"), name) << name;
  EXPECT_EQ(clean_name(" \t").error().kind, ErrorKind::text);
  EXPECT_EQ(*clean_name("  a \xC2\xA0  b "), "a b");
  EXPECT_EQ(*clean_name(std::string(32, 'a')), std::string(32, 'a'));
}

TEST(Names, ThatDoNotShowWhatTheyAreAreRefused) {
  for (const std::string_view name : {"",
                                      "   ",
                                      "...",
                                      "\xE2\x80\x8B",
                                      "\xE2\x80\x8B\xE2\x80\x8B",
                                      "a\xE2\x80\x8B",
                                      "a\xE2\x80\xAE"
                                      "b",
                                      "a\x1b[31m",
                                      "a\nb",
                                      "a\x7f",
                                      "\xEF\xBB\xBF"
                                      "a",
                                      "a\xC2\xAD"
                                      "b",
                                      "a\xEF\xB8\x8F",
                                      "\xEE\x80\x80",
                                      "\xF3\xA0\x81\x81"
                                      "a",
                                      "z\xCC\x80\xCC\x81\xCC\x82",
                                      "\xCC\x80",
                                      "\xff",
                                      "a\xC0\xAF",
                                      "\xE3\x85\xA4"})
    EXPECT_FALSE(clean_name(name)) << shown(name);
  EXPECT_FALSE(clean_name(std::string(33, 'a')));
  EXPECT_FALSE(clean_name(std::string_view("a\0b", 3)));
  std::string wide;
  for (int n = 0; n < 27; ++n) wide += "\xE6\x9D\x8E";
  EXPECT_FALSE(clean_name(wide)) << "81 bytes";
}

TEST(Names, ThatLookAlikeHaveOneLook) {
  for (const auto& [a, b] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"Siti", "SITI"},
           {"Siti", "S iti"},
           {"Siti", "S\xC3\xADt\xC3\xAC"},
           {"Siti", "Si\xCC\x81ti"},
           {"Paul", "\xD0\xA0\xD0\xB0ul"},  // Cyrillic
           {"Paul", "PAU1"},
           {"Oslo", "0slo"},
           {"Ali", "\xEF\xBC\xA1\xEF\xBD\x8C\xEF\xBD\x89"},  // full width
           {"Omar", "\xCE\x9Fmar"},                          // Greek
           {"\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD", "\xD0\xB8\xD0\xB2\xD0\xB0\xD0\xBD"}})
    EXPECT_EQ(look_of(a), look_of(b)) << a << " " << b;
  EXPECT_NE(look_of("Siti"), look_of("Sita"));
  EXPECT_NE(look_of("\xE6\x9D\x8E"), look_of("\xE7\x8E\x8B"));
}

TEST(Tokens, AreUnlikeAndWellFormed) {
  std::set<std::string> tokens;
  for (int n = 0; n < 1000; ++n) {
    const auto token = *random_token();
    EXPECT_TRUE(is_token(token)) << token;
    tokens.insert(token);
  }
  EXPECT_EQ(tokens.size(), 1000U);
  for (const std::string_view text : {"", "AAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB",
                                      "AAAAAAAAAAAAAAAAAAAA=A", "AAAAAAAAAAAAAAAAAAAAA "})
    EXPECT_FALSE(is_token(text)) << text;
  EXPECT_NE(derived_token({"a", "bc"}), derived_token({"ab", "c"}));
  EXPECT_TRUE(is_token(derived_token({"x"})));
  EXPECT_NE(token_hash("a", "t"), token_hash("b", "t"));
  EXPECT_TRUE(same_secret("ab", "ab"));
  EXPECT_FALSE(same_secret("ab", "ac"));
  EXPECT_FALSE(same_secret("ab", "abc"));
}

// SHA-256 of "1:a1:b", worked out with another program.
TEST(Tokens, AreHashedAsDocumented) { EXPECT_EQ(token_hash("a", "b"), "-s3eer8erFswEnOrLigvebqwEA8FiDOnuL35-AdB4Uk"); }

TEST(Messages, AreReadWithAllTheirFields) {
  const auto parsed = parse_message(
      R"({"v":1,"type":"create","id":"c1","rules":"rimau-24","side":"chance","name":" Siti ",)"
      R"("clock":{"kind":"real","initial":300000,"increment":0},"token":"AAAAAAAAAAAAAAAAAAAAAA","private":true})");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->id, "c1");
  const auto& create = std::get<ask::Create>(parsed->request);
  EXPECT_EQ(create.name, "Siti");
  EXPECT_EQ(create.side, std::nullopt);
  EXPECT_EQ(create.clock, (ClockRule{.kind = ClockRule::Kind::real, .initial = 300'000}));
  EXPECT_TRUE(create.is_private);
}

RC_GTEST_PROP(Messages, SurviveAnyBytes, (const std::string& bytes)) { (void)parse_message(bytes); }

RC_GTEST_PROP(Events, ComeBackAsTheyWere, (std::uint32_t ply, const std::string& bytes, std::uint32_t left)) {
  const auto id = shown(bytes, 1000);
  for (const Event& event :
       {Event(Moved{.ply = ply, .id = id, .move = "@a4", .left = left}),
        Event(Joined{Side::men, {.kind = Seat::Kind::computer, .level = 3}}),
        Event(Joined{Side::tigers, {.kind = Seat::Kind::person, .name = id, .hash = "h"}}),
        Event(Offered{Side::men, Offer::rematch}), Event(Declined{Side::tigers, Offer::takeback}),
        Event(TakenBack{2, left}), Event(Rematched{id}), Event(Ended{{Verdict::men, Reason::time}, true})}) {
    const auto read = parse_event(format_event(event));
    RC_ASSERT(read.has_value());
    RC_ASSERT(*read == event);
  }
}

}  // namespace
}  // namespace rimau::online
