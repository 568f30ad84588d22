// Games and positions.
#include "drawing/svg_board.hpp"
#include "drawing/text_board.hpp"
#include "handles.hpp"
#include "notation/notation.hpp"
#include "rulebook/rulebook.hpp"

namespace rimau::python {
namespace {

std::vector<std::string> names_of(const Game& game, PointSet points) {
  std::vector<std::string> names;
  for (const auto point : points) names.emplace_back(game.board().name(point));
  return names;
}

Language language_of(const std::string& code) {
  for (std::size_t i = 0; i < language_codes.size(); ++i)
    if (language_codes[i] == code) return static_cast<Language>(i);
  raise(ErrorKind::unknown, cat("no language \"", shown(code), "\"; expected en, ms, id or es"));
}

PositionHandle place(const std::shared_ptr<const Game>& game, const Position& position) {
  return PositionHandle(std::make_shared<const Placed>(Placed{game, position}));
}

PositionHandle read_position(const std::string& text) {
  auto read = must(parse_position(catalogue(), text));
  return place(read.game, read.position);
}

PositionHandle played(const Placed& from, const std::string& text) {
  const auto move = must(parse_legal_move(*from.game, from.position, text));
  return place(from.game, play_unchecked(*from.game, from.position, move));
}

std::string svg(const Placed& placed, const std::optional<std::string>& last, bool flipped, bool coordinates, bool tray,
                bool mono, const std::string& language) {
  Marks marks;
  if (last) {
    marks.last = must(parse_move(*placed.game, *last));
    if (const auto why = why_not_last(*placed.game, placed.position, *marks.last); !why.empty())
      raise(ErrorKind::illegal, why);
  }
  language_of(language);
  return draw_svg(*placed.game, placed.position, marks,
                  {.flipped = flipped, .coordinates = coordinates, .tray = tray, .mono = mono, .language = language});
}

std::string rules_told(const Game& game, const std::string& language, int width) {
  return join(rules_text(catalogue(), game, language_of(language), in_range(width, 20, 10'000, "width")), "\n");
}

py::dict options_of(const Game& game) {
  py::dict options;
  for (const auto& [key, option] : Catalogue::options(game.spec())) {
    py::dict described;
    std::vector<std::string> values;
    for (const auto& [value, rules] : option.values) values.push_back(value);
    described["default"] = option.initial;
    described["values"] = values;
    if (option.number_sets.empty()) described["numbers"] = py::none();
    else described["numbers"] = py::make_tuple(option.number_min, option.number_max);
    described["about"] = std::string(option.about.get("en"));
    options[py::str(key)] = described;
  }
  return options;
}

std::vector<std::vector<std::string>> lines_of(const Game& game) {
  std::vector<std::vector<std::string>> lines;
  for (const auto& line : game.board().lines()) {
    lines.emplace_back();
    for (const auto point : line) lines.back().emplace_back(game.board().name(point));
  }
  return lines;
}

py::dict coordinates_of(const Game& game) {
  py::dict coordinates;
  for (const auto point : game.points()) {
    const auto at = game.board().coordinates(point);
    coordinates[py::str(std::string(game.board().name(point)))] = py::make_tuple(at.x, at.y);
  }
  return coordinates;
}

void bind_game(py::module_& module) {
  py::class_<GameHandle>(module, "Game", "A game with its options, by its GAME text: rimau-24, pulijudam:tigers=2.")
      .def(py::init([](const std::string& text) { return GameHandle(must(catalogue().open(text))); }), py::arg("text"))
      .def_property_readonly("id", [](const GameHandle& game) { return game->id(); })
      .def(
          "name",
          [](const GameHandle& game, const std::string& language) {
            language_of(language);
            return std::string(game->spec().name.get(language));
          },
          py::arg("language") = "en")
      .def(
          "rules",
          [](const GameHandle& game, const std::string& language, int width) {
            return rules_told(*game, language, width);
          },
          py::arg("language") = "en", py::arg("width") = 100)
      .def_property_readonly("points", [](const GameHandle& game) { return names_of(*game, game->points()); })
      .def_property_readonly("lines", [](const GameHandle& game) { return lines_of(*game); })
      .def_property_readonly("coordinates", [](const GameHandle& game) { return coordinates_of(*game); })
      .def_property_readonly("options", [](const GameHandle& game) { return options_of(*game); })
      .def_property_readonly("tigers", [](const GameHandle& game) { return game->rules().tigers; })
      .def_property_readonly("men", [](const GameHandle& game) { return game->rules().men; })
      .def_property_readonly("first", [](const GameHandle& game) { return std::string(name(game->rules().first)); })
      .def_property_readonly("symmetries", [](const GameHandle& game) { return game->symmetries().size(); })
      .def_property_readonly("fingerprint", [](const GameHandle& game) { return game->fingerprint(); })
      .def("start", [](const GameHandle& game) { return place(game.shared(), start_position(*game)); })
      .def(
          "position",
          [](const GameHandle& game, const std::string& text) {
            return place(game.shared(), must(parse_position(catalogue(), *game, text)));
          },
          py::arg("text"))
      .def("_repr_svg_", [](const GameHandle& game) { return draw_svg(*game, start_position(*game)); })
      .def("__repr__", [](const GameHandle& game) { return cat("rimau.Game('", game->id(), "')"); })
      .def("__reduce__",
           [](const py::object& self) {
             return py::make_tuple(py::type::of(self), py::make_tuple(self.cast<GameHandle&>()->id()));
           })
      .def(
          "__eq__", [](const GameHandle& a, const GameHandle& b) { return a->id() == b->id(); }, py::is_operator())
      .def("__hash__", [](const GameHandle& game) { return std::hash<std::string>()(game->id()); });
}

void bind_position(py::module_& module) {
  const auto text_of = [](const PositionHandle& self) { return format_position(*self->game, self->position); };
  py::class_<PositionHandle>(module, "Position", "A position of a game, read from its line of text. Never changes.")
      .def(py::init(&read_position), py::arg("text"))
      .def_property_readonly("game", [](const PositionHandle& self) { return GameHandle(self->game); })
      .def_property_readonly("tigers",
                             [](const PositionHandle& self) { return names_of(*self->game, self->position.tigers); })
      .def_property_readonly("men",
                             [](const PositionHandle& self) { return names_of(*self->game, self->position.men); })
      .def_property_readonly("tigers_in_hand",
                             [](const PositionHandle& self) { return int{self->position.tigers_in_hand}; })
      .def_property_readonly("men_in_hand", [](const PositionHandle& self) { return int{self->position.men_in_hand}; })
      .def_property_readonly("captured",
                             [](const PositionHandle& self) { return captured(*self->game, self->position); })
      .def_property_readonly("turn", [](const PositionHandle& self) { return std::string(name(self->position.turn)); })
      .def_property_readonly(
          "stage",
          [](const PositionHandle& self) { return self->position.stage == Stage::opening ? "opening" : "play"; })
      .def_property_readonly("ply", [](const PositionHandle& self) { return self->position.ply; })
      .def_property_readonly("key", [](const PositionHandle& self) { return key(self->position); })
      .def_property_readonly("outcome",
                             [](const PositionHandle& self) { return told(outcome(*self->game, self->position)); })
      .def("moves", [](const PositionHandle& self) { return move_list(*self->game, self->position); })
      .def(
          "play", [](const PositionHandle& self, const std::string& move) { return played(*self, move); },
          py::arg("move"))
      .def("canonical",
           [](const PositionHandle& self) { return place(self->game, canonical(*self->game, self->position)); })
      .def(
          "perft",
          [](const PositionHandle& self, int depth) {
            in_range(depth, 0, 60, "depth");
            const auto from = self.shared();
            return interruptible([from, depth](const std::atomic<bool>& stop) {
              // Two plies at a time, so that it can be stopped.
              const std::function<std::uint64_t(const Position&, int)> count = [&](const Position& position,
                                                                                   int left) -> std::uint64_t {
                if (stop) return 0;
                if (left <= 3) return perft(*from->game, position, left);
                std::uint64_t nodes = 0;
                for_each_move(*from->game, position, [&](Move move) {
                  nodes += count(play_unchecked(*from->game, position, move), left - 1);
                });
                return nodes;
              };
              return count(from->position, depth);
            });
          },
          py::arg("depth"))
      .def(
          "svg",
          [](const PositionHandle& self, const std::optional<std::string>& last, bool flipped, bool coordinates,
             bool tray, bool mono,
             const std::string& language) { return svg(*self, last, flipped, coordinates, tray, mono, language); },
          py::arg("last") = py::none(), py::kw_only(), py::arg("flipped") = false, py::arg("coordinates") = true,
          py::arg("tray") = true, py::arg("mono") = false, py::arg("language") = "en")
      .def("drawn", [](const PositionHandle& self) { return to_text(draw_text(*self->game, self->position)); })
      .def("_repr_svg_", [](const PositionHandle& self) { return draw_svg(*self->game, self->position); })
      .def("__str__", text_of)
      .def("__repr__", [text_of](const PositionHandle& self) { return cat("rimau.Position('", text_of(self), "')"); })
      .def("__reduce__",
           [text_of](const py::object& self) {
             return py::make_tuple(py::type::of(self), py::make_tuple(text_of(self.cast<PositionHandle&>())));
           })
      .def(
          "__eq__",
          [](const PositionHandle& a, const PositionHandle& b) {
            return a->game->id() == b->game->id() && a->position == b->position;
          },
          py::is_operator())
      .def("__hash__", [](const PositionHandle& self) { return key(self->position) + self->position.ply; });
}

}  // namespace

void bind_games(py::module_& module) {
  module.def("games", [] { return catalogue().ids(); }, "The ids of all games that can be named, in byte order.");
  module.def(
      "add_games", [](const std::string& text, const std::string& file) { must(catalogue().add(text, file)); },
      py::arg("text"), py::arg("file") = "text", "Adds the boards and games of a game file's text.");
  bind_game(module);
  bind_position(module);
}

}  // namespace rimau::python
