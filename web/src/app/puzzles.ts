// The set of puzzles that ships (docs/puzzles.md tells its form).

import type { Core } from '../engine/core';
import type { Side } from '../engine/types';

export interface Puzzle {
  id: string;
  game: string;
  position: string;
  side: Side;
  goal: 'win' | 'draw' | 'hold';
  depth: number;
  solution: string[];
  difficulty: number;
}

function isPuzzle(value: unknown): value is Puzzle {
  if (typeof value !== 'object' || value === null) return false;
  const puzzle = value as Puzzle;
  return (
    [puzzle.id, puzzle.game, puzzle.position].every((text) => typeof text === 'string') &&
    (puzzle.side === 'tigers' || puzzle.side === 'men') &&
    ['win', 'draw', 'hold'].includes(puzzle.goal) &&
    [puzzle.depth, puzzle.difficulty].every(Number.isFinite) &&
    Array.isArray(puzzle.solution) &&
    puzzle.solution.length > 0 &&
    puzzle.solution.every((move) => typeof move === 'string')
  );
}

// The puzzles of a file that the core can set up; none of a file of another version or form.
export function readPuzzles(file: unknown, core: Core): Puzzle[] {
  const { version, puzzles } = (file ?? {}) as { version?: unknown; puzzles?: unknown };
  if (version !== 1 || !Array.isArray(puzzles)) return [];
  return puzzles.filter(isPuzzle).filter((puzzle) => {
    try {
      core.position(puzzle.position);
      return true;
    } catch {
      return false;
    }
  });
}

export async function loadPuzzles(core: Core): Promise<Puzzle[]> {
  try {
    const answer = await fetch('./puzzles.json');
    return answer.ok ? readPuzzles(await answer.json(), core) : [];
  } catch {
    return [];
  }
}
