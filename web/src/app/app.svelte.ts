// What all pages share: the core, the games in the chosen language, the store, the address.

import moduleAddress from '@module?url';
import plainAddress from '@plain?url';
import solverAddress from '@solver?url';
import type { WorkerLike } from '../engine/asker';
import { compile, Core, runsFastModule } from '../engine/core';
import { Solver } from '../engine/solver';
import { Thinker } from '../engine/thinker';
import type { BoardShape, GameInfo, Games } from '../engine/types';
import { startOf, toldGames } from './home';
import { settings } from './settings.svelte';
import { openStore, type Store } from './store';

export interface App {
  core: Core;
  store: Store;
  thinker(): Thinker;
  solver(): Solver;
}

let app: App | null = null;

let opening: Promise<Store> | null = null;
export function startStore(): Promise<Store> {
  opening ??= openStore(storages());
  return opening;
}

export async function startApp(): Promise<App> {
  const store = startStore();
  const module = await compile(runsFastModule() ? moduleAddress : plainAddress);
  const core = await Core.make(module);
  const worker = () =>
    new Worker(new URL('../engine/worker.ts', import.meta.url), {
      type: 'module',
    }) as unknown as WorkerLike;
  app = {
    core,
    store: await store,
    thinker: () => new Thinker(module, worker),
    solver: () => new Solver(solverModule, worker),
  };
  return app;
}

// Fetched when it is first needed, and once.
let solver: Promise<WebAssembly.Module> | null = null;
function solverModule(): Promise<WebAssembly.Module> {
  solver ??= compile(solverAddress).catch((error: unknown) => {
    solver = null;
    throw error;
  });
  return solver;
}

// Reading these may itself be refused.
function storages(): { indexedDB?: IDBFactory; localStorage?: Storage } {
  const found: { indexedDB?: IDBFactory; localStorage?: Storage } = {};
  try {
    found.indexedDB = window.indexedDB;
    found.localStorage = window.localStorage;
  } catch {
    // What is missing is not used.
  }
  return found;
}

export function theApp(): App {
  if (!app) throw new Error('the app is used before its start');
  return app;
}

// The games told in the chosen language.
export function games(): Games {
  return toldGames[settings.language];
}

// The game of a GAME text, which may carry options.
export function gameInfo(game: string): GameInfo {
  const found = infoOf(game);
  if (!found) throw new Error(`no game ${game}`);
  return found;
}
export function infoOf(game: string): GameInfo | undefined {
  const id = game.split(':')[0];
  return games().games.find((known) => known.id === id);
}

export function isGame(game: string): boolean {
  return infoOf(game) !== undefined;
}

// The options that a GAME text carries, and the text with those that are not the usual ones.
export function optionsOf(game: string): Record<string, string> {
  const pairs = (game.split(':')[1] ?? '').split(',').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2)));
}
export function gameText(info: GameInfo, chosen: Record<string, string>): string {
  const options = info.options
    .filter(({ key, initial }) => (chosen[key] || initial) !== initial)
    .map(({ key }) => `${key}=${chosen[key]}`)
    .sort();
  return options.length ? `${info.id}:${options.join(',')}` : info.id;
}

const shapes = new Map<string, BoardShape>();

export function shapeOf(game: string): BoardShape {
  let shape = shapes.get(game);
  if (!shape) {
    shape = startOf(game)?.shape ?? theApp().core.board(game);
    shapes.set(game, shape);
  }
  return shape;
}

// The page shown: #/NAME/PART?key=value
export interface Address {
  page: string;
  part: string;
  query: URLSearchParams;
}

export function parseAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', ...parts] = path.split('/');
  return { page, part: decoded(parts.join('/')), query: new URLSearchParams(query) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function link(page: string, part = '', query: Record<string, string> = {}): string {
  const values = new URLSearchParams(query).toString();
  return `#/${page}${part ? `/${encodeURIComponent(part)}` : ''}${values ? `?${values}` : ''}`;
}

// With how often the address has changed: each time the page begins anew, even if only what it is asked for is another.
export const here = $state<Address & { visit: number }>({
  ...parseAddress(typeof location === 'undefined' ? '' : location.hash),
  visit: 0,
});

export function followAddress(): void {
  Object.assign(here, parseAddress(location.hash), { visit: here.visit + 1 });
}
