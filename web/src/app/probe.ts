// Exact values from a server with tables, where the page has one (docs/web.md): GET api/probe?position=TEXT.

import type { Side } from '../engine/types';

export interface Worth {
  winner: Side | 'draw';
  plies: number | null;
}
export interface Probed {
  value: Worth;
  moves: ({ move: string } & Worth)[];
}

let absent = false; // no server of ours answers here
const known = new Map<string, Probed | null>();

export async function probe(position: string): Promise<Probed | null> {
  const key = position.replace(/ ply=\d+/, '');
  if (absent) return null;
  const before = known.get(key);
  if (before !== undefined) return before;
  try {
    const answer = await fetch(`./api/probe?${new URLSearchParams({ position })}`, {
      signal: AbortSignal.timeout(5000),
    });
    if (!answer.headers.get('content-type')?.includes('application/json')) {
      absent = true;
      return null;
    }
    const found = readProbe(answer.ok ? await answer.json() : null);
    if (known.size > 2000) known.clear();
    known.set(key, found);
    return found;
  } catch {
    return null;
  }
}

function isWorth(value: unknown): value is Worth {
  if (typeof value !== 'object' || value === null) return false;
  const { winner, plies } = value as Worth;
  return ['tigers', 'men', 'draw'].includes(winner) && (plies === null || Number.isInteger(plies));
}

// The answer if it is what is expected, else nothing.
export function readProbe(value: unknown): Probed | null {
  if (typeof value !== 'object' || value === null) return null;
  const { value: worth, moves } = value as { value: unknown; moves: unknown };
  if (!isWorth(worth) || !Array.isArray(moves)) return null;
  const good = moves.filter(
    (entry): entry is { move: string } & Worth =>
      isWorth(entry) && typeof (entry as { move?: unknown }).move === 'string',
  );
  return { value: worth, moves: good };
}
