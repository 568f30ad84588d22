#include "online/json.hpp"

#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <set>

#include "base/text.hpp"

namespace rimau::online {
namespace {

namespace json = boost::json;

constexpr std::size_t max_depth = 4;

// Boost.JSON keeps the last of several fields of one name and says nothing, so they are counted.
class Counter {
 public:
  static constexpr std::size_t max_object_size = 64;
  static constexpr std::size_t max_array_size = 64;
  static constexpr std::size_t max_key_size = 8192;
  static constexpr std::size_t max_string_size = 65536;

  using error_code = boost::system::error_code;
  bool on_document_begin(error_code&) { return true; }
  bool on_document_end(error_code&) { return true; }
  bool on_object_begin(error_code&) {
    keys_.emplace_back();
    return true;
  }
  bool on_object_end(std::size_t, error_code&) {
    keys_.pop_back();
    return true;
  }
  bool on_array_begin(error_code&) { return true; }
  bool on_array_end(std::size_t, error_code&) { return true; }
  bool on_key_part(json::string_view part, std::size_t, error_code&) {
    key_ += std_view(part);
    return true;
  }
  bool on_key(json::string_view part, std::size_t, error_code& error) {
    key_ += std_view(part);
    if (!keys_.back().insert(std::move(key_)).second) error = json::make_error_code(json::error::syntax);
    key_.clear();
    return !error;
  }
  bool on_string_part(json::string_view, std::size_t, error_code&) { return true; }
  bool on_string(json::string_view, std::size_t, error_code&) { return true; }
  bool on_number_part(json::string_view, error_code&) { return true; }
  bool on_int64(std::int64_t, json::string_view, error_code&) { return true; }
  bool on_uint64(std::uint64_t, json::string_view, error_code&) { return true; }
  bool on_double(double, json::string_view, error_code&) { return true; }
  bool on_bool(bool, error_code&) { return true; }
  bool on_null(error_code&) { return true; }
  bool on_comment_part(json::string_view, error_code&) { return true; }
  bool on_comment(json::string_view, error_code&) { return true; }

 private:
  std::vector<std::set<std::string>> keys_;
  std::string key_;
};

json::parse_options options() {
  json::parse_options options;
  options.max_depth = max_depth;
  return options;
}

const json::object& nothing() {
  static const json::object empty;
  return empty;
}

}  // namespace

std::optional<json::object> parse_object(std::string_view text) {
  json::basic_parser<Counter> counter(options());
  boost::system::error_code error;
  counter.write_some(false, text.data(), text.size(), error);
  if (error) return std::nullopt;
  auto value = json::parse(json_view(text), error, {}, options());
  if (error || !value.is_object()) return std::nullopt;
  return std::move(value.get_object());
}

const json::value* Fields::find(std::string_view name) {
  asked_.push_back(name);
  return object_.if_contains(json_view(name));
}

void Fields::wrong(std::string_view name, std::string expected) {
  if (fault_) return;
  const auto* value = object_.if_contains(json_view(name));
  const auto found = value == nullptr ? std::string("nothing") : shown(json::serialize(*value));
  fault_ = Refusal{.code = Refusal::Code::text,
                   .message = cat("found ", found, ", expected ", expected),
                   .field = std::string(name)};
}

bool Fields::has(std::string_view name) { return find(name) != nullptr; }

std::string_view Fields::text(std::string_view name) {
  const auto* value = find(name);
  if (value != nullptr && value->is_string()) return std_view(value->get_string());
  wrong(name, "a text");
  return {};
}

std::string_view Fields::text_or(std::string_view name, std::string_view otherwise) {
  return has(name) ? text(name) : otherwise;
}

std::int64_t Fields::number(std::string_view name, std::int64_t min, std::int64_t max) {
  const auto* value = find(name);
  if (value != nullptr && value->is_int64() && value->get_int64() >= min && value->get_int64() <= max)
    return value->get_int64();
  wrong(name, cat("a whole number from ", min, " to ", max));
  return min;
}

bool Fields::flag_or(std::string_view name, bool otherwise) {
  const auto* value = find(name);
  if (value == nullptr) return otherwise;
  if (value->is_bool()) return value->get_bool();
  wrong(name, "true or false");
  return otherwise;
}

const json::object& Fields::object(std::string_view name) {
  const auto* value = find(name);
  if (value != nullptr && value->is_object()) return value->get_object();
  wrong(name, "an object");
  return nothing();
}

std::size_t Fields::one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  const auto* value = find(name);
  const auto found =
      value != nullptr && value->is_string() ? std::ranges::find(names, std_view(value->get_string())) : names.end();
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  wrong(name, cat("one of ", join({names.begin(), names.end()}, ", ")));
  return 0;
}

Side Fields::side(std::string_view name) { return one_of(name, {"tigers", "men"}) == 0 ? Side::tigers : Side::men; }

std::optional<Refusal> Fields::finish() {
  if (fault_) return fault_;
  for (const auto& field : object_) {
    const auto name = std_view(field.key());
    if (std::ranges::find(asked_, name) == asked_.end())
      return Refusal{
          .code = Refusal::Code::text, .message = "found a field that is not known", .field = shown(name, 40)};
  }
  return std::nullopt;
}

json::object json_of(const ClockRule& clock) {
  switch (clock.kind) {
    case ClockRule::Kind::days:
      return {{"kind", "days"}, {"days", clock.days}};
    case ClockRule::Kind::real:
      return {{"kind", "real"}, {"initial", clock.initial}, {"increment", clock.increment}};
    case ClockRule::Kind::none:
      break;
  }
  return {{"kind", "none"}};
}

ClockRule read_clock(Fields& fields, std::string_view name) {
  Fields inner(fields.object(name));
  ClockRule clock{.kind = static_cast<ClockRule::Kind>(inner.one_of("kind", {"none", "days", "real"}))};
  if (clock.kind == ClockRule::Kind::days) clock.days = static_cast<int>(inner.number("days", 1, max_days));
  if (clock.kind == ClockRule::Kind::real) {
    clock.initial = inner.number("initial", min_initial, max_initial);
    clock.increment = inner.number("increment", 0, max_increment);
  }
  if (const auto fault = inner.finish()) fields.wrong(name, cat("a clock; ", fault->field, ": ", fault->message));
  return clock;
}

}  // namespace rimau::online
