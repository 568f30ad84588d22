import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Core } from '../src/engine/core';
import { Solver, type Question } from '../src/engine/solver';
import { FakeWorker } from './fakeWorker';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const solverFile = readFileSync(path('../../build/wasm/rimau-solver.wasm'));

describe('the module that solves', () => {
  // The core's own tests (solver_module_test.cpp) ask the native solver the same.
  test('answers as the native solver does', { timeout: 120_000 }, async () => {
    const core = await Core.make(new WebAssembly.Module(solverFile));
    const lines = readFileSync(path('../../tests/data/few-men.tsv'), 'utf8').trim().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const [position = '', answer] = line.split('\t');
      expect(core.ask(['probe', position, '1000000000'])).toBe(answer);
    }
  });

  test('is at most 130 KB compressed', () => {
    expect(gzipSync(solverFile, { level: 9 }).length).toBeLessThanOrEqual(130_000);
  });
});

function solver(fetch = () => Promise.resolve(null as unknown as WebAssembly.Module)): Solver {
  FakeWorker.all = [];
  return new Solver(fetch, () => new FakeWorker());
}
const question = (game: string, men: number): Question => ({
  game,
  men,
  position: `${game} ${men}`,
});
const settled = () => new Promise((done) => setTimeout(done));
const last = () => FakeWorker.all.at(-1);

test('what is asked next of the same game goes on with what is being solved', async () => {
  const asked = solver();
  const told: number[] = [];
  const first = asked.probe(question('a', 5), () => told.push(-1));
  await settled();
  const second = asked.probe(question('a', 4), (done) => told.push(done));
  await settled();
  const worker = last();
  worker?.onmessage?.({ data: { ticket: 1, progress: '{"done":0.5}' } });
  worker?.answer('{"winner":"draw"}');
  await settled();
  expect(FakeWorker.alive()).toHaveLength(1);
  expect(worker?.ended).toBe(false);
  worker?.answer('{"winner":"men"}');
  expect(await second).toEqual({ winner: 'men' });
  expect(told).toEqual([0.5]);
  expect(await first).toBeNull();
});

test('more men or another game end what is being solved', async () => {
  for (const next of [question('a', 6), question('b', 2)]) {
    const asked = solver();
    const first = asked.probe(question('a', 5), () => {});
    await settled();
    const second = asked.probe(next, () => {});
    expect(await first).toBeNull();
    await settled();
    expect(FakeWorker.all.map((worker) => worker.ended)).toEqual([true, false]);
    last()?.answer('{"winner":"tigers"}');
    expect(await second).toEqual({ winner: 'tigers' });
    asked.close();
    expect(FakeWorker.alive()).toHaveLength(0);
  }
});

test('200 quick questions leave one worker and one answer', async () => {
  const asked = solver();
  const answers = Array.from({ length: 200 }, (_, i) =>
    asked.probe(question(`g${i % 7}`, i % 5), () => {}),
  );
  await settled();
  last()?.answer('{"winner":"draw"}');
  const told = await Promise.all(answers);
  expect(told.filter((answer) => answer !== null)).toHaveLength(1);
  expect(FakeWorker.alive()).toHaveLength(1);
});

test('stopping is answered with nothing, and so is what cannot be solved', async () => {
  const asked = solver();
  const stopped = asked.probe(question('a', 5), () => {});
  await settled();
  asked.stop();
  expect(await stopped).toBeNull();
  const refused = asked.probe(question('a', 6), () => {});
  await settled();
  last()?.answer('{"error":{"kind":"limit","text":"too much"}}');
  expect(await refused).toBeNull();
});

test('a module that could not be fetched is tried again', async () => {
  let tries = 0;
  const asked = solver(() =>
    ++tries === 1
      ? Promise.reject(new Error('404'))
      : Promise.resolve(null as unknown as WebAssembly.Module),
  );
  await expect(asked.probe(question('a', 1), () => {})).rejects.toThrow('404');
  const again = asked.probe(question('a', 1), () => {});
  await settled();
  last()?.answer('{"winner":"men"}');
  expect(await again).toEqual({ winner: 'men' });
});
