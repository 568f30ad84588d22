// Where things lie on a drawn board, and which point is next in a direction. Knows no rules.

import type { BoardPoint, BoardShape } from '../engine/types';

export interface Place {
  name: string;
  x: number;
  y: number;
  label: { x: number; y: number };
}

export const unit = 100; // the distance of the two nearest points, in the drawing's units
const margin = 0.82 * unit;

export interface Layout {
  places: Map<string, Place>;
  lines: { x1: number; y1: number; x2: number; y2: number }[];
  left: number;
  top: number;
  width: number;
  height: number;
}

export function layOut(shape: BoardShape, flipped: boolean): Layout {
  const scale = unit / shape.spacing;
  const turn = flipped ? -scale : scale;
  const place = (point: BoardPoint): Place => {
    const [labelX, labelY] = flipped ? point.flippedLabel : point.label;
    return {
      name: point.name,
      x: point.x * turn,
      y: point.y * turn,
      label: { x: labelX * scale, y: labelY * scale },
    };
  };
  const all = shape.points.map(place);
  const lines = shape.lines.flatMap((line) => {
    const first = all[line[0] ?? -1];
    const last = all[line.at(-1) ?? -1];
    return first && last ? [{ x1: first.x, y1: first.y, x2: last.x, y2: last.y }] : [];
  });
  const xs = all.map((at) => at.x);
  const ys = all.map((at) => at.y);
  const left = Math.min(...xs) - margin;
  const top = Math.min(...ys) - margin;
  return {
    places: new Map(all.map((at) => [at.name, at])),
    lines,
    left,
    top,
    width: Math.max(...xs) + margin - left,
    height: Math.max(...ys) + margin - top,
  };
}

const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

// The point that an arrow key leads to: the nearest one that lies more in its direction than aside.
export function neighbour(layout: Layout, from: string, key: string): string | null {
  const start = layout.places.get(from);
  const direction = directions[key];
  if (!start || !direction) return null;
  let best: string | null = null;
  let least = Infinity;
  for (const at of layout.places.values()) {
    const dx = at.x - start.x;
    const dy = at.y - start.y;
    const along = dx * direction[0] + dy * direction[1];
    const aside = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    if (along <= 1 || aside > along * 1.01) continue;
    const cost = along + 1.5 * aside;
    if (cost < least) {
      least = cost;
      best = at.name;
    }
  }
  return best;
}

export interface Piece {
  key: number;
  side: 'tigers' | 'men';
  point: string;
}

// The pieces of a position, each with the key that it had before, so that a piece that moved is drawn moving.
export function follow(
  before: readonly Piece[],
  tigers: readonly string[],
  men: readonly string[],
  last: { from: string | null; to: string | null } | null,
): Piece[] {
  let next = before.reduce((most, piece) => Math.max(most, piece.key), 0);
  const one = (side: Piece['side'], points: readonly string[]): Piece[] => {
    const old = before.filter((piece) => piece.side === side);
    const kept = old.filter((piece) => points.includes(piece.point));
    const gone = old.filter((piece) => !points.includes(piece.point));
    const arrived = points.filter((point) => !old.some((piece) => piece.point === point));
    const pieces = [...kept];
    for (const point of arrived) {
      const moved =
        gone.find((piece) => point === last?.to && piece.point === last.from) ??
        gone.find((piece) => point === last?.from && piece.point === last.to) ??
        (gone.length === 1 && arrived.length === 1 ? gone[0] : undefined);
      pieces.push({ key: moved?.key ?? ++next, side, point });
    }
    return pieces;
  };
  return [...one('men', men), ...one('tigers', tigers)].sort((a, b) => a.key - b.key);
}
