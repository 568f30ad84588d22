import { expect, test } from 'vitest';
import { around, tokens } from '../src/app/tree';
import { readProbe } from '../src/app/probe';
import { readPuzzles } from '../src/app/puzzles';
import { makeCore } from './core';

const core = await makeCore();
const told = (record: string) =>
  tokens(core.loadTable(record).tree())
    .map((token) =>
      token.kind === 'move'
        ? token.number + token.text
        : token.kind === 'comment'
          ? `{${token.text}}`
          : token.kind === 'open'
            ? '('
            : ')',
    )
    .join(' ');

test('variations follow the move they could replace', () => {
  const record = `[Game "bagh-chal"]

{before} 1. @c3 {good} (1. @b2 2. a1-a2 (2. a1-b1 {why}) 3. @c2) 2. a1-a2 3. @b3 *
`;
  expect(told(record)).toBe(
    '{before} 1.@c3 {good} ( 1.@b2 a1-a2 ( 2.a1-b1 {why} ) 3.@c2 ) 2.a1-a2 3.@b3',
  );
});

test('of a long line the part about the place is shown', () => {
  const all = Array.from({ length: 5000 }, (_, i) => ({
    kind: 'move' as const,
    node: i,
    text: 'x',
    number: '',
  }));
  const part = around(all, 4000, 300);
  expect(part).toHaveLength(300);
  expect(part).toContainEqual(all[4000]);
});

test('a deep nest of variations is told without running out of stack', () => {
  const table = core.newTable('bagh-chal');
  for (let i = 0; i < 15; ++i) {
    table.move(
      i % 2 === 0
        ? `@${'bcd'[(i / 2) % 3]}${2 + (((i / 6) | 0) % 3)}`
        : i % 4 === 1
          ? 'a1-a2'
          : 'a2-a1',
    );
  }
  expect(tokens(table.tree()).length).toBe(15);
});

test('answers of a server that are not what is expected are no answers', () => {
  const bad = [
    null,
    1,
    [],
    {},
    { winner: 'x', distance: 1, moves: [] },
    { winner: 'men', distance: 1 },
  ];
  for (const answer of bad) expect(readProbe(answer)).toBeNull();
  const moves = [
    { move: '@a1', winner: 'draw', distance: null },
    5,
    { move: 7, winner: 'men', distance: 1 },
  ];
  expect(readProbe({ winner: 'men', distance: 3, moves })).toEqual({
    value: { winner: 'men', plies: 3 },
    moves: [{ move: '@a1', winner: 'draw', plies: null }],
  });
});

test('of the puzzles those are taken that the core can set up', () => {
  const puzzle = {
    id: 'x',
    game: 'rimau-24',
    position: 'rimau-24 tigers=a1 men=a3,a5,b2,d4 hand=0/0 turn=men',
    side: 'men',
    goal: 'win',
    depth: 1,
    solution: ['d4-c3'],
    difficulty: 1,
  };
  const broken = { ...puzzle, position: 'rimau-24 tigers=z9' };
  expect(readPuzzles({ version: 1, puzzles: [puzzle, broken, 7, null] }, core)).toEqual([puzzle]);
  expect(readPuzzles({ version: 2, puzzles: [puzzle] }, core)).toEqual([]);
  expect(readPuzzles('nonsense', core)).toEqual([]);
});
