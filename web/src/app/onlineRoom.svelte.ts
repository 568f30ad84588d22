// A game that is played on a server, as this page sees it. The server judges; the core tells what may be chosen, and
// shows a move at once, before the server has answered.

import type { Table } from '../engine/core';
import type { Side, View } from '../engine/types';
import { Refused, type OnlineClient, type Watcher } from '../online/client';
import type { Ask, GameState, Offer } from '../online/protocol';
import type { App } from './app.svelte';
import { sayRefusal, seats } from './online.svelte';

// What has happened, for whoever reads it aloud.
export type News =
  | { what: 'move'; view: View }
  | { what: 'takenBack' | 'joined' | 'over' }
  | { what: 'offer'; offer: Offer; side: Side };

export class OnlineRoom {
  state = $state.raw<GameState | null>(null);
  view = $state.raw<View | null>(null);
  moves = $state.raw<string[]>([]);
  you = $state<Side | null>(null);
  // Why the game cannot be seen, or that it has been deleted.
  absent = $state<'gone' | Refused | null>(null);
  trouble = $state('');
  sending = $state(false); // a move is not answered yet
  now = $state(0); // grows with time while a clock runs or somebody is away

  readonly game: string;
  readonly #app: App;
  readonly #client: OnlineClient;
  readonly #news: (news: News) => void;
  #table: Table | null = null;
  #shown: string[] = []; // the moves made on the table
  #told: string[] = []; // the moves that the server has told
  #pending: { ply: number; move: string } | null = null;
  #at = 0; // when the state came
  #closed = false;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #watcher: Watcher = {
    state: (state) => this.#follow(state),
    gone: () => this.#gone(),
    refused: (why) => (this.absent = why),
  };

  constructor(app: App, client: OnlineClient, game: string, news: (news: News) => void) {
    this.game = game;
    this.#app = app;
    this.#client = client;
    this.#news = news;
    this.#watch();
    this.#timer = setInterval(() => (this.now = performance.now()), 250);
  }

  get over(): boolean {
    return this.state?.status === 'over' || this.view?.outcome != null;
  }
  get mayMove(): boolean {
    const { state, view, you } = this;
    return (
      state?.status === 'playing' &&
      you !== null &&
      view?.turn === you &&
      !this.over &&
      !this.sending
    );
  }
  // Milliseconds left to each side by now.
  get left(): Record<Side, number> | null {
    const { state } = this;
    if (!state?.left) return null;
    const left = { ...state.left };
    if (state.running && state.turn) left[state.turn] = Math.max(0, left[state.turn] - this.#since);
    return left;
  }
  // For how many milliseconds a side's player has not been there; 0: is there, or is no person.
  away(side: Side): number {
    const seat = this.state?.seats[side];
    return seat?.kind === 'person' && seat.away > 0 ? seat.away + this.#since : 0;
  }
  get #since(): number {
    return Math.max(0, this.now - this.#at);
  }

  // False when the press did nothing.
  click(point: string): boolean {
    if (!this.mayMove || !this.#table) return false;
    const before = JSON.stringify(this.view);
    const move = this.#table.click(point);
    this.view = this.#table.look();
    if (move) this.#made(move);
    return JSON.stringify(this.view) !== before;
  }
  confirm(): void {
    if (!this.mayMove || !this.#table) return;
    const move = this.#table.confirm();
    this.view = this.#table.look();
    if (move) this.#made(move);
  }
  cancel(): void {
    if (this.#table?.cancel()) this.view = this.#table.look();
  }

  // These tell the trouble, if there is any, and whether all went well.
  async join(name: string): Promise<boolean> {
    return this.#try(async () => {
      const held = seats.get(this.game);
      const token = held?.token ?? (await this.#client.token());
      // Before it is asked for, so that an answer that is lost does no harm.
      seats.keep(this.game, token, this.state?.rules ?? '');
      try {
        await this.#client.ask({ type: 'join', game: this.game, token, ...(name ? { name } : {}) });
      } catch (why) {
        if (!held) seats.forget(this.game);
        throw why;
      }
      this.#watch();
    });
  }
  offer(verb: 'offer' | 'accept' | 'decline', what: Offer): Promise<boolean> {
    return this.#ask({ type: verb, game: this.game, ply: this.state?.ply ?? 0, what });
  }
  resign(): Promise<boolean> {
    return this.#ask({ type: 'resign', game: this.game });
  }
  claim(why: 'time' | 'absence'): Promise<boolean> {
    return this.#ask({ type: 'claim', game: this.game, why });
  }
  seatComputer(level: number): Promise<boolean> {
    return this.#ask({ type: 'computer', game: this.game, level });
  }
  async remove(): Promise<boolean> {
    const done = await this.#ask({ type: 'delete', game: this.game });
    if (done) this.#gone();
    return done;
  }
  async record(): Promise<string | null> {
    let text: string | null = null;
    await this.#try(async () => {
      const answer = await this.#client.ask({ type: 'record', game: this.game });
      if (answer.type === 'record') text = answer.text;
    });
    return text;
  }

  close(): void {
    this.#closed = true;
    clearInterval(this.#timer);
    this.#client.leave(this.game, this.#watcher);
    this.#table?.close();
    this.#table = null;
  }

  #ask(ask: Ask): Promise<boolean> {
    return this.#try(() => this.#client.ask(ask));
  }
  async #try(work: () => Promise<unknown>): Promise<boolean> {
    this.trouble = '';
    try {
      await work();
      return true;
    } catch (why) {
      this.trouble = sayRefusal(why);
      return false;
    }
  }

  #watch(): void {
    this.#client.watch(this.game, seats.get(this.game)?.token, this.#watcher);
  }
  #gone(): void {
    seats.forget(this.game);
    this.absent = 'gone';
  }

  #made(move: string): void {
    const ply = this.#shown.length;
    this.#shown = [...this.#shown, move];
    this.moves = this.#shown;
    this.#pending = { ply, move };
    this.sending = true;
    if (this.view) this.#news({ what: 'move', view: this.view });
    void this.#ask({ type: 'move', game: this.game, ply, move }).then((done) => {
      this.#pending = null;
      this.sending = false;
      if (!done) this.#show();
      if (!done || this.#told.length <= ply) this.#client.refresh(this.game);
    });
  }

  #follow(state: GameState): void {
    const before = this.state;
    if (state.you === undefined) {
      // Something was missed; all is asked for.
      if (!before || state.from > this.#told.length || state.number > before.number + 1)
        return this.#client.refresh(this.game);
      if (state.number < before.number) return;
    } else {
      this.you = state.you;
    }
    this.#told = [...this.#told.slice(0, state.from), ...state.moves];
    this.#at = this.now = performance.now();
    this.state = state;
    this.absent = null;
    if (state.rematch && this.you) this.#keepRematch(state.rematch, state.rules);
    const shown = this.#shown.length;
    this.#show();
    if (before) this.#tell(before, state, shown);
  }

  // Its seats open with the tokens of this game.
  #keepRematch(game: string, rules: string): void {
    const held = seats.get(this.game);
    if (held && !seats.get(game)) seats.keep(game, held.token, rules);
  }

  #tell(before: GameState, state: GameState, shown: number): void {
    if (before.status === 'waiting' && state.status !== 'waiting') this.#news({ what: 'joined' });
    if (state.ply < before.ply) this.#news({ what: 'takenBack' });
    else if (this.#shown.length > shown && this.view) this.#news({ what: 'move', view: this.view });
    for (const { what, side } of state.offers)
      if (side !== this.you && !before.offers.some((o) => o.what === what && o.side === side))
        this.#news({ what: 'offer', offer: what, side });
    if (before.status !== 'over' && state.status === 'over') this.#news({ what: 'over' });
  }

  // Brings the table to the moves told, and the one that is on its way.
  #show(): void {
    if (!this.state || this.#closed) return;
    const pending = this.#pending?.ply === this.#told.length ? [this.#pending.move] : [];
    const wanted = [...this.#told, ...pending];
    const same = this.#table !== null && this.#shown.every((move, i) => move === wanted[i]);
    if (!same) {
      this.#table?.close();
      this.#table = null;
      this.#shown = [];
    }
    try {
      this.#table ??= this.#app.core.newTable(this.state.rules);
      for (const move of wanted.slice(this.#shown.length)) this.#table.move(move);
      this.#shown = wanted;
      this.view = this.#table.look();
    } catch (error) {
      this.trouble = String((error as Error).message);
    }
    this.moves = this.#shown;
  }
}
