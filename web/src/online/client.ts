// The connection to a server of online play (docs/online.md): it comes back by itself, watches again what was watched,
// and sends again what was not answered. Ids make sure that nothing is done twice.

import {
  protocolVersion,
  readMessage,
  type Answer,
  type Ask,
  type GameState,
  type RefusalCode,
} from './protocol';

// waiting: until the next attempt. absent: there is no online play here. version: the server speaks another one.
export type Link = 'connecting' | 'open' | 'waiting' | 'absent' | 'version' | 'closed';

export class Refused extends Error {
  readonly code: RefusalCode;
  readonly retry: number; // seconds; 0: not told
  constructor(code: RefusalCode, message: string, retry: number) {
    super(message);
    this.name = 'Refused';
    this.code = code;
    this.retry = retry;
  }
}

export interface Watcher {
  state(state: GameState): void;
  gone(): void;
  // The game cannot be watched.
  refused(why: Refused): void;
}

export interface SocketLike {
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Surroundings {
  connect(): SocketLike;
  // Whether a server of online play answers here; fails when nothing does.
  serves(): Promise<boolean>;
}

const leastPause = 500; // milliseconds between attempts, doubled each time
const mostPause = 15_000;
const openWithin = 8_000;
const silence = 20_000; // after this a ping is sent
const pongWithin = 8_000;
const mostRetries = 6; // of what was refused for a while

interface Pending {
  id: string;
  ask: Ask;
  tries: number;
  done: (answer: Answer) => void;
  fail: (why: Refused) => void;
}

export class OnlineClient {
  link: Link = 'connecting';
  onlink: (link: Link) => void = () => {};

  readonly #around: Surroundings;
  readonly #pending = new Map<string, Pending>();
  readonly #watched = new Map<string, { token: string | undefined; watcher: Watcher }>();
  readonly #prefix = randomName();
  #count = 0;
  #socket: SocketLike | null = null;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined; // of the link: the next attempt, or the next ping

  constructor(around: Surroundings) {
    this.#around = around;
    this.#connect();
  }

  // The answer; fails as Refused. While there is no connection it waits.
  ask(ask: Ask): Promise<Answer> {
    return new Promise((done, fail) => {
      if (this.link === 'closed' || this.link === 'absent' || this.link === 'version')
        return fail(new Refused('unavailable', `no connection: ${this.link}`, 0));
      const id = `${this.#prefix}-${++this.#count}`;
      const pending: Pending = { id, ask, tries: 0, done, fail };
      this.#pending.set(id, pending);
      if (this.link === 'open') this.#send(pending);
    });
  }

  async token(): Promise<string> {
    const answer = await this.ask({ type: 'token' });
    return answer.type === 'token' ? answer.token : '';
  }

  // From now on, and after each new connection, the watcher is told of the game.
  watch(game: string, token: string | undefined, watcher: Watcher): void {
    this.#watched.set(game, { token, watcher });
    if (this.link === 'open') this.#watchAgain(game);
  }
  // Does nothing when another watcher has taken its place.
  leave(game: string, watcher: Watcher): void {
    if (this.#watched.get(game)?.watcher !== watcher) return;
    this.#watched.delete(game);
    if (this.link === 'open') this.ask({ type: 'leave', game }).catch(() => {});
  }
  refresh(game: string): void {
    if (this.link === 'open') this.#watchAgain(game);
  }

  // The page is seen again, or the network is back: no reason to wait any longer.
  wake(): void {
    if (this.link === 'waiting') {
      this.#attempts = 0;
      this.#connect();
    } else if (this.link === 'open') this.#ping();
  }

  close(): void {
    this.#drop();
    this.#become('closed');
    this.#failAll('closed');
  }

  #become(link: Link): void {
    if (this.link === link) return;
    this.link = link;
    this.onlink(link);
  }

  #connect(): void {
    this.#drop();
    this.#become('connecting');
    let socket: SocketLike;
    try {
      socket = this.#around.connect();
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    let opened = false;
    socket.onopen = () => (opened = true);
    socket.onmessage = ({ data }) => this.#read(String(data));
    socket.onclose = () => {
      if (opened) this.#lost();
      else void this.#unopened();
    };
    this.#timer = setTimeout(() => void this.#unopened(), openWithin);
  }

