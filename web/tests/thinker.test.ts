import { expect, test } from 'vitest';
import { Thinker } from '../src/engine/thinker';
import { FakeWorker } from './fakeWorker';

function thinker(): Thinker {
  FakeWorker.all = [];
  return new Thinker(null as unknown as WebAssembly.Module, () => new FakeWorker());
}

const { alive } = FakeWorker;

test('the newest request wins, and no older answer is ever given', async () => {
  const asked = thinker();
  const first = asked.choose('a', '', 1);
  const old = FakeWorker.all[0];
  const second = asked.choose('b', '', 1);
  old?.answer('{"move":"stale"}', 1);
  expect(await first).toBeNull();
  alive()[0]?.answer('{"move":"fresh"}');
  expect(await second).toBe('fresh');
  expect(old?.ended).toBe(true);
  expect(alive()).toHaveLength(1);
});

test('an idle worker is used again, and closed at the end', async () => {
  const asked = thinker();
  for (const move of ['x', 'y']) {
    const answer = asked.choose('a', '', 1);
    alive()[0]?.answer(JSON.stringify({ move }));
    expect(await answer).toBe(move);
  }
  expect(FakeWorker.all).toHaveLength(1);
  asked.close();
  expect(alive()).toHaveLength(0);
});

test('progress of an ended search is not told', async () => {
  const asked = thinker();
  const told: number[] = [];
  const search = asked.search('a', '', { depth: 3 }, (report) => told.push(report.depth));
  const worker = alive()[0];
  const progress = (depth: number) =>
    worker?.onmessage?.({
      data: { ticket: 1, progress: JSON.stringify({ depth, nodes: 0, turn: 'men', lines: [] }) },
    });
  progress(1);
  asked.stop();
  progress(2);
  expect(await search).toBeNull();
  expect(told).toEqual([1]);
});

test('200 quick requests leave one worker', async () => {
  const asked = thinker();
  const answers = Array.from({ length: 200 }, (_, i) => asked.search(`p${i}`, '', { depth: 1 }));
  alive()[0]?.answer('{"depth":1,"nodes":1,"turn":"men","lines":[]}');
  const told = await Promise.all(answers);
  expect(told.filter((answer) => answer !== null)).toHaveLength(1);
  expect(alive()).toHaveLength(1);
  asked.close();
  expect(alive()).toHaveLength(0);
});

test('a worker that cannot start is an error, and asking again starts another', async () => {
  const asked = thinker();
  const failing = asked.choose('a', '', 1);
  alive()[0]?.onerror?.({ message: '404' });
  await expect(failing).rejects.toThrow('404');
  const again = asked.choose('a', '', 1);
  alive()[0]?.answer('{"move":"m"}');
  expect(await again).toBe('m');
});

test('what the core refuses is thrown', async () => {
  const asked = thinker();
  const answer = asked.choose('a', '', 1);
  alive()[0]?.answer('{"error":{"kind":"text","text":"no","line":0,"column":0,"field":""}}');
  await expect(answer).rejects.toThrow('no');
});
