import { expect, test } from 'vitest';
import { isDone, lessons, workedPositions } from '../src/app/lessons';
import { makeCore } from './core';

const core = await makeCore();
const games = core.games('en').games.map(({ id }) => id);

test('every game has at least six lessons', () => {
  expect(Object.keys(lessons).sort()).toEqual([...games].sort());
  for (const list of Object.values(lessons)) expect(list.length).toBeGreaterThanOrEqual(6);
});

test.each(games)('what is asked in the lessons of %s can be done', (game) => {
  const told = new Set(core.rules(game, 'en').topics.map(({ about }) => about));
  for (const { topics, position, task } of lessons[game] ?? []) {
    expect(topics.some((topic) => told.has(topic))).toBe(true);
    const table = position ? core.tableFrom(position) : core.newTable(game);
    const { position: start } = core.position(table.look().position);
    const { moves } = core.call<{ moves: string[] }>('moves', start);
    const right = moves.slice(0, 200).filter((move) => {
      table.move(move);
      const done = isDone(task, table.look());
      table.prune(table.look().node);
      return done;
    });
    expect(right.length, `${game} ${JSON.stringify(task)}`).toBeGreaterThan(0);
    table.close();
  }
});

test('worked positions are positions', () => {
  for (const position of Object.values(workedPositions).flat()) core.position(position);
});
