import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OnlineClient, Refused, type Link, type Watcher } from '../src/online/client';
import { readMessage, type GameState } from '../src/online/protocol';
import { Seats } from '../src/online/seats';
import { FakeSocket, state } from './fakeSocket';

let serves: () => Promise<boolean>;
let clients: OnlineClient[] = [];

function client(): OnlineClient {
  const made = new OnlineClient({ connect: () => new FakeSocket(), serves: () => serves() });
  clients.push(made);
  return made;
}
function watcher(): Watcher & { states: GameState[]; refusals: Refused[] } {
  const states: GameState[] = [];
  const refusals: Refused[] = [];
  return {
    states,
    refusals,
    state: (told) => states.push(told),
    gone: () => {},
    refused: (why) => refusals.push(why),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  clients = [];
  serves = async () => true;
});
afterEach(() => {
  for (const made of clients) made.close();
  vi.useRealTimers();
});

test('a move that was not answered is sent again with its id, after the game is watched again', async () => {
  const online = client();
  FakeSocket.last.welcome();
  online.watch('g', 'secret', watcher());
  const asked = online.ask({ type: 'move', game: 'g', ply: 1, move: 'a1-a2' });
  const [first] = FakeSocket.last.of('move');
  expect(first).toMatchObject({ v: 1, game: 'g', ply: 1, move: 'a1-a2' });

  FakeSocket.last.onclose?.();
  expect(online.link).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeSocket.all).toHaveLength(2);
  FakeSocket.last.welcome();
  expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(['watch', 'move']);
  expect(FakeSocket.last.sent[0]).toMatchObject({ game: 'g', token: 'secret' });
  expect(FakeSocket.last.sent[1]).toEqual(first);

  FakeSocket.last.tell({ type: 'done', re: first?.id, game: 'g', number: 4, ply: 2 });
  await expect(asked).resolves.toMatchObject({ type: 'done' });
  FakeSocket.last.onclose?.();
  await vi.advanceTimersByTimeAsync(2000);
  FakeSocket.last.welcome();
  expect(FakeSocket.last.of('move')).toEqual([]);
});

test('what is asked while there is no connection waits for it; ids differ', async () => {
  const online = client();
  const asked = online.ask({ type: 'token' });
  void online.ask({ type: 'list' }).catch(() => {});
  expect(FakeSocket.last.sent).toEqual([]);
  FakeSocket.last.welcome();
  const ids = FakeSocket.last.sent.map(({ id }) => id);
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\w-]{1,32}$/);
  FakeSocket.last.tell({ type: 'token', re: ids[0], token: 't'.repeat(22) });
  await expect(asked).resolves.toMatchObject({ token: 't'.repeat(22) });
});

test('attempts come at longer and longer intervals, and at once when the page is seen again', async () => {
  const online = client();
  FakeSocket.last.welcome();
  const pauses: number[] = [];
  for (let n = 0; n < 8; ++n) {
    FakeSocket.last.onclose?.();
    await vi.advanceTimersByTimeAsync(0);
    const before = FakeSocket.all.length;
    let waited = 0;
    while (FakeSocket.all.length === before) {
      await vi.advanceTimersByTimeAsync(50);
      waited += 50;
    }
    pauses.push(waited);
  }
  expect(pauses[0]).toBeLessThanOrEqual(700);
  expect(pauses[4]).toBeGreaterThan(4 * (pauses[0] ?? 0));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(19_000);
  FakeSocket.last.onclose?.();
  await vi.advanceTimersByTimeAsync(0);
  const before = FakeSocket.all.length;
  online.wake();
  expect(FakeSocket.all).toHaveLength(before + 1);
});

test('a connection on which nothing comes is given up after a ping', async () => {
  const online = client();
  FakeSocket.last.welcome();
  await vi.advanceTimersByTimeAsync(20_000);
  const [ping] = FakeSocket.last.of('ping');
  FakeSocket.last.tell({ type: 'pong', re: ping?.id });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(online.link).toBe('open');
  const links: Link[] = [];
  online.onlink = (link) => links.push(link);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(links).toEqual(['waiting', 'connecting']); // so that the page can say that it is lost
  expect(FakeSocket.all).toHaveLength(2);
  expect(FakeSocket.all[0]?.closed).toBe(true);
  expect(online.link).toBe('connecting');
});

test('where nothing of ours answers, it ends, and what was asked is refused', async () => {
  serves = async () => false;
  const online = client();
  const asked = online.ask({ type: 'list' });
  const refused = expect(asked).rejects.toMatchObject({ code: 'unavailable' });
  FakeSocket.last.onclose?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(online.link).toBe('absent');
  await refused;
  await expect(online.ask({ type: 'list' })).rejects.toBeInstanceOf(Refused);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toHaveLength(1);
});

