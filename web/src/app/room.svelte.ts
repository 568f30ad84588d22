// A game being played: who sits where, the clock, the computer's turns, takebacks. What is legal, the core says.

import { CoreError, type Table } from '../engine/core';
import type { Thinker } from '../engine/thinker';
import type { Side, View } from '../engine/types';
import type { App } from './app.svelte';
import { settings } from './settings.svelte';
import type { SavedGame, Seat } from './store';

export interface Start {
  game: string;
  tigers: Seat;
  men: Seat;
  level: number;
  clock: { initial: number; increment: number } | null;
  position?: string;
}

const hintNodes = 80_000;
const judgeNodes = 40_000;
const muchLost = 250; // of a score in which a man counts 100
const leastPause = 350; // milliseconds between a person's turn and the computer's answer

export function newId(): string {
  return `${Date.now().toString(36)}-${Math.floor(Math.random() * 1e9).toString(36)}`;
}

export class Room {
  view = $state.raw<View>() as View;
  moves = $state.raw<string[]>([]);
  thinking = $state(false);
  paused = $state(false);
  hint = $state<string | null>(null);
  // A move that the person is warned about, and the answer to it.
  warning = $state<{ move: string; reply: string | null; lost: boolean } | null>(null);
  trouble = $state<string | null>(null); // why the computer cannot think
  keepingFailed = $state<string | null>(null);
  // Grows with every ply made, for what is to happen once a ply.
  made = $state(0);
  undone = $state.raw<string[]>([]);
  left = $state<{ tigers: number; men: number } | null>(null); // milliseconds

  readonly saved: SavedGame;
  readonly #app: App;
  readonly #table: Table;
  readonly #thinker: Thinker;
  #timer: ReturnType<typeof setInterval> | undefined;
  #since = 0; // when the clock of the side to move was last looked at
  #keeping: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #judging = false;

  constructor(app: App, saved: SavedGame, table: Table) {
    this.#app = app;
    this.saved = saved;
    this.#table = table;
    this.#thinker = app.thinker();
    this.left = saved.clock && { tigers: saved.clock.tigers, men: saved.clock.men };
    // A game with a clock waits until somebody is there.
    this.paused = (saved.clock !== null && saved.plies > 0) || !this.#anyPerson;
    this.#look();
    this.moves = table.line().moves.split(' ').filter(Boolean);
    this.#run();
  }

  static begin(app: App, start: Start): Room {
    const table = start.position
      ? app.core.tableFrom(start.position)
      : app.core.newTable(start.game);
    const milliseconds = (start.clock?.initial ?? 0) * 1000;
    const name = (seat: Seat) => (seat === 'computer' ? `Rimau, level ${start.level}` : '?');
    table.tag('Date', new Date().toISOString().slice(0, 10).replaceAll('-', '.'));
    table.tag('Tigers', name(start.tigers));
    table.tag('Men', name(start.men));
    const saved: SavedGame = {
      version: 1,
      id: newId(),
      game: start.game,
      record: table.record(),
      tigers: start.tigers,
      men: start.men,
      level: start.level,
      plies: 0,
      over: false,
      clock: start.clock && { ...start.clock, tigers: milliseconds, men: milliseconds },
      updated: Date.now(),
    };
    const room = new Room(app, saved, table);
    room.paused = false;
    room.#changed();
    return room;
  }

  // Goes on with a kept game. Fails as the core does when its record cannot be read.
  static resume(app: App, saved: SavedGame): Room {
    const room = new Room(app, { ...saved }, app.core.loadTable(saved.record));
    room.#changed();
    return room;
  }

