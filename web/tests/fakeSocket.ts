// A server of online play as the tests play it.
import type { SocketLike } from '../src/online/client';

export type Sent = { v: number; id: string; type: string } & Record<string, unknown>;

// A connection that a test answers for the server.
export class FakeSocket implements SocketLike {
  static all: FakeSocket[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  sent: Sent[] = [];
  closed = false;
  constructor() {
    FakeSocket.all.push(this);
  }
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('no connection');
    return socket;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {
    this.closed = true;
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify({ v: 1, ...message }) });
  }
  welcome(): void {
    this.onopen?.();
    this.tell({ type: 'welcome', token: 'x'.repeat(22), time: 1, max_bytes: 8192 });
  }
  // The answer to the last message of that type.
  answer(type: string, message: object): void {
    this.tell({ ...message, re: this.of(type).at(-1)?.id });
  }
  of(type: string): Sent[] {
    return this.sent.filter((message) => message.type === type);
  }
}

// A game's state as the server tells it.
export const state = {
  type: 'state',
  game: 'g',
  number: 3,
  rules: 'bagh-chal',
  created: 1,
  listed: false,
  private: false,
  clock: { kind: 'real', initial: 300000, increment: 3000 },
  seats: {
    tigers: { kind: 'person', name: 'Siti', here: true },
    men: { kind: 'person', name: null, here: false, away: 4200 },
  },
  status: 'playing',
  turn: 'tigers',
  ply: 1,
  from: 0,
  moves: ['@c3'],
  position: '',
  left: { tigers: 300000, men: 299000 },
  running: true,
  offers: [{ what: 'draw', side: 'men' }],
  outcome: null,
  rematch: null,
};
