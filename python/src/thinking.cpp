// The computer player, tables, and the solver.
#include <pybind11/functional.h>

#include "base/threads.hpp"
#include "handles.hpp"
#include "notation/notation.hpp"
#include "search/levels.hpp"
#include "solver/solve.hpp"
#include "solver/verify.hpp"

namespace rimau::python {

tablebase::Probe& OpenTables::prober(const std::shared_ptr<const Game>& game) {
  for (auto& known : probers)
    if (known.game == game) return *known.probe;
  constexpr std::size_t kept = 8;
  if (probers.size() == kept) probers.erase(probers.begin());
  probers.push_back({game, std::make_unique<tablebase::Probe>(*tables, *game)});
  return *probers.back().probe;
}

namespace {

using tablebase::Value;

constexpr int max_threads = ParallelSearcher::max_threads;

py::object report_of(const Game& game, const SearchReport& report) {
  const auto texts = [&](const std::vector<Move>& moves) {
    py::tuple tuple(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) tuple[i] = format_move(game, moves[i]);
    return tuple;
  };
  py::tuple lines(report.lines.size());
  for (std::size_t i = 0; i < report.lines.size(); ++i) {
    const auto& line = report.lines[i];
    lines[i] = type_named("SearchLine")(texts(line.moves), line.score,
                                        line.value ? told(*line.value) : py::object(py::none()));
  }
  py::object best = py::none();
  if (!report.lines.empty()) best = py::str(format_move(game, report.best));
  return type_named("SearchReport")(best, report.score, report.depth, report.nodes, lines);
}

// Holds a thinker while a search uses it; raises when another does.
class InUse {
 public:
  explicit InUse(const ThinkerHandle& thinker) : thinker_(thinker.shared()) {
    if (thinker_->busy.test_and_set()) raise(ErrorKind::busy, "this searcher is searching already");
  }
  InUse(const InUse&) = delete;
  InUse& operator=(const InUse&) = delete;
  ~InUse() { thinker_->busy.clear(); }

