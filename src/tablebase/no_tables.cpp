// In place of the readers where there are no files: there are no tables, and so no values to be had from them.
#include "tablebase/tables.hpp"

namespace rimau::tablebase {

Probe::Probe(const Tables& tables, const Game& game) : tables_(tables), game_(game) {}
bool Probe::covers(const Position&) { return false; }
Result<Value> Probe::value(const Position&) { return fail(ErrorKind::unknown, "there are no tables"); }
Result<std::vector<Probe::MoveValue>> Probe::moves(const Position&) {
  return fail(ErrorKind::unknown, "there are no tables");
}

}  // namespace rimau::tablebase