test('a server that is away for now is waited for', async () => {
  serves = () => Promise.reject(new Error('no network'));
  const online = client();
  FakeSocket.last.onclose?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(online.link).toBe('waiting');
});

test('another version of the messages ends it', () => {
  const online = client();
  FakeSocket.last.onopen?.();
  FakeSocket.last.onmessage?.({ data: '{"v":2,"type":"welcome"}' });
  expect(online.link).toBe('version');
});

test('who is told to come again does so with the same id, but not for ever', async () => {
  const online = client();
  FakeSocket.last.welcome();
  const asked = online.ask({ type: 'move', game: 'g', ply: 0, move: '@c3' });
  const refused = expect(asked).rejects.toMatchObject({ code: 'busy', retry: 2 });
  for (let n = 1; n <= 7; ++n) {
    const sent = FakeSocket.last.of('move');
    expect(sent).toHaveLength(n);
    FakeSocket.last.tell({
      type: 'error',
      re: sent[0]?.id,
      code: 'busy',
      message: 'later',
      retry: 2,
    });
    await vi.advanceTimersByTimeAsync(2000);
  }
  await refused;
  expect(new Set(FakeSocket.last.of('move').map(({ id }) => id)).size).toBe(1);
});

test('watchers are told of states, and why there are none', async () => {
  const online = client();
  FakeSocket.last.welcome();
  const looking = watcher();
  online.watch('g', undefined, looking);
  const [asked] = FakeSocket.last.of('watch');
  expect(asked).not.toHaveProperty('token');
  FakeSocket.last.tell({ ...state, re: asked?.id, you: 'tigers' });
  FakeSocket.last.tell({ ...state, number: 4, ply: 2, from: 1, moves: ['a1-a2'] });
  expect(looking.states.map(({ you }) => you)).toEqual(['tigers', undefined]);
  expect(looking.states[1]).toMatchObject({ from: 1, moves: ['a1-a2'] });
  online.refresh('g');
  FakeSocket.last.tell({
    type: 'error',
    re: FakeSocket.last.of('watch')[1]?.id,
    code: 'unknown',
    message: '',
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(looking.refusals[0]?.code).toBe('unknown');
  online.leave('g', watcher());
  expect(FakeSocket.last.of('leave')).toHaveLength(0);
  online.leave('g', looking);
  expect(FakeSocket.last.of('leave')).toHaveLength(1);
  FakeSocket.last.tell({ ...state, number: 5 });
  expect(looking.states).toHaveLength(2);
});

test('a state is read whole, or not at all', () => {
  const told = readMessage(JSON.stringify({ v: 1, ...state, you: null, news: 'unknown field' }));
  expect(told).toMatchObject({
    type: 'state',
    re: null,
    state: {
      you: null,
      seats: { tigers: { name: 'Siti', away: 0 }, men: { name: null, away: 4200 } },
      offers: [{ what: 'draw', side: 'men' }],
    },
  });
  for (const wrong of [
    { moves: ['@c3', 4] },
    { moves: ['@c3', '@c4'] },
    { seats: null },
    { clock: { kind: 'sand' } },
    { status: 'asleep' },
    { ply: -1 },
    { game: 7 },
  ])
    expect(readMessage(JSON.stringify({ v: 1, ...state, ...wrong }))).toBeNull();
  for (const text of ['', '[]', 'null', '{"v":1}', '{"v":1,"type":"news"}'])
    expect(readMessage(text) === null || readMessage(text) === 'version').toBe(true);
});

class FakeStorage {
  values = new Map<string, string>();
  full = false;
  get length(): number {
    return this.values.size;
  }
  key(n: number): string | null {
    return [...this.values.keys()][n] ?? null;
  }
  getItem(key: string): string | null {
    return this.values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    if (this.full) throw new Error('full');
    this.values.set(key, value);
  }
  removeItem(key: string): void {
    this.values.delete(key);
  }
}

test('seats are kept one by one; damaged ones are passed over; without room they last a while', () => {
  const storage = new FakeStorage();
  const token = 'ZqN0mG0o4cJrJ0n0mC1bXw';
  const seats = new Seats(storage as unknown as Storage);
  seats.keep('one', token, 'bagh-chal');
  storage.values.set('rimau-seat:two', '{"token":"short"}');
  storage.values.set('rimau-seat:three', '{"tok');
  storage.values.set('another', 'x');
  expect(seats.all().map(({ game }) => game)).toEqual(['one']);
  expect(new Seats(storage as unknown as Storage).get('one')?.token).toBe(token);
  expect(seats.lasting).toBe(true);
  storage.full = true;
  seats.keep('four', token, '');
  expect(seats.lasting).toBe(false);
  expect(seats.get('four')?.token).toBe(token);
  seats.forget('one');
  seats.forget('four');
  expect(seats.all()).toEqual([]);
  expect(new Seats(undefined).lasting).toBe(false);
});