 private:
  std::shared_ptr<Thinker> thinker_;
};

py::object search(const ThinkerHandle& thinker, const Play& from, const SearchLimits& limits,
                  const std::optional<std::function<void(py::object)>>& progress) {
  const InUse use(thinker);
  const Play play = from;
  std::mutex guard;  // of newest
  std::optional<SearchReport> newest;
  const auto report = interruptible(
      [&](const std::atomic<bool>& stop) {
        return thinker->searcher.search(play, limits, [&](const SearchReport& found) {
          if (progress) {
            const std::lock_guard lock(guard);
            newest = found;
          }
          return !stop.load();
        });
      },
      [&] {
        if (!progress) return;
        std::optional<SearchReport> found;
        {
          const std::lock_guard lock(guard);
          found = std::exchange(newest, std::nullopt);
        }
        if (found) (*progress)(report_of(play.game(), *found));
      });
  return report_of(play.game(), report);
}

SearchLimits limits_of(int depth, std::uint64_t nodes, int movetime_ms, int lines) {
  if (depth == 0 && nodes == 0 && movetime_ms == 0)
    raise(ErrorKind::text, "no limit: expected depth, nodes or movetime_ms");
  return {.depth = in_range(depth, 0, max_depth, "depth"),
          .nodes = nodes,
          .movetime_ms = in_range(movetime_ms, 0, 1'000'000'000, "movetime_ms"),
          .lines = in_range(lines, 1, 10'000, "lines")};
}

std::string choose(const ThinkerHandle& thinker, const Play& from, int level, std::uint64_t seed) {
  if (from.outcome().over()) raise(ErrorKind::illegal, "the game is over");
  in_range(level, first_level, last_level, "level");
  const InUse use(thinker);
  const Play play = from;
  const auto move = interruptible([&](const std::atomic<bool>& stop) {
    Random random(seed);
    return choose_move(thinker->searcher.first(), play, level, random, [&stop] { return !stop.load(); });
  });
  return format_move(play.game(), move);
}

Play play_from(const PositionHandle& from) { return Play(from->game, from->position); }

ThinkerHandle make_thinker(std::uint64_t hash_mib, int threads, const std::optional<TablesHandle>& tables) {
  in_range(hash_mib, std::uint64_t{1}, std::max<std::uint64_t>(1, bytes_of_memory() >> 21), "hash_mib");
  auto thinker = make_handle<Thinker>(hash_mib, in_range(threads, 1, max_threads, "threads"));
  if (tables) thinker->searcher.use((*tables)->tables);
  return thinker;
}

void bind_searcher(py::module_& module) {
  const auto search_arguments = [](auto&& define) {
    define(py::kw_only(), py::arg("depth") = 0, py::arg("nodes") = std::uint64_t{0}, py::arg("movetime_ms") = 0,
           py::arg("lines") = 1, py::arg("progress") = py::none());
  };
  using Progress = std::optional<std::function<void(py::object)>>;
  py::class_<ThinkerHandle> searcher(module, "Searcher", "The computer player. One search at a time.");
  searcher.def(py::init(&make_thinker), py::arg("hash_mib") = 16, py::arg("threads") = 1,
               py::arg("tables") = py::none());
  search_arguments([&](auto&&... arguments) {
    searcher
        .def(
            "search",
            [](const ThinkerHandle& thinker, const PlayHandle& play, int depth, std::uint64_t nodes, int movetime_ms,
               int lines, const Progress& progress) {
              return search(thinker, *play, limits_of(depth, nodes, movetime_ms, lines), progress);
            },
            py::arg("play"), arguments...)
        .def(
            "search",
            [](const ThinkerHandle& thinker, const PositionHandle& position, int depth, std::uint64_t nodes,
               int movetime_ms, int lines, const Progress& progress) {
              return search(thinker, play_from(position), limits_of(depth, nodes, movetime_ms, lines), progress);
            },
            py::arg("position"), arguments...);
  });
  searcher
      .def(
          "choose",
          [](const ThinkerHandle& thinker, const PlayHandle& play, int level, std::uint64_t seed) {
            return choose(thinker, *play, level, seed);
          },
          py::arg("play"), py::arg("level") = usual_level, py::arg("seed") = 1)
      .def(
          "choose",
          [](const ThinkerHandle& thinker, const PositionHandle& position, int level, std::uint64_t seed) {
            return choose(thinker, play_from(position), level, seed);
          },
          py::arg("position"), py::arg("level") = usual_level, py::arg("seed") = 1)
      .def("clear", [](const ThinkerHandle& thinker) {
        const InUse use(thinker);
        thinker->searcher.clear();
      });
}

TablesHandle open_tables(const py::args& folders) {
  std::vector<std::string> paths;
  const auto path_of = py::module_::import("os").attr("fspath");
  for (const auto& folder : folders) paths.push_back(path_of(folder).cast<std::string>());
  auto tables = make_handle<OpenTables>();
  tables->tables = std::make_shared<const tablebase::Tables>(tablebase::Tables::open(paths));
  return tables;
}

py::list values_of_moves(const TablesHandle& tables, const Placed& placed) {
  const auto known = [&] {
    const py::gil_scoped_release release;
    const std::lock_guard lock(tables->guard);
    return tables->prober(placed.game).moves(placed.position);
  }();
  py::list moves;
  for (const auto& [move, value] : must(known))
    moves.append(py::make_tuple(format_move(*placed.game, move), told(value)));
  return moves;
}

void bind_tables(py::module_& module) {
  py::class_<TablesHandle>(module, "Tables", "The table files of some folders: exact values of positions.")
      .def(py::init(&open_tables))
      .def("__reduce__",
           [](const TablesHandle&) -> py::object {
             throw py::type_error("Tables cannot be copied or pickled; open them again");
           })
      .def_property_readonly("files",
                             [](const TablesHandle& tables) {
                               std::vector<std::string> files;
                               for (const auto& file : tables->tables->files()) files.push_back(file.path());
                               return files;
                             })
      .def_property_readonly("refusals",
                             [](const TablesHandle& tables) {
                               std::vector<std::string> refusals;
                               for (const auto& refusal : tables->tables->refusals())
                                 refusals.push_back(refusal.text());
                               return refusals;
                             })
      .def(
          "probe",
          [](const TablesHandle& tables, const PositionHandle& position) {
            const auto placed = position.shared();
            static_cast<void>(*tables);
            const auto value = [&] {
              const py::gil_scoped_release release;
              const std::lock_guard lock(tables->guard);
              return tables->prober(placed->game).value(placed->position);
            }();
            return told(must(value));
          },
          py::arg("position"))
      .def(
          "moves",
          [](const TablesHandle& tables, const PositionHandle& position) {
            static_cast<void>(*tables);
            return values_of_moves(tables, *position);
          },
          py::arg("position"));
}

using SolveProgress = std::optional<std::function<void(std::string, double)>>;

// Keeps the newest word of a run for the thread that may call Python.
class Told {
 public:
  explicit Told(const SolveProgress& progress) : progress_(progress) {}
  void tell(std::string_view phase, double done) {
    if (!progress_) return;
    const std::lock_guard lock(guard_);
    newest_.emplace(phase, done);
  }
  void pass_on() {
    std::optional<std::pair<std::string, double>> newest;
    {
      const std::lock_guard lock(guard_);
      newest = std::exchange(newest_, std::nullopt);
    }
    if (newest) (*progress_)(newest->first, newest->second);
  }

 private:
  const SolveProgress& progress_;
  std::mutex guard_;  // of newest_
  std::optional<std::pair<std::string, double>> newest_;
};

py::object solve(const GameHandle& game, const py::object& folder, int max_men, int threads, double memory_gib,
                 bool resume, const SolveProgress& progress) {
  solver::SolveOptions options;
  options.folder = py::module_::import("os").attr("fspath")(folder).cast<std::string>();
  options.threads = static_cast<unsigned>(in_range(threads, 1, max_threads, "threads"));
  options.max_men = in_range(max_men, 0, max_points, "max_men");
  options.resume = resume;
  if (!(memory_gib >= 0 && memory_gib <= 4096))
    raise(ErrorKind::text, "memory_gib: expected a number from 0 (four fifths of the machine's) to 4096");
  options.memory_bytes =
      memory_gib > 0 ? static_cast<std::uint64_t>(memory_gib * (1 << 30)) : bytes_of_memory() / 5 * 4;
  Told newest(progress);
  const auto solved = interruptible(
      [&, compiled = game.shared()](const std::atomic<bool>& stop) {
        return solver::solve(*compiled, options, [&](const solver::Status& status) {
          newest.tell(status.phase, status.done);
          return !stop.load();
        });
      },
      [&] { newest.pass_on(); });
  const auto report = must(solved);
  return type_named("SolveReport")(report.folder, report.bytes, report.sliding_positions, report.total_seconds);
}

py::object verify(const TablesHandle& tables, const GameHandle& game, bool all, std::uint64_t sample,
                  std::uint64_t seed, int threads, const SolveProgress& progress) {
  const solver::VerifyOptions options{
      .all = all,
      .sample = in_range(sample, std::uint64_t{1}, std::uint64_t{4'000'000'000}, "sample"),
      .seed = seed,
      .threads = static_cast<unsigned>(in_range(threads, 1, max_threads, "threads"))};
  Told newest(progress);
  const auto checked = interruptible(
      [&, opened = tables->tables, compiled = game.shared()](const std::atomic<bool>& stop) {
        return solver::verify(*opened, *compiled, options, [&](std::string_view phase, double done) {
          newest.tell(phase, done);
          return !stop.load();
        });
      },
      [&] { newest.pass_on(); });
  const auto report = must(checked);
  return type_named("VerifyReport")(report.files, report.positions, py::tuple(py::cast(report.faults)),
                                    report.fault_count);
}

}  // namespace

void bind_thinking(py::module_& module) {
  bind_tables(module);
  bind_searcher(module);
  module.def("solve", &solve, py::arg("game"), py::arg("folder"), py::kw_only(), py::arg("max_men") = 0,
             py::arg("threads") = 1, py::arg("memory_gib") = 0.0, py::arg("resume") = false,
             py::arg("progress") = py::none(), "Makes a game's tables in a folder.");
  module.def("verify", &verify, py::arg("tables"), py::arg("game"), py::kw_only(), py::arg("all") = false,
             py::arg("sample") = 1'000'000, py::arg("seed") = 1, py::arg("threads") = 1,
             py::arg("progress") = py::none(), "Checks that tables follow from the rules.");
}

}  // namespace rimau::python
