// Games under way and records of games.
#include "handles.hpp"
#include "notation/record.hpp"

namespace rimau::python {
namespace {

using RecordHandle = Handle<Record>;

PositionHandle place(const std::shared_ptr<const Game>& game, const Position& position) {
  return PositionHandle(std::make_shared<const Placed>(Placed{game, position}));
}

std::vector<std::string> moves_of(const Play& play) {
  std::vector<std::string> moves;
  for (const auto move : play.moves()) moves.push_back(format_move(play.game(), move));
  return moves;
}

std::vector<PositionHandle> positions_of(const Play& play) {
  std::vector<PositionHandle> positions;
  for (const auto& position : play.positions()) positions.push_back(place(play.shared_game(), position));
  return positions;
}

std::vector<std::string> legal_moves_of(const Play& play) {
  if (play.outcome().over()) return {};
  return move_list(play.game(), play.position());
}

void must_change(bool changed) {
  if (!changed) raise(ErrorKind::illegal, "the game is over");
}

void bind_play(py::module_& module) {
  py::class_<PlayHandle>(module, "Play", "A game under way, with the history that draws and takebacks need.")
      .def(py::init([](const GameHandle& game) { return make_handle<Play>(game.shared()); }), py::arg("game"))
      .def(py::init([](const PositionHandle& from) { return make_handle<Play>(from->game, from->position); }),
           py::arg("position"))
      .def_property_readonly("game", [](const PlayHandle& play) { return GameHandle(play->shared_game()); })
      .def_property_readonly("position",
                             [](const PlayHandle& play) { return place(play->shared_game(), play->position()); })
      .def_property_readonly("moves", [](const PlayHandle& play) { return moves_of(*play); })
      .def_property_readonly("positions", [](const PlayHandle& play) { return positions_of(*play); })
      .def_property_readonly("outcome", [](const PlayHandle& play) { return told(play->outcome()); })
      .def_property_readonly("occurrences", [](const PlayHandle& play) { return play->occurrences(); })
      .def_property_readonly("quiet_plies", [](const PlayHandle& play) { return play->quiet_plies(); })
      .def("legal_moves", [](const PlayHandle& play) { return legal_moves_of(*play); })
      .def(
          "play",
          [](const PlayHandle& play, const std::string& move) {
            must(play->play(must(parse_move(play->game(), move))));
          },
          py::arg("move"))
      .def("undo", [](const PlayHandle& play) { return play->undo(); })
      .def(
          "resign", [](const PlayHandle& play, const std::string& side) { must_change(play->resign(side_of(side))); },
          py::arg("side"))
      .def("agree_draw", [](const PlayHandle& play) { must_change(play->agree_draw()); })
      .def("record", [](const PlayHandle& play) { return make_handle<Record>(record_of(*play)); })
      .def("copy", [](const PlayHandle& play) { return make_handle<Play>(*play); })
      .def("__copy__", [](const PlayHandle& play) { return make_handle<Play>(*play); })
      .def("__deepcopy__", [](const PlayHandle& play, const py::object&) { return make_handle<Play>(*play); })
      .def("__len__", [](const PlayHandle& play) { return play->moves().size(); });
}

NodeId node_at(const Record& record, std::size_t ply) {
  const auto line = record.mainline();
  if (ply > line.size())
    raise(ErrorKind::unknown, cat("ply: found ", ply, ", expected a number from 0 to ", line.size()));
  return ply == 0 ? root_node : line[ply - 1];
}

std::vector<py::object> tags_of(const Record& record) {
  std::vector<py::object> tags;
  for (const auto& tag : record.tags()) tags.push_back(type_named("Tag")(tag.name, tag.value));
  return tags;
}

void bind_record(py::module_& module) {
  py::class_<RecordHandle>(module, "Record",
                           "A recorded game: its mainline with tags and comments; variations are kept.")
      .def(py::init([](const std::string& text) {
             auto records = must(parse_records(catalogue(), text));
             if (records.size() != 1) raise(ErrorKind::text, cat("found ", records.size(), " records, expected one"));
             return make_handle<Record>(std::move(records.front()));
           }),
           py::arg("text"))
      .def_property_readonly("game", [](const RecordHandle& record) { return GameHandle(record->shared_game()); })
      .def_property_readonly("start",
                             [](const RecordHandle& record) { return place(record->shared_game(), record->start()); })
      .def_property_readonly("tags", [](const RecordHandle& record) { return tags_of(*record); })
      .def(
          "set_tag",
          [](const RecordHandle& record, const std::string& name, const std::string& value) {
            must(record->set_tag(name, value));
          },
          py::arg("name"), py::arg("value"))
      .def_property_readonly("moves", [](const RecordHandle& record) { return moves_of(replay(*record)); })
      .def_property_readonly("outcome", [](const RecordHandle& record) { return told(replay(*record).outcome()); })
      .def(
          "comments",
          [](const RecordHandle& record, std::size_t ply) { return record->node(node_at(*record, ply)).comments; },
          py::arg("ply"))
      .def(
          "add_comment",
          [](const RecordHandle& record, std::size_t ply, const std::string& comment) {
            record->comments(node_at(*record, ply)).push_back(comment);
          },
          py::arg("ply"), py::arg("comment"))
      .def("play", [](const RecordHandle& record) { return make_handle<Play>(replay(*record)); })
      .def("__copy__", [](const RecordHandle& record) { return make_handle<Record>(*record); })
      .def("__deepcopy__", [](const RecordHandle& record, const py::object&) { return make_handle<Record>(*record); })
      .def("__str__", [](const RecordHandle& record) { return format_record(*record); })
      .def("__reduce__", [](const py::object& self) {
        return py::make_tuple(py::type::of(self), py::make_tuple(format_record(*self.cast<RecordHandle&>())));
      });
}

}  // namespace

void bind_plays(py::module_& module) {
  bind_play(module);
  bind_record(module);
  module.def(
      "read_records",
      [](const std::string& text) {
        std::vector<RecordHandle> records;
        for (auto& record : must(parse_records(catalogue(), text)))
          records.push_back(make_handle<Record>(std::move(record)));
        return records;
      },
      py::arg("text"), "The records of a file's text.");
  // Pickled by its record: history, takebacks and a declared end come back.
  module.attr("Play").attr("__reduce__") = py::cpp_function(
      [](const py::object& self) {
        return py::make_tuple(type_named("play_of_record"),
                              py::make_tuple(format_record(record_of(*self.cast<PlayHandle&>()))));
      },
      py::is_method(module.attr("Play")));
}

}  // namespace rimau::python
