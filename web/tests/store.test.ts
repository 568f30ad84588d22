import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { readSettings } from '../src/app/settings.svelte';
import {
  IndexedBackend,
  LocalBackend,
  MemoryBackend,
  openStore,
  Store,
  type SavedGame,
} from '../src/app/store';

const game: SavedGame = {
  version: 1,
  id: 'g1',
  game: 'rimau-24',
  record: '[Game "rimau-24"]\n\n*\n',
  tigers: 'person',
  men: 'computer',
  level: 2,
  plies: 0,
  over: false,
  clock: null,
  updated: 5,
};

let factory: IDBFactory;
beforeEach(() => {
  factory = new IDBFactory();
});

// As much of localStorage as is used, with room for so many characters.
function fakeStorage(values: Record<string, string> = {}, room = Infinity): Storage {
  const map = new Map(Object.entries(values));
  return {
    get length() {
      return map.size;
    },
    key: (i: number) => [...map.keys()][i] ?? null,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      map.set(key, value);
    },
    removeItem: (key: string) => void map.delete(key),
    clear: () => map.clear(),
  };
}

test('games and progress are there again after a restart', async () => {
  const store = await openStore({ indexedDB: factory });
  expect(store.lasting).toBe(true);
  await store.keep(game);
  await store.done('lessons', 'rimau-24/1');
  await store.done('lessons', 'rimau-24/1');
  const again = await openStore({ indexedDB: factory });
  expect(again.games).toEqual([game]);
  expect(again.progress.lessons).toEqual(['rimau-24/1']);
  expect(again.notices).toEqual([]);
});

test.each([
  ['nothing', ''],
  ['a word', 'undefined'],
  ['a piece of JSON', '{"version":1,"id":"g'],
  ['another version', { ...game, version: 7 }],
  ['another type', 17],
  ['a game without its record', { ...game, record: undefined }],
  ['a clock that is none', { ...game, clock: { initial: 'x' } }],
])('%s in the place of a game is set aside, and told', async (_what, value) => {
  const store = await Store.open(
    new MemoryBackend([
      ['game:bad', value],
      ['game:g1', game],
    ]),
  );
  expect(store.games).toEqual([game]);
  expect(store.notices).toEqual(['game:bad']);
  expect(store.rescued).toHaveLength(1);
  await store.keep({ ...game, id: 'g2' });
  expect(store.games).toHaveLength(2);
});

test('what was set aside stays until it is thrown away', async () => {
  const backend = await IndexedBackend.open(factory);
  await backend.put('progress', 'garbage');
  await openStore({ indexedDB: factory });
  const again = await openStore({ indexedDB: factory });
  expect(again.notices).toEqual([]);
  expect(again.rescued).toEqual(['garbage']);
  await again.clearRescued();
  expect((await openStore({ indexedDB: factory })).rescued).toEqual([]);
});

test('damaged texts in localStorage are set aside as well', async () => {
  const localStorage = fakeStorage({ 'rimau:game:x': '{"trunc', 'other-page': 'left alone' });
  const store = await openStore({ localStorage });
  expect(store.notices).toEqual(['game:x']);
  expect(localStorage.getItem('other-page')).toBe('left alone');
  await store.keep(game);
  expect((await Store.open(new LocalBackend(localStorage))).games).toEqual([game]);
});

test('without any storage, games last until the page is closed', async () => {
  const refusing = fakeStorage({}, 0);
  const store = await openStore({ localStorage: refusing });
  expect(store.lasting).toBe(false);
  await store.keep(game);
  expect(store.game('g1')).toEqual(game);
});

test('a full storage is an error to be told, and the game goes on', async () => {
  const store = await Store.open(new LocalBackend(fakeStorage({}, 40)));
  await expect(store.keep(game)).rejects.toThrow('full');
  expect(store.game('g1')).toEqual(game);
});

test.each([
  '',
  'undefined',
  '{"language":"xx","theme":3',
  '[]',
  'null',
  '{"language":"xx","theme":3}',
])('settings of %j are the defaults', (text) => {
  expect(readSettings(text, ['fr', 'ms-MY'])).toMatchObject({ language: 'ms', theme: 'auto' });
});

test('settings that can be read are kept beside those that cannot', () => {
  const read = readSettings('{"language":"es","theme":"pink","sound":true}', ['en']);
  expect(read).toMatchObject({ language: 'es', theme: 'auto', sound: true });
});
