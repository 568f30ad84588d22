#include "online/names.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/text.hpp"

namespace rimau::online {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

template <std::size_t n>
constexpr bool contains(const std::array<Range, n>& ranges, char32_t c) noexcept {
  return std::ranges::any_of(ranges, [c](const Range& range) { return range.first <= c && c <= range.last; });
}

// Unicode's controls, format characters, default-ignorable code points, separators of lines, private use,
// noncharacters at the end of the planes in use, and blanks that look like nothing.
constexpr std::array<Range, 22> hidden{{
    {0x0000, 0x001F}, {0x007F, 0x009F}, {0x00AD, 0x00AD}, {0x034F, 0x034F},    {0x0600, 0x0605}, {0x061C, 0x061C},
    {0x06DD, 0x06DD}, {0x070F, 0x070F}, {0x115F, 0x1160}, {0x17B4, 0x17B5},    {0x180B, 0x180F}, {0x200B, 0x200F},
    {0x2028, 0x202E}, {0x2060, 0x206F}, {0x2800, 0x2800}, {0x3164, 0x3164},    {0xE000, 0xF8FF}, {0xFE00, 0xFE0F},
    {0xFEFF, 0xFEFF}, {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0xE0000, 0x10FFFF},
}};
constexpr std::array<Range, 4> more_hidden{{
    {0xFFFE, 0xFFFF},
    {0x110BD, 0x110CD},
    {0x1BCA0, 0x1BCA3},
    {0x1D173, 0x1D17A},
}};

constexpr std::array<Range, 6> blanks{
    {{0x0020, 0x0020}, {0x00A0, 0x00A0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x202F, 0x202F}, {0x205F, 0x205F}}};
constexpr char32_t ideographic_blank = 0x3000;

// Marks that are put over or under the letter before, of the scripts where names have no need of several. The vowel
// signs of South Asian scripts are not among them.
constexpr std::array<Range, 8> combining{{{0x0300, 0x036F},
                                          {0x0483, 0x0489},
                                          {0x0591, 0x05BD},
                                          {0x064B, 0x065F},
                                          {0x1AB0, 0x1AFF},
                                          {0x1DC0, 0x1DFF},
                                          {0x20D0, 0x20FF},
                                          {0xFE20, 0xFE2F}}};

constexpr bool is_hidden(char32_t c) noexcept { return contains(hidden, c) || contains(more_hidden, c); }
constexpr bool is_blank(char32_t c) noexcept { return contains(blanks, c) || c == ideographic_blank; }
constexpr bool is_combining(char32_t c) noexcept { return contains(combining, c); }

// Letters and digits of ASCII, and everything beyond Latin-1's signs: enough to tell a name from a row of dots.
constexpr bool is_sign(char32_t c) noexcept {
  const bool ascii_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return !ascii_letter && (c < 0xC0 || c == 0xD7 || c == 0xF7 || (c >= 0x2010 && c <= 0x2BFF) ||
                           (c >= 0x3001 && c <= 0x3004) || is_combining(c) || is_blank(c));
}

// The character at the start of text, which is UTF-8 and not empty, and its length.
std::pair<char32_t, std::size_t> first_char(std::string_view text) {
  const auto length = utf8_length(text);
  auto c = static_cast<char32_t>(static_cast<unsigned char>(text.front()));
  if (length > 1) c &= 0x7FU >> length;
  for (std::size_t n = 1; n < length; ++n) c = c << 6 | (static_cast<unsigned char>(text[n]) & 0x3FU);
  return {c, length};
}

template <class Each>
void for_each_char(std::string_view text, Each&& each) {
  while (!text.empty()) {
    const auto [c, length] = first_char(text);
    each(c, text.substr(0, length));
    text.remove_prefix(length);
  }
}

// Lower case of Latin, Greek, Cyrillic and Armenian; of others there is none or it looks different.
constexpr char32_t lower(char32_t c) noexcept {
  if ((c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7)) return c + 32;
  if ((c >= 0x100 && c <= 0x137) || (c >= 0x14A && c <= 0x177) || (c >= 0x1E00 && c <= 0x1EFF) ||
      (c >= 0x460 && c <= 0x481) || (c >= 0x48A && c <= 0x4BF) || (c >= 0x4D0 && c <= 0x52F))
    return c | 1;
  if ((c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E) || (c >= 0x4C1 && c <= 0x4CE)) return c + (c & 1);
  if ((c >= 0x391 && c <= 0x3A9) || (c >= 0x410 && c <= 0x42F)) return c + 32;
  if (c >= 0x400 && c <= 0x40F) return c + 80;
  if (c >= 0x531 && c <= 0x556) return c + 48;
  return c;
}

struct Twin {
  char32_t from;
  char32_t to;
};
// Small letters that look like Latin ones or digits; after Unicode's confusables (UTS 39), the part that common fonts
// draw alike. Capitals come with those that fold onto these, or are listed as they fold.
constexpr std::array<Twin, 48> twins{{
    {0x430, 'a'}, {0x432, 'b'}, {0x435, 'e'}, {0x438, 'u'}, {0x43A, 'k'}, {0x43C, 'm'}, {0x43D, 'h'}, {0x43E, 'o'},
    {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'}, {0x445, 'x'}, {0x455, 's'}, {0x456, 'l'}, {0x458, 'j'},
    {0x475, 'v'}, {0x4BB, 'h'}, {0x501, 'd'}, {0x51B, 'q'}, {0x51D, 'w'}, {0x4CF, 'l'}, {0x3B1, 'a'}, {0x3B2, 'b'},
    {0x3B5, 'e'}, {0x3B6, 'z'}, {0x3B7, 'h'}, {0x3B9, 'l'}, {0x3BA, 'k'}, {0x3BC, 'm'}, {0x3BD, 'v'}, {0x3BF, 'o'},
    {0x3C1, 'p'}, {0x3C4, 't'}, {0x3C5, 'u'}, {0x3C7, 'x'}, {0x585, 'o'}, {0x578, 'n'}, {0x57D, 'u'}, {0x581, 'g'},
    {0x131, 'l'}, {0x251, 'a'}, {0x261, 'g'}, {'0', 'o'},   {'1', 'l'},   {'i', 'l'},   {U'|', 'l'},  {0x2010, '-'},
}};

// Accented Latin letters to their base, by the ranges of Latin-1 and Latin Extended-A; '.' where there is none.
constexpr std::u32string_view latin_bases =
    U"aaaaaa.ceeeeiiii.nooooo.ouuuuy.y"                                   // 00E0
    U"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkkklllllll"   // 0100
    U"lllnnnnnnnnnoooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";  // 0140
static_assert(latin_bases.size() == 32 + 128);

constexpr char32_t base_of(char32_t c) noexcept {
  char32_t base = U'.';
  if (c >= 0xE0 && c <= 0xFF) base = latin_bases[c - 0xE0];
  else if (c >= 0x100 && c <= 0x17F && 32 + (c - 0x100) < latin_bases.size()) base = latin_bases[32 + (c - 0x100)];
  return base == U'.' ? c : base;
}

void append_char(std::string& out, char32_t c) {
  const auto put = [&out](char32_t byte) { out += static_cast<char>(byte); };
  const auto put_rest = [&put, c](int shift) { put(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    put_rest(0);
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    put_rest(6);
    put_rest(0);
  } else {
    put(0xF0 | c >> 18);
    put_rest(12);
    put_rest(6);
    put_rest(0);
  }
}

}  // namespace

Result<std::string> clean_name(std::string_view name) {
  const auto refuse = [](std::string why) { return fail(ErrorKind::text, std::move(why), {.field = "name"}); };
  if (name.size() > 4 * max_name_bytes || find_invalid_utf8(name) != std::string_view::npos)
    return refuse("found a name that is too long or no UTF-8");
  std::string clean;
  std::size_t chars = 0;
  int marks = 0, most_marks = 0;
  bool blank = false, found_hidden = false, found_letter = false;
  for_each_char(name, [&](char32_t c, std::string_view bytes) {
    if (is_blank(c)) {
      blank = true;
      marks = 0;
      return;
    }
    found_hidden = found_hidden || is_hidden(c);
    found_letter = found_letter || !is_sign(c);
    marks = is_combining(c) ? marks + 1 : 0;
    most_marks = std::max(most_marks, marks);
    if (blank && !clean.empty()) {
      clean += ' ';
      ++chars;
    }
    blank = false;
    clean += bytes;
    ++chars;
  });
  if (found_hidden) return refuse("found a character that does not show, expected letters, digits and signs");
  if (most_marks > 2) return refuse("found more than two marks on one letter");
  if (!found_letter) return refuse("found no letter or digit, expected a name");
  if (chars > max_name_chars || clean.size() > max_name_bytes)
    return refuse(cat("found a name of ", chars, " characters, expected at most ", max_name_chars));
  return clean;
}

std::string look_of(std::string_view name) {
  std::string look;
  for_each_char(name, [&look](char32_t c, std::string_view) {
    if (is_blank(c) || is_combining(c) || is_hidden(c)) return;
    if (c >= 0xFF01 && c <= 0xFF5E) c -= 0xFF01 - 0x21;  // full width
    c = base_of(lower(c));
    const auto twin = std::ranges::find(twins, c, &Twin::from);
    append_char(look, twin == twins.end() ? c : twin->to);
  });
  return look;
}

}  // namespace rimau::online
