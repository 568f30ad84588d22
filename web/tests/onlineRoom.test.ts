// A game on a server as the page follows it, over the real core.
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from '../src/app/app.svelte';
import { seats } from '../src/app/online.svelte';
import { OnlineRoom, type News } from '../src/app/onlineRoom.svelte';
import type { Core } from '../src/engine/core';
import { OnlineClient } from '../src/online/client';
import { makeCore } from './core';
import { FakeSocket, state } from './fakeSocket';

let core: Core;
let client: OnlineClient;
let room: OnlineRoom;
let news: News[];

const settled = () => new Promise((done) => setTimeout(done));
const what = () => news.map((entry) => entry.what);

beforeAll(async () => {
  core = await makeCore();
});
beforeEach(() => {
  FakeSocket.all = [];
  news = [];
  client = new OnlineClient({ connect: () => new FakeSocket(), serves: async () => true });
  FakeSocket.last.welcome();
  seats.keep('g', 'ZqN0mG0o4cJrJ0n0mC1bXw', 'bagh-chal');
  room = new OnlineRoom({ core } as App, client, 'g', (entry) => news.push(entry));
  FakeSocket.last.answer('watch', { ...state, you: 'tigers' });
});
afterEach(() => {
  room.close();
  client.close();
  for (const { game } of seats.all()) seats.forget(game);
});

test('the seat is shown with its token, and a state is followed', () => {
  expect(FakeSocket.last.of('watch')[0]).toMatchObject({ token: 'ZqN0mG0o4cJrJ0n0mC1bXw' });
  expect(room.you).toBe('tigers');
  expect(room.moves).toEqual(['@c3']);
  expect(room.view?.men).toEqual(['c3']);
  expect(room.mayMove).toBe(true);
  expect(room.away('men')).toBeGreaterThanOrEqual(4200);
  expect(room.away('tigers')).toBe(0);
});

test('a move is shown at once and sent; nothing can be moved until it is answered', async () => {
  expect(room.click('a1')).toBe(true);
  expect(room.click('a2')).toBe(true);
  expect(room.moves).toEqual(['@c3', 'a1-a2']);
  expect(room.sending).toBe(true);
  expect(room.mayMove).toBe(false);
  expect(FakeSocket.last.of('move')[0]).toMatchObject({ game: 'g', ply: 1, move: 'a1-a2' });
  // A state in between, of somebody who came, takes nothing back.
  FakeSocket.last.tell({ ...state, from: 1, moves: [] });
  expect(room.moves).toEqual(['@c3', 'a1-a2']);
  FakeSocket.last.tell({ ...state, number: 4, ply: 2, from: 1, moves: ['a1-a2'], turn: 'men' });
  FakeSocket.last.answer('move', { type: 'done', game: 'g', number: 4, ply: 2 });
  await settled();
  expect(room.sending).toBe(false);
  expect(room.moves).toEqual(['@c3', 'a1-a2']);
  expect(what()).toEqual(['move']);
});

test('a move that the server refuses is taken off the board, and said to be', async () => {
  room.click('a1');
  room.click('a2');
  FakeSocket.last.answer('move', { type: 'error', code: 'stale', message: 'at ply 0' });
  await settled();
  expect(room.moves).toEqual(['@c3']);
  expect(room.view?.tigers).toContain('a1');
  expect(room.trouble).toBe('The game has gone on meanwhile.');
  expect(FakeSocket.last.of('watch')).toHaveLength(2);
});

test('a takeback takes turns off the board', () => {
  FakeSocket.last.tell({
    ...state,
    number: 4,
    ply: 0,
    from: 0,
    moves: [],
    turn: 'men',
    offers: [],
  });
  expect(room.moves).toEqual([]);
  expect(room.view?.men).toEqual([]);
  expect(what()).toEqual(['takenBack']);
});

test('after a gap all is asked for, and nothing is guessed', () => {
  FakeSocket.last.tell({ ...state, number: 6, ply: 4, from: 3, moves: ['a2-a1'] });
  expect(room.moves).toEqual(['@c3']);
  FakeSocket.last.answer('watch', {
    ...state,
    number: 6,
    ply: 3,
    moves: ['@c3', 'a1-a2', '@d2'],
    you: 'tigers',
  });
  expect(room.moves).toEqual(['@c3', 'a1-a2', '@d2']);
});