  get over(): boolean {
    return this.view.outcome !== null;
  }
  get #anyPerson(): boolean {
    return this.saved.tigers === 'person' || this.saved.men === 'person';
  }
  get twoPeople(): boolean {
    return this.saved.tigers === 'person' && this.saved.men === 'person';
  }
  get seatToMove(): Seat {
    return this.saved[this.view.turn];
  }
  get mayMove(): boolean {
    return (
      !this.over && this.seatToMove === 'person' && !this.paused && !this.#judging && !this.warning
    );
  }
  // The side that a person's resignation gives up.
  get persons(): Side {
    if (this.twoPeople || !this.#anyPerson) return this.view.turn;
    return this.saved.tigers === 'person' ? 'tigers' : 'men';
  }
  get record(): string {
    return this.#table.record();
  }

  // False when the press did nothing.
  click(point: string): boolean {
    if (!this.mayMove) return false;
    const before = this.view;
    const move = this.#table.click(point);
    this.hint = null;
    if (move) {
      void this.#moved(move, true);
      return true;
    }
    this.#look();
    return JSON.stringify(before) !== JSON.stringify(this.view);
  }
  confirm(): void {
    if (!this.mayMove) return;
    const move = this.#table.confirm();
    if (move) void this.#moved(move, true);
    else this.#look();
  }
  // Escape: takes back one press of a turn under way.
  cancel(): void {
    if (this.#table.cancel()) this.#look();
  }

  takeBack(): void {
    if (this.view.plies === 0) return;
    this.#stop();
    const undone = [...this.undone];
    do {
      const last = this.view.last?.move;
      if (last) undone.push(last);
      this.#table.prune(this.view.node);
      this.moves = this.moves.slice(0, -1);
      this.#look();
    } while (this.view.plies > 0 && this.#anyPerson && this.seatToMove === 'computer');
    this.undone = undone;
    if (!this.#anyPerson) this.paused = true;
    this.#changed();
  }
  redo(): void {
    const undone = [...this.undone];
    this.#stop();
    do {
      const move = undone.pop();
      if (!move) break;
      this.#table.move(move);
      this.moves = [...this.moves, move];
      this.#look();
    } while (undone.length > 0 && this.seatToMove === 'computer' && this.#anyPerson);
    this.undone = undone;
    this.made += 1;
    this.#changed();
  }

  resign(): void {
    this.#stop();
    this.#table.lose(this.persons, 'resignation');
    this.#look();
    this.#changed();
  }
  agreeDraw(): void {
    this.#stop();
    this.#table.agreeDraw();
    this.#look();
    this.#changed();
  }
  // Asks the computer; it agrees when it sees nothing better for itself.
  async offerDraw(): Promise<boolean> {
    if (this.over || !this.mayMove) return false;
    const { start, moves } = this.#table.line();
    const found = await this.#think(() => this.#thinker.search(start, moves, { nodes: hintNodes }));
    const score = found?.lines[0]?.score ?? 0;
    if (!found || score < 0) return false;
    this.agreeDraw();
    return true;
  }

  async askHint(): Promise<void> {
    if (!this.mayMove || this.thinking) return;
    const { node } = this.view;
    const { start, moves } = this.#table.line();
    const found = await this.#think(() => this.#thinker.search(start, moves, { nodes: hintNodes }));
    if (found && this.view.node === node) this.hint = found.lines[0]?.moves[0] ?? null;
  }

  playAnyway(): void {
    this.warning = null;
    this.#changed();
  }
  chooseAgain(): void {
    this.warning = null;
    this.#table.prune(this.view.node);
    this.moves = this.moves.slice(0, -1);
    this.#look();
    this.#changed();
  }

  setPaused(paused: boolean): void {
    this.#spend();
    this.paused = paused;
    if (paused) this.#stop();
    this.#changed();
  }

  // Without waiting, as when the page goes away.
  keepNow(): void {
    clearTimeout(this.#keeping);
    if (!this.#closed) void this.#keep();
  }

  // Stops everything and keeps the game.
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#spend();
    clearInterval(this.#timer);
    clearTimeout(this.#keeping);
    this.#thinker.close();
    void this.#keep();
    this.#table.close();
  }

  #look(): void {
    this.view = this.#table.look();
  }

  async #moved(move: string, byPerson: boolean): Promise<void> {
    const before = this.view;
    this.#spend(true);
    this.#look();
    this.moves = [...this.moves, move];
    this.undone = [];
    this.hint = null;
    if (this.left) this.#table.clock(this.view.node, Math.ceil(this.left[before.turn] / 1000));
    this.made += 1;
    if (byPerson && settings.warn && !this.over && !this.trouble) await this.#warn(move);
    if (!this.#closed) this.#changed();
  }

  async #warn(move: string): Promise<void> {
    const { node } = this.view;
    const { start, moves } = this.#table.line();
    const earlier = moves.split(' ').slice(0, -1).join(' ');
    this.#judging = true;
    const found = await this.#think(() => this.#thinker.judge(start, earlier, move, judgeNodes));
    this.#judging = false;
    if (!found || this.view.node !== node) return;
    if (found.lost || found.best - found.score >= muchLost)
      this.warning = { move, reply: found.reply, lost: found.lost };
  }

  #changed(): void {
    this.#run();
    this.#spend();
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => void this.#keep(), 250);
    if (this.over || this.paused || this.warning || this.seatToMove !== 'computer') return;
    void this.#computerMoves();
  }

  async #computerMoves(): Promise<void> {
    const { node } = this.view;
    const { start, moves } = this.#table.line();
    const begin = Date.now();
    const move = await this.#think(() => this.#thinker.choose(start, moves, this.saved.level));
    const rest = leastPause - (Date.now() - begin);
    if (move && rest > 0) await new Promise((done) => setTimeout(done, rest));
    if (!move || this.#closed || this.paused || this.over || this.view.node !== node) return;
    if (this.view.plies !== moves.split(' ').filter(Boolean).length) return;
    this.#table.move(move);
    await this.#moved(move, false);
  }

  // Runs a thought; null when it was given up or cannot be had.
  async #think<T>(thought: () => Promise<T | null>): Promise<T | null> {
    this.thinking = true;
    try {
      const answer = await thought();
      if (answer !== null) this.trouble = null;
      return answer;
    } catch (error) {
      this.trouble =
        error instanceof CoreError ? error.fault.text : String((error as Error).message);
      return null;
    } finally {
      this.thinking = this.#thinker.busy;
    }
  }

  #stop(): void {
    this.#thinker.stop();
    this.thinking = false;
    this.warning = null;
    this.hint = null;
  }

  // The clock runs for the side to move from the second turn on.
  #run(): void {
    clearInterval(this.#timer);
    this.#since = performance.now();
    if (this.left && !this.#closed && this.#running)
      this.#timer = setInterval(() => this.#spend(), 200);
  }
  get #running(): boolean {
    return !this.over && !this.paused && this.view.plies > 0;
  }
  #spend(turnMade = false): void {
    const now = performance.now();
    const spent = now - this.#since;
    this.#since = now;
    const { left, view } = this;
    const clock = this.saved.clock;
    if (!left || !clock || view.outcome) return;
    if (this.#running) {
      const rest = Math.max(0, left[view.turn] - spent);
      const gained = turnMade && rest > 0 ? clock.increment * 1000 : 0;
      this.left = { ...left, [view.turn]: rest + gained };
      if (rest === 0 && !turnMade) {
        this.#stop();
        this.#table.lose(view.turn, 'time');
        this.#look();
        clearInterval(this.#timer);
        void this.#keep();
      }
    }
  }

  async #keep(): Promise<void> {
    const { saved, view, left } = this;
    saved.record = this.#table.record();
    saved.plies = view.plies;
    saved.over = view.outcome !== null;
    saved.updated = Date.now();
    if (saved.clock && left) Object.assign(saved.clock, left);
    try {
      await this.#app.store.keep({ ...saved, clock: saved.clock && { ...saved.clock } });
      this.keepingFailed = null;
    } catch (error) {
      this.keepingFailed = String((error as Error).message);
    }
  }
}
