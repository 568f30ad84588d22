// Manual pages, by the macros that man(7) describes.
#include "base/text.hpp"
#include "cli/described.hpp"

namespace rimau::cli {
namespace {

// Plain text for roff: backslashes, hyphens (which it would make dashes of), and controls at the start of a line.
std::string escaped(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out += "\\&";
  for (const char c : text) {
    if (c == '\\') out += "\\e";
    else if (c == '-') out += "\\-";
    else out += c;
  }
  return out;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

std::string value_of(const DescribedOption& option) { return cat("\\fI", escaped(option.value), "\\fR"); }

std::string synopsis(const DescribedCommand& command) {
  std::string out = cat(".SH SYNOPSIS\n.B ", escaped(command.program), command.name.empty() ? "" : " " + command.name,
                        "\n[\\fIOPTION\\fR]…");
  for (const auto& positional : command.positionals)
    out += positional.required ? " " + value_of(positional) : cat(" [", value_of(positional), "]");
  if (command.name.empty()) out += " \\fICOMMAND\\fR …";
  return out + "\n";
}

std::string entry(const DescribedOption& option) {
  std::string title;
  for (const auto& flag : option.flags) title += cat(title.empty() ? "" : ", ", "\\fB", escaped(flag), "\\fR");
  if (!option.value.empty()) title += cat(title.empty() ? "" : " ", value_of(option));
  std::string out = cat(".TP\n", title, "\n", escaped(one_line(option.about)));
  if (!option.choices.empty() && option.value != join(option.choices, "|"))
    out += cat(" (", escaped(join(option.choices, ", ")), ")");
  if (option.required && !option.flags.empty()) out += " (must be given)";
  return out + "\n";
}

// Paragraphs are filled, what is indented stays as it is, and the examples get their own heading.
std::string more(std::string_view text) {
  std::string out;
  bool kept = false;
  bool headed = false;
  const auto keep = [&](bool now) {
    if (kept != now) out += now ? ".PP\n.nf\n" : ".fi\n.PP\n";
    kept = now;
  };
  for (const auto line : split(text, '\n')) {
    if (line.empty()) {
      keep(false);
      if (headed) out += ".PP\n";
    } else if (line == "Examples:") {
      keep(false);
      out += ".SH EXAMPLES\n";
      headed = true;
    } else {
      if (!headed) out += ".SH NOTES\n";
      headed = true;
      keep(line.starts_with(' '));
      out += escaped(line) + "\n";
    }
  }
  keep(false);
  return out;
}

}  // namespace

std::string manual_name(const DescribedCommand& command) {
  return command.name.empty() ? command.program : cat(command.program, "-", command.name);
}

std::string manual_page(const DescribedCommand& command, const std::vector<DescribedCommand>& all) {
  const auto name = manual_name(command);
  std::string out = cat(".TH ", upper(name), " 1 \"\" \"rimau " RIMAU_VERSION "\" \"rimau\"\n.SH NAME\n", escaped(name),
                        " \\- ", escaped(one_line(command.about)), "\n", synopsis(command));
  if (command.name.empty()) {
    out += ".SH COMMANDS\n";
    for (const auto& other : all)
      if (!other.name.empty()) out += cat(".TP\n\\fB", other.name, "\\fR\n", escaped(one_line(other.about)), "\n");
  }
  out += ".SH OPTIONS\n";
  for (const auto& positional : command.positionals) out += entry(positional);
  for (const auto& option : command.options) out += entry(option);
  out += more(command.more);
  out += ".SH EXIT STATUS\n0 when all went well; 2 after an error, which is told on standard error.\n.SH SEE ALSO\n";
  std::vector<std::string> others;
  for (const auto& other : all)
    if (other.name.empty() != command.name.empty())
      others.push_back(cat("\\fB", escaped(manual_name(other)), "\\fR(1)"));
  return out + join(others, ", ") + "\n";
}

}  // namespace rimau::cli
