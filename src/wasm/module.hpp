// What the web page asks of the core, as text: the contract of the WebAssembly module.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "game/catalogue.hpp"
#include "wasm/table.hpp"
#include "wasm/thinking.hpp"

namespace rimau::wasm {

// A request is a command and its arguments, separated by NUL; the answer is a JSON value. A request that cannot be
// carried out is answered {"error": {"kind", "text", "line", "column", "field"}} and has changed nothing.
//
//   games LANG                             see write_games
//   rules GAME LANG                        see write_rules
//   board GAME                             see write_board
//   position TEXT                          {"position": canonical text, "game"}
//   moves POSITION                         {"moves": […] in byte order}
//   new GAME · from POSITION · load RECORD {"table": number}; a record's first game
//   look TABLE                             see write_table
//   tree TABLE                             see write_tree
//   click TABLE POINT · confirm TABLE      {"made": move or null}
//   cancel TABLE · clear TABLE             {"done": whether anything changed}
//   move TABLE MOVE                        {"made": move}
//   go TABLE NODE · prune TABLE NODE · promote TABLE NODE · declare TABLE resignation|time SIDE ·
//   declare TABLE agreement ·
//   close TABLE                            {"done"}
//   comment TABLE NODE TEXT                {"done"}; TEXT takes the place of the node's comments, but for a clock
//   clock TABLE NODE SECONDS               {"done"}
//   tag TABLE NAME VALUE                   {"done"}
//   record TABLE                           {"record": text}
//   line TABLE                             {"start": position, "moves"}: the way from the root to here
//   choose POSITION MOVES LEVEL SEED       {"move"}
//   search POSITION MOVES DEPTH NODES MS LINES  see think
//   judge POSITION MOVES MOVE NODES        see judge
//   learn NETWORK                          {"done"}; a file of networks/, by which its games are judged from now on
//   bench                                  {"signature": decimal digits}
//
// MOVES are separated by blanks. One thread at a time; only choose, search, judge and bench take long.
class Module {
 public:
  explicit Module(Report report) : report_(std::move(report)) {}

  [[nodiscard]] std::string call(std::string_view request);

 private:
  using Arguments = std::vector<std::string_view>;
  using Answer = Result<void>;  // fails, or has written to the Json
  struct Command {
    std::string_view name;
    std::size_t arguments;
    Answer (Module::*run)(Json& out, const Arguments& arguments);
  };
  static const Command commands[];

  Answer games(Json& out, const Arguments& arguments);
  Answer rules(Json& out, const Arguments& arguments);
  Answer board(Json& out, const Arguments& arguments);
  Answer position(Json& out, const Arguments& arguments);
  Answer moves(Json& out, const Arguments& arguments);
  Answer new_table(Json& out, const Arguments& arguments);
  Answer from(Json& out, const Arguments& arguments);
  Answer load(Json& out, const Arguments& arguments);
  Answer look(Json& out, const Arguments& arguments);
  Answer tree(Json& out, const Arguments& arguments);
  Answer click(Json& out, const Arguments& arguments);
  Answer confirm(Json& out, const Arguments& arguments);
  Answer cancel(Json& out, const Arguments& arguments);
  Answer clear(Json& out, const Arguments& arguments);
  Answer move(Json& out, const Arguments& arguments);
  Answer go(Json& out, const Arguments& arguments);
  Answer prune(Json& out, const Arguments& arguments);
  Answer promote(Json& out, const Arguments& arguments);
  Answer declare(Json& out, const Arguments& arguments);
  Answer agree(Json& out, const Arguments& arguments);
  Answer close(Json& out, const Arguments& arguments);
  Answer comment(Json& out, const Arguments& arguments);
  Answer clock(Json& out, const Arguments& arguments);
  Answer tag(Json& out, const Arguments& arguments);
  Answer record(Json& out, const Arguments& arguments);
  Answer line(Json& out, const Arguments& arguments);
  Answer choose(Json& out, const Arguments& arguments);
  Answer search(Json& out, const Arguments& arguments);
  Answer judge_move(Json& out, const Arguments& arguments);
  Answer learn(Json& out, const Arguments& arguments);
  Answer bench(Json& out, const Arguments& arguments);

  [[nodiscard]] Result<Table*> table(std::string_view number);
  Answer keep(Json& out, Table table);
  [[nodiscard]] Searcher& searcher();

  Report report_;
  Catalogue catalogue_;
  std::map<unsigned, Table> tables_;
  unsigned last_table_ = 0;
  Networks networks_ = Networks::built_in();
  std::optional<Searcher> searcher_;  // made when first needed: its table is large
};

}  // namespace rimau::wasm
