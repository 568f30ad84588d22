// The messages of docs/online.md, and reading what a server says. Fields that are not known are overlooked.

import type { Side } from '../engine/types';

export const protocolVersion = 1;

export type Clock =
  | { kind: 'none' }
  | { kind: 'days'; days: number }
  | { kind: 'real'; initial: number; increment: number };

export type Offer = 'takeback' | 'draw' | 'rematch';

export type SeatState =
  | { kind: 'open' }
  | { kind: 'computer'; level: number }
  // For how many milliseconds nobody of this seat has been there; 0: somebody is.
  | { kind: 'person'; name: string | null; away: number };

export interface GameState {
  game: string;
  number: number;
  // Only in answers, which tell all moves.
  you: Side | null | undefined;
  rules: string;
  private: boolean;
  chance: boolean;
  clock: Clock;
  seats: Record<Side, SeatState>;
  status: 'waiting' | 'playing' | 'over';
  turn: Side | null;
  ply: number;
  from: number;
  moves: string[];
  left: Record<Side, number> | null;
  running: boolean;
  offers: { what: Offer; side: Side }[];
  outcome: { verdict: Side | 'draw'; reason: string } | null;
  rematch: string | null;
}

export interface Challenge {
  game: string;
  rules: string;
  created: number;
  name: string | null;
  here: boolean;
  side: Side | null;
  clock: Clock;
}

export const refusals = [
  'text',
  'unknown',
  'illegal',
  'turn',
  'stale',
  'over',
  'taken',
  'name',
  'busy',
  'limit',
  'unavailable',
] as const;
export type RefusalCode = (typeof refusals)[number];

// What a client asks; version and id are added when it is sent.
export type Ask =
  | { type: 'ping' | 'token' | 'list' }
  | {
      type: 'create';
      rules: string;
      side: Side | 'chance';
      clock: Clock;
      token: string;
      name?: string;
      listed?: boolean;
      private?: boolean;
      computer?: number;
    }
  | { type: 'watch'; game: string; token?: string }
  | { type: 'join'; game: string; token: string; name?: string }
  | { type: 'computer'; game: string; level: number }
  | { type: 'leave' | 'state' | 'resign' | 'record' | 'delete'; game: string }
  | { type: 'move'; game: string; ply: number; move: string }
  | { type: 'offer' | 'accept' | 'decline'; game: string; ply: number; what: Offer }
  | { type: 'claim'; game: string; why: 'time' | 'absence' };

export type Answer =
  | { type: 'welcome'; token: string }
  | { type: 'pong' | 'done' }
  | { type: 'token'; token: string }
  | { type: 'state'; state: GameState }
  | { type: 'list'; games: Challenge[] }
  | { type: 'record'; text: string }
  | { type: 'gone'; game: string }
  | { type: 'error'; code: RefusalCode; message: string; retry: number };

// `re` is the id of what is answered.
export type Told = Answer & { re: string | null };

// "version": another one than ours. Null: nothing that is understood.
export function readMessage(text: string): Told | 'version' | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  if (value.v !== protocolVersion) return 'version';
  const answer = readAnswer(value);
  return answer && { ...answer, re: typeof value.re === 'string' ? value.re : null };
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
function isSide(value: unknown): value is Side {
  return value === 'tigers' || value === 'men';
}
function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readAnswer(value: Fields): Answer | null {
  switch (value.type) {
    case 'pong':
    case 'done':
      return { type: value.type };
    case 'welcome':
    case 'token':
      return typeof value.token === 'string' ? { type: value.type, token: value.token } : null;
    case 'state': {
      const state = readState(value);
      return state && { type: 'state', state };
    }
    case 'list':
      return Array.isArray(value.games)
        ? { type: 'list', games: value.games.map(readChallenge).filter((game) => game !== null) }
        : null;
    case 'record':
      return typeof value.text === 'string' ? { type: 'record', text: value.text } : null;
    case 'gone':
      return typeof value.game === 'string' ? { type: 'gone', game: value.game } : null;
    case 'error': {
      const code = refusals.find((known) => known === value.code) ?? 'illegal';
      const retry = isCount(value.retry) ? value.retry : 0;
      return { type: 'error', code, message: textOrNull(value.message) ?? '', retry };
    }
    default:
      return null;
  }
}

function readClock(value: unknown): Clock | null {
  if (!isObject(value)) return null;
  const { kind, days, initial, increment } = value;
  if (kind === 'none') return { kind };
  if (kind === 'days' && isCount(days)) return { kind, days };
  if (kind === 'real' && isCount(initial) && isCount(increment))
    return { kind, initial, increment };
  return null;
}

function readSeat(value: unknown): SeatState | null {
  if (!isObject(value)) return null;
  if (value.kind === 'open') return { kind: 'open' };
  if (value.kind === 'computer' && isCount(value.level))
    return { kind: 'computer', level: value.level };
  if (value.kind !== 'person') return null;
  const away = value.here === true ? 0 : isCount(value.away) ? Math.max(1, value.away) : 1;
  return { kind: 'person', name: textOrNull(value.name), away };
}

function readOffers(value: unknown): GameState['offers'] {
  if (!Array.isArray(value)) return [];
  const offers: GameState['offers'] = [];
  for (const offer of value as unknown[]) {
    if (!isObject(offer) || !isSide(offer.side)) continue;
    const { what, side } = offer;
    if (what === 'takeback' || what === 'draw' || what === 'rematch') offers.push({ what, side });
  }
  return offers;
}

function readOutcome(value: unknown): GameState['outcome'] {
  if (!isObject(value)) return null;
  const { winner, reason } = value;
  if ((!isSide(winner) && winner !== 'draw') || typeof reason !== 'string') return null;
  return { verdict: winner, reason };
}

// Null when anything is missing that the page cannot do without.
function readState(value: Fields): GameState | null {
  const { game, number, you, rules, status, turn, ply, from, moves, seats, left } = value;
  if (typeof game !== 'string' || typeof rules !== 'string') return null;
  if (!isCount(number) || !isCount(ply) || !isCount(from)) return null;
  if (status !== 'waiting' && status !== 'playing' && status !== 'over') return null;
  if (!Array.isArray(moves) || !moves.every((move) => typeof move === 'string')) return null;
  const clock = readClock(value.clock);
  const tigers = isObject(seats) ? readSeat(seats.tigers) : null;
  const men = isObject(seats) ? readSeat(seats.men) : null;
  if (!clock || !tigers || !men || from + moves.length !== ply) return null;
  const told = isObject(left) && isCount(left.tigers) && isCount(left.men);
  return {
    game,
    number,
    you: you === undefined ? undefined : isSide(you) ? you : null,
    rules,
    private: value.private === true,
    chance: value.chance === true,
    clock,
    seats: { tigers, men },
    status,
    turn: isSide(turn) ? turn : null,
    ply,
    from,
    moves: moves as string[],
    left: told ? { tigers: left.tigers as number, men: left.men as number } : null,
    running: value.running === true,
    offers: readOffers(value.offers),
    outcome: readOutcome(value.outcome),
    rematch: textOrNull(value.rematch),
  };
}

function readChallenge(value: unknown): Challenge | null {
  if (!isObject(value)) return null;
  const { game, rules, created, name, here, side } = value;
  const clock = readClock(value.clock);
  if (typeof game !== 'string' || typeof rules !== 'string' || !isCount(created) || !clock)
    return null;
  return {
    game,
    rules,
    created,
    name: textOrNull(name),
    here: here === true,
    side: isSide(side) ? side : null,
    clock,
  };
}
