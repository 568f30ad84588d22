import { expect, test } from 'vitest';
import { follow, layOut, neighbour, type Piece } from '../src/board/geometry';
import { makeCore } from './core';

const core = await makeCore();
const games = ['rimau-24', 'pulijudam', 'bagh-chal'];

test.each(games)('names stay with their points when %s is turned', (game) => {
  const shape = core.board(game);
  const plain = layOut(shape, false);
  const turned = layOut(shape, true);
  for (const [name, at] of plain.places) {
    const other = turned.places.get(name);
    expect(other?.x).toBeCloseTo(-at.x);
    expect(other?.y).toBeCloseTo(-at.y);
    expect(Math.hypot(at.label.x - at.x, at.label.y - at.y)).toBeLessThan(60);
    expect(Math.hypot((other?.label.x ?? 0) - -at.x, (other?.label.y ?? 0) - -at.y)).toBeLessThan(
      60,
    );
  }
});

test.each(games)('arrow keys lead to every point of %s', (game) => {
  const layout = layOut(core.board(game), false);
  const reached = new Set<string>();
  const waiting = [layout.places.keys().next().value ?? ''];
  while (waiting.length > 0) {
    const at = waiting.pop() ?? '';
    if (reached.has(at)) continue;
    reached.add(at);
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
      const next = neighbour(layout, at, key);
      if (next) waiting.push(next);
    }
  }
  expect(reached.size).toBe(layout.places.size);
});

test('a piece that moves, there and back, stays the same piece', () => {
  const start: Piece[] = [
    { key: 1, side: 'tigers', point: 'c3' },
    { key: 2, side: 'men', point: 'd3' },
    { key: 3, side: 'men', point: 'e1' },
  ];
  const after = follow(start, ['e3'], ['e1'], { from: 'c3', to: 'e3' });
  expect(after).toEqual([
    { key: 1, side: 'tigers', point: 'e3' },
    { key: 3, side: 'men', point: 'e1' },
  ]);
  const back = follow(after, ['c3'], ['e1', 'd3'], null);
  expect(back.find((piece) => piece.side === 'tigers')?.key).toBe(1);
  expect(back).toHaveLength(3);
});