  // It did not open: is there anything to wait for?
  async #unopened(): Promise<void> {
    this.#drop();
    let serves = true;
    try {
      serves = await this.#around.serves();
    } catch {
      // The network or the server is away for now.
    }
    if (this.link !== 'connecting' || this.#socket) return;
    if (serves) this.#lost();
    else this.#end('absent');
  }

  #lost(): void {
    this.#drop();
    const pause = Math.min(mostPause, leastPause * 2 ** this.#attempts++);
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
    this.#become('waiting');
  }

  #end(link: 'absent' | 'version'): void {
    this.#drop();
    this.#become(link);
    this.#failAll(link);
  }
  #failAll(why: string): void {
    for (const { fail } of this.#pending.values()) fail(new Refused('unavailable', why, 0));
    this.#pending.clear();
  }

  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onclose = socket.onmessage = null;
    socket.close();
  }

  #send({ id, ask }: { id: string; ask: Ask }): void {
    this.#socket?.send(JSON.stringify({ v: protocolVersion, id, ...ask }));
  }

  #listen(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ping(), silence);
  }
  #ping(): void {
    this.#send({ id: `${this.#prefix}-${++this.#count}`, ask: { type: 'ping' } });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#unanswered(), pongWithin);
  }
  // The connection looks alive and is not.
  #unanswered(): void {
    this.#become('waiting');
    this.#connect();
  }

  #read(text: string): void {
    const told = readMessage(text);
    if (told === 'version') return this.#end('version');
    if (this.link === 'open') this.#listen();
    if (!told) return;
    if (told.type === 'welcome') return this.#welcomed();
    const pending = told.re === null ? undefined : this.#pending.get(told.re);
    if (told.type === 'state') this.#watched.get(told.state.game)?.watcher.state(told.state);
    if (told.type === 'gone') {
      const watched = this.#watched.get(told.game);
      this.#watched.delete(told.game);
      watched?.watcher.gone();
    }
    if (!pending) return;
    if (told.type === 'error') return this.#refused(pending, told);
    this.#pending.delete(pending.id);
    pending.done(told);
  }

  #welcomed(): void {
    const unanswered = [...this.#pending.values()];
    this.#attempts = 0;
    this.#listen();
    this.#become('open');
    for (const game of this.#watched.keys()) this.#watchAgain(game);
    for (const pending of unanswered) {
      if (pending.ask.type === 'watch' || pending.ask.type === 'leave')
        this.#pending.delete(pending.id); // of the connection that is gone
      else this.#send(pending);
    }
  }

  #watchAgain(game: string): void {
    const watched = this.#watched.get(game);
    if (!watched) return;
    const { token, watcher } = watched;
    this.ask({ type: 'watch', game, ...(token ? { token } : {}) }).catch((why) => {
      if (this.#watched.get(game)?.watcher === watcher) watcher.refused(why as Refused);
    });
  }

  #refused(pending: Pending, told: Extract<Answer, { type: 'error' }>): void {
    const { code, message, retry } = told;
    const wait = code === 'busy' ? retry || 1 : code === 'unavailable' ? retry || 2 : 0;
    if (wait > 0 && wait <= 30 && ++pending.tries <= mostRetries) {
      setTimeout(() => {
        if (this.link === 'open' && this.#pending.has(pending.id)) this.#send(pending);
      }, wait * 1000);
      return;
    }
    this.#pending.delete(pending.id);
    pending.fail(new Refused(code, message, retry));
  }
}

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

// The server that the page comes from.
export function ownServer(): Surroundings {
  const address = new URL('./api/online', location.href.split('#')[0]);
  return {
    connect() {
      const socket = new URL(address);
      socket.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
      return new WebSocket(socket) as unknown as SocketLike;
    },
    // A plain GET is told that this is a WebSocket (426), or to wait; anything else is another server's answer.
    async serves() {
      const { status } = await fetch(address, { signal: AbortSignal.timeout(openWithin) });
      return status === 426 || status === 429 || status >= 500;
    },
  };
}