test('offers, ends and rematches are told once; the seat of the rematch is kept', () => {
  const offers = [
    { what: 'draw', side: 'men' },
    { what: 'takeback', side: 'men' },
  ];
  FakeSocket.last.tell({ ...state, number: 4, from: 1, moves: [], offers });
  FakeSocket.last.tell({ ...state, number: 4, from: 1, moves: [], offers });
  const outcome = { winner: 'tigers', reason: 'absence' };
  const over = { ...state, status: 'over', turn: null, from: 1, moves: [], offers: [], outcome };
  FakeSocket.last.tell({ ...over, number: 5 });
  expect(what()).toEqual(['offer', 'over']);
  expect(room.over).toBe(true);
  expect(room.mayMove).toBe(false);
  FakeSocket.last.tell({ ...over, number: 6, rematch: 'next' });
  expect(seats.get('next')?.token).toBe('ZqN0mG0o4cJrJ0n0mC1bXw');
});

test('a seat that was not given is not kept', async () => {
  seats.forget('g');
  const joined = room.join('Ali');
  FakeSocket.last.answer('token', { type: 'token', token: 't'.repeat(22) });
  await settled();
  expect(seats.get('g')?.token).toBe('t'.repeat(22));
  FakeSocket.last.answer('join', { type: 'error', code: 'taken', message: '' });
  expect(await joined).toBe(false);
  expect(seats.get('g')).toBeNull();
  expect(room.trouble).toBe('Somebody else has taken the seat.');
});

test('a deleted game is gone, and its seat forgotten', () => {
  FakeSocket.last.tell({ type: 'gone', game: 'g' });
  expect(room.absent).toBe('gone');
  expect(seats.get('g')).toBeNull();
});

test('the clock of the side to move runs, the other stands still', () => {
  room.now += 5000;
  expect(room.left).toEqual({ tigers: 295_000, men: 299_000 });
  expect(room.away('men')).toBe(9200);
  room.now += 400_000;
  expect(room.left?.tigers).toBe(0);
  FakeSocket.last.tell({ ...state, from: 1, moves: [], running: false });
  room.now += 5000;
  expect(room.left).toEqual(state.left);
});

test('what is chosen stays chosen when somebody comes or goes', () => {
  room.click('a1');
  FakeSocket.last.tell({ ...state, from: 1, moves: [] });
  expect(room.view?.selected).toBe('a1');
  room.cancel();
  expect(room.view?.selected).toBeNull();
});

// There are no moves made ahead that could outlive their position; what is chosen is all that could.
test('what is chosen is given up when the game has gone on, or back', async () => {
  room.click('a1');
  expect(room.view?.selected).toBe('a1');
  FakeSocket.last.tell({ ...state, number: 4, ply: 0, from: 0, moves: [], turn: 'men' });
  expect(room.view).toMatchObject({ selected: null, begun: false, men: [] });
  expect(room.click('a2')).toBe(false);

  // The half of an opening turn, while another tab of the same seat made a whole one.
  room.close();
  FakeSocket.last.answer('watch', { ...state, you: 'tigers' });
  seats.keep('o', 'ZqN0mG0o4cJrJ0n0mC1bXw', 'rimau-24');
  room = new OnlineRoom({ core } as App, client, 'o', (entry) => news.push(entry));
  const start = {
    ...state,
    game: 'o',
    rules: 'rimau-24',
    ply: 0,
    from: 0,
    moves: [],
    turn: 'tigers',
  };
  FakeSocket.last.answer('watch', { ...start, you: 'tigers' });
  for (const point of ['d2', 'e3']) room.click(point);
  expect(room.view?.marked).toEqual(['d2', 'e3']);
  FakeSocket.last.tell({
    ...start,
    number: 4,
    ply: 1,
    moves: ['d3,e3,f3'],
    turn: 'men',
  });
  expect(room.view).toMatchObject({ marked: [], begun: false, turn: 'men' });
  expect(room.view?.men).not.toContain('d3');
  expect(room.view?.men).toContain('d2');
  expect(room.moves).toEqual(['d3,e3,f3']);
  expect(FakeSocket.last.of('move')).toHaveLength(0);
});

test('an answer that comes after the page is left does nothing', async () => {
  room.click('a1');
  room.click('a2');
  const socket = FakeSocket.last;
  room.close();
  socket.answer('move', { type: 'error', code: 'stale', message: '' });
  await settled();
  expect(room.moves).toEqual(['@c3', 'a1-a2']);
});
