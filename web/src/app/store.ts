// Games and progress on this device: IndexedDB, else localStorage, else memory only. What cannot be read is set aside
// as text (never thrown away), told in `notices`, and does not keep anything else from working.

export interface Backend {
  readonly lasting: boolean;
  all(): Promise<[string, unknown][]>;
  put(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

export type Seat = 'person' | 'computer';

export interface SavedGame {
  version: 1;
  id: string;
  game: string;
  record: string;
  tigers: Seat;
  men: Seat;
  level: number;
  plies: number;
  over: boolean;
  // Seconds for each side and added per turn, and what is left of it in milliseconds; null without a clock.
  clock: { initial: number; increment: number; tigers: number; men: number } | null;
  updated: number;
}

export interface Progress {
  version: 1;
  // Lessons done, as "GAME/NUMBER", and puzzles solved by their ids.
  lessons: string[];
  puzzles: string[];
}

const gamePrefix = 'game:';
const rescuePrefix = 'rescue:';
const progressKey = 'progress';

function isSide(value: unknown): value is Seat {
  return value === 'person' || value === 'computer';
}

export function isSavedGame(value: unknown): value is SavedGame {
  if (typeof value !== 'object' || value === null) return false;
  const game = value as SavedGame;
  const clock = game.clock as SavedGame['clock'] | undefined;
  const clockRight =
    clock === null ||
    (typeof clock === 'object' &&
      [clock.initial, clock.increment, clock.tigers, clock.men].every(Number.isFinite));
  return (
    game.version === 1 &&
    [game.id, game.game, game.record].every((text) => typeof text === 'string') &&
    isSide(game.tigers) &&
    isSide(game.men) &&
    [game.level, game.plies, game.updated].every(Number.isFinite) &&
    typeof game.over === 'boolean' &&
    clockRight
  );
}

function isProgress(value: unknown): value is Progress {
  if (typeof value !== 'object' || value === null) return false;
  const { version, lessons, puzzles } = value as Progress;
  const texts = (list: unknown) =>
    Array.isArray(list) && list.every((entry) => typeof entry === 'string');
  return version === 1 && texts(lessons) && texts(puzzles);
}

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

export class Store {
  readonly notices: string[] = [];
  readonly lasting: boolean;
  readonly #backend: Backend;
  readonly #games = new Map<string, SavedGame>();
  readonly #rescued = new Map<string, string>();
  #progress: Progress = { version: 1, lessons: [], puzzles: [] };

  private constructor(backend: Backend) {
    this.#backend = backend;
    this.lasting = backend.lasting;
  }

  static async open(backend: Backend): Promise<Store> {
    const store = new Store(backend);
    for (const [key, value] of await backend.all()) {
      if (key.startsWith(rescuePrefix)) store.#rescued.set(key, asText(value));
      else if (key.startsWith(gamePrefix) && isSavedGame(value)) store.#games.set(value.id, value);
      else if (key === progressKey && isProgress(value)) store.#progress = value;
      else await store.setAside(key, value);
    }
    return store;
  }

  // The newest first.
  get games(): SavedGame[] {
    return [...this.#games.values()].sort((a, b) => b.updated - a.updated);
  }
  game(id: string): SavedGame | undefined {
    return this.#games.get(id);
  }
  get progress(): Readonly<Progress> {
    return this.#progress;
  }
  get rescued(): string[] {
    return [...this.#rescued.values()];
  }

  // Fails when there is no room; the game goes on in memory.
  async keep(game: SavedGame): Promise<void> {
    this.#games.set(game.id, game);
    await this.#backend.put(gamePrefix + game.id, game);
  }
  async remove(id: string): Promise<void> {
    this.#games.delete(id);
    await this.#backend.remove(gamePrefix + id);
  }
  async done(kind: 'lessons' | 'puzzles', what: string): Promise<void> {
    if (this.#progress[kind].includes(what)) return;
    this.#progress = { ...this.#progress, [kind]: [...this.#progress[kind], what] };
    await this.#backend.put(progressKey, this.#progress);
  }

  async setAside(key: string, value: unknown): Promise<void> {
    this.notices.push(key);
    const name = `${rescuePrefix}${key}:${Date.now()}`;
    this.#rescued.set(name, asText(value));
    try {
      await this.#backend.put(name, asText(value));
      await this.#backend.remove(key);
    } catch {
      // It stays where it is and is told again next time.
    }
    if (key.startsWith(gamePrefix)) this.#games.delete(key.slice(gamePrefix.length));
  }
  async clearRescued(): Promise<void> {
    for (const key of this.#rescued.keys()) await this.#backend.remove(key);
    this.#rescued.clear();
  }
}

export class MemoryBackend implements Backend {
  readonly lasting = false;
  readonly #values = new Map<string, unknown>();
  constructor(values: [string, unknown][] = []) {
    this.#values = new Map(values);
  }
  async all(): Promise<[string, unknown][]> {
    return [...this.#values];
  }
  async put(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }
  async remove(key: string): Promise<void> {
    this.#values.delete(key);
  }
}

// For browsers that refuse IndexedDB (private windows of some).
export class LocalBackend implements Backend {
  readonly lasting = true;
  readonly #storage: Storage;
  static readonly prefix = 'rimau:';
  constructor(storage: Storage) {
    this.#storage = storage;
    storage.setItem(`${LocalBackend.prefix}try`, '1');
    storage.removeItem(`${LocalBackend.prefix}try`);
  }
  async all(): Promise<[string, unknown][]> {
    const found: [string, unknown][] = [];
    for (let i = 0; i < this.#storage.length; ++i) {
      const key = this.#storage.key(i);
      if (!key?.startsWith(LocalBackend.prefix)) continue;
      const text = this.#storage.getItem(key) ?? '';
      found.push([key.slice(LocalBackend.prefix.length), parsed(text)]);
    }
    return found;
  }
  async put(key: string, value: unknown): Promise<void> {
    this.#storage.setItem(LocalBackend.prefix + key, JSON.stringify(value));
  }
  async remove(key: string): Promise<void> {
    this.#storage.removeItem(LocalBackend.prefix + key);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export class IndexedBackend implements Backend {
  readonly lasting = true;
  readonly #database: IDBDatabase;
  static readonly table = 'kept';

  private constructor(database: IDBDatabase) {
    this.#database = database;
    // A newer page in another tab may want to change the form of the database.
    database.onversionchange = () => database.close();
  }

  static open(factory: IDBFactory, name = 'rimau'): Promise<IndexedBackend> {
    return new Promise((done, fail) => {
      const request = factory.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(IndexedBackend.table);
      request.onsuccess = () => done(new IndexedBackend(request.result));
      request.onerror = () => fail(request.error ?? new Error('IndexedDB'));
      request.onblocked = () => fail(new Error('blocked'));
    });
  }

  #run<T>(
    mode: IDBTransactionMode,
    work: (table: IDBObjectStore) => IDBRequest<T> | undefined,
  ): Promise<T | undefined> {
    return new Promise((done, fail) => {
      const transaction = this.#database.transaction(IndexedBackend.table, mode);
      const request = work(transaction.objectStore(IndexedBackend.table));
      transaction.oncomplete = () => done(request?.result);
      transaction.onabort = transaction.onerror = () =>
        fail(transaction.error ?? request?.error ?? new Error('IndexedDB'));
    });
  }

  async all(): Promise<[string, unknown][]> {
    const keys = (await this.#run('readonly', (table) => table.getAllKeys())) ?? [];
    const values = (await this.#run('readonly', (table) => table.getAll())) ?? [];
    return keys.map((key, i) => [String(key), values[i] as unknown]);
  }
  async put(key: string, value: unknown): Promise<void> {
    await this.#run('readwrite', (table) => table.put(value, key));
  }
  async remove(key: string): Promise<void> {
    await this.#run('readwrite', (table) => table.delete(key));
  }
}

// The best store there is. Never fails.
export async function openStore(scope: {
  indexedDB?: IDBFactory;
  localStorage?: Storage;
}): Promise<Store> {
  const ways: (() => Promise<Backend>)[] = [
    () => IndexedBackend.open(scope.indexedDB as IDBFactory),
    async () => new LocalBackend(scope.localStorage as Storage),
    async () => new MemoryBackend(),
  ];
  for (const way of ways) {
    try {
      return await Store.open(await within(3000, way()));
    } catch {
      // Try the next.
    }
  }
  return await Store.open(new MemoryBackend());
}

// Some browsers leave IndexedDB requests unanswered.
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => fail(new Error('no answer')), milliseconds);
    work.then(done, fail).finally(() => clearTimeout(timer));
  });
}
