// Reading JSON objects field by field, with every surprise told. Used inside this folder only.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/side.hpp"
#include "online/settings.hpp"

namespace rimau::online {

[[nodiscard]] inline boost::json::string_view json_view(std::string_view text) { return {text.data(), text.size()}; }
[[nodiscard]] inline std::string_view std_view(boost::json::string_view text) { return {text.data(), text.size()}; }

// The object that a text holds; nothing when it holds anything else, more than one value, a field twice or more than a
// few levels.
[[nodiscard]] std::optional<boost::json::object> parse_object(std::string_view text);

// Reads an object's fields and remembers the first thing that is wrong: a field that is missing, of another type, out
// of range, or (see finish()) not asked for. What cannot be read is answered with an empty value.
class Fields {
 public:
  // The object has to outlive this.
  explicit Fields(const boost::json::object& object) : object_(object) {}

  [[nodiscard]] bool has(std::string_view name);
  std::string_view text(std::string_view name);
  std::string_view text_or(std::string_view name, std::string_view otherwise);
  std::int64_t number(std::string_view name, std::int64_t min, std::int64_t max);
  bool flag_or(std::string_view name, bool otherwise);
  const boost::json::object& object(std::string_view name);
  Side side(std::string_view name);
  // One of the names, by its index.
  std::size_t one_of(std::string_view name, std::initializer_list<std::string_view> names);
  void wrong(std::string_view name, std::string expected);

  // What was wrong, or the first field that nobody asked for.
  [[nodiscard]] std::optional<Refusal> finish();

 private:
  const boost::json::value* find(std::string_view name);

  const boost::json::object& object_;
  std::vector<std::string_view> asked_;
  std::optional<Refusal> fault_;
};

[[nodiscard]] boost::json::object json_of(const ClockRule& clock);
[[nodiscard]] ClockRule read_clock(Fields& fields, std::string_view name);
[[nodiscard]] boost::json::object json_of(const Seat& seat);
[[nodiscard]] Seat read_seat(Fields& fields, std::string_view name);

}  // namespace rimau::online
