// The seats that this browser holds, in localStorage: a token for each game, which never leaves it but to the server.

export interface HeldSeat {
  game: string;
  token: string;
  rules: string;
  since: number; // milliseconds since 1970
}

const prefix = 'rimau-seat:';
const nameKey = 'rimau-online-name';

function readSeat(game: string, text: string | null): HeldSeat | null {
  try {
    const { token, rules, since } = JSON.parse(text ?? 'null') as Partial<HeldSeat>;
    if (typeof token !== 'string' || !/^[\w-]{22}$/.test(token)) return null;
    return {
      game,
      token,
      rules: typeof rules === 'string' ? rules : '',
      since: typeof since === 'number' ? since : 0,
    };
  } catch {
    return null;
  }
}

export class Seats {
  readonly #storage: Storage | undefined;
  // Where nothing can be kept they last until the page is closed.
  readonly #unkept = new Map<string, HeldSeat>();
  #name = '';

  constructor(storage: Storage | undefined) {
    this.#storage = storage;
  }

  get lasting(): boolean {
    return this.#storage !== undefined && this.#unkept.size === 0;
  }

  get(game: string): HeldSeat | null {
    return (
      this.#unkept.get(game) ??
      readSeat(game, this.#try((storage) => storage.getItem(prefix + game)) ?? null)
    );
  }

  // The newest first.
  all(): HeldSeat[] {
    const found = [...this.#unkept.values()];
    const keys = this.#try((storage) =>
      Array.from({ length: storage.length }, (_, i) => storage.key(i)),
    );
    for (const key of keys ?? []) {
      if (!key?.startsWith(prefix)) continue;
      const seat = this.get(key.slice(prefix.length));
      if (seat && !this.#unkept.has(seat.game)) found.push(seat);
    }
    return found.sort((a, b) => b.since - a.since);
  }

  keep(game: string, token: string, rules: string): void {
    const seat: HeldSeat = { game, token, rules, since: Date.now() };
    const kept = this.#try((storage) => {
      storage.setItem(prefix + game, JSON.stringify({ token, rules, since: seat.since }));
      return true;
    });
    if (!kept) this.#unkept.set(game, seat);
  }
  forget(game: string): void {
    this.#unkept.delete(game);
    this.#try((storage) => storage.removeItem(prefix + game));
  }

  // How one wants to be called, as last said.
  get name(): string {
    return this.#try((storage) => storage.getItem(nameKey)) ?? this.#name;
  }
  set name(name: string) {
    this.#name = name;
    this.#try((storage) => storage.setItem(nameKey, name));
  }

  #try<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return this.#storage && work(this.#storage);
    } catch {
      return undefined; // refused, or full
    }
  }
}
