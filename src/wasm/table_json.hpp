// A table as the page shows it.
#pragma once

#include "wasm/json.hpp"
#include "wasm/table.hpp"

namespace rimau::wasm {

// What a board view needs to show the position at the table's place and the turn under way, and nothing that it would
// have to work out:
//   game, position: their texts; turn, stage, ply, node; first: the ply count at the root
//   tigers, men: points; hand: [tigers, men]; captured; inPlay: men that can ever be on the board, in hand or captured
//   outcome: {verdict, reason}, or null while the game goes on
//   choices, targets, marked: points; selected: a point or null; leaps: {target: points leapt over} of the piece chosen
//   leftToMark, relocation: [from, to] or null; ready, begun
//   threatened: the men that some tiger could take if it were to move now
//   held: the tigers on the board that could neither step nor leap
//   last: {move, kind, from, to, taken} of the move that led here, or null
//   plies: moves from the root to here; next: the node that goes on with the line, or null; parent: likewise
//   occurrences, quiet: of the position, and plies without drop or capture
void write_table(Json& out, const Table& table);

// {"node", "nodes": [[parent, move, ply, children, comments, lead]], "tags": [[name, value]], "declared": reason},
// the nodes by their numbers, the root's move being "".
void write_tree(Json& out, const Table& table);

}  // namespace rimau::wasm
