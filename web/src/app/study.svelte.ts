// A game being analysed: a place in its tree, the computer's lines there, what tables know.

import type { Table } from '../engine/core';
import { Solver } from '../engine/solver';
import type { Thinker } from '../engine/thinker';
import type { Report, Tree, View } from '../engine/types';
import { theApp } from './app.svelte';
import { probe, readProbe, type Probed } from './probe';

const settle = 150; // milliseconds without a step before the computer begins to think
const thinkFor = 60_000;

export class Study {
  view = $state.raw<View>() as View;
  tree = $state.raw<Tree>() as Tree;
  report = $state.raw<Report | null>(null);
  probed = $state.raw<Probed | null>(null);
  // Whether that was solved here, and how far it is while that takes time.
  solvedHere = $state(false);
  solving = $state<number | null>(null);
  on = $state(false);
  trouble = $state('');
  graph = $state.raw<{ ply: number; score: number }[]>([]);
  graphing = $state(false);

  #table: Table;
  readonly #thinker: Thinker;
  readonly #solver: Solver;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  constructor(table: Table) {
    this.#table = table;
    this.#thinker = theApp().thinker();
    this.#solver = theApp().solver();
    this.#arrive(true);
  }

  get record(): string {
    return this.#table.record();
  }

  replace(table: Table): void {
    this.#table.close();
    this.#table = table;
    this.graph = [];
    this.graphing = false;
    this.#arrive(true);
  }

  click(point: string): boolean {
    const before = JSON.stringify(this.view);
    const made = this.#table.click(point);
    if (made) this.#arrive(true);
    else this.view = this.#table.look();
    return before !== JSON.stringify(this.view);
  }
  confirm(): void {
    if (this.#table.confirm()) this.#arrive(true);
  }
  cancel(): void {
    if (this.#table.cancel()) this.view = this.#table.look();
  }
  play(moves: string[]): void {
    for (const move of moves) this.#table.move(move);
    this.#arrive(true);
  }

  go(node: number | null): void {
    if (node === null || !this.#table.go(node)) return;
    this.#arrive(false);
  }
  toEnd(): void {
    let node = this.view.node;
    for (let next = this.tree.nodes[node]?.[3][0]; next !== undefined;) {
      node = next;
      next = this.tree.nodes[node]?.[3][0];
    }
    this.go(node);
  }
  prune(): void {
    if (this.#table.prune(this.view.node)) this.#arrive(true);
  }
  promote(): void {
    if (this.#table.promote(this.view.node)) this.#arrive(true);
  }
  comment(text: string): void {
    this.#table.comment(this.view.node, text);
    this.tree = this.#table.tree();
  }

  setOn(on: boolean): void {
    this.on = on;
    this.graphing = false;
    if (!on) this.#thinker.stop();
    this.#think();
  }

  // Estimates for every turn of the line shown, drawn as they come.
  async drawGraph(): Promise<void> {
    this.on = false;
    this.graphing = true;
    this.graph = [];
    const { start, moves } = this.#table.line();
    const line = moves.split(' ').filter(Boolean);
    for (let ply = 0; ply <= line.length && this.graphing; ++ply) {
      const found = await this.#safely(() =>
        this.#thinker.search(start, line.slice(0, ply).join(' '), { nodes: 8000 }),
      );
      if (!found || !this.graphing) break;
      const score = found.lines[0]?.score;
      if (score !== undefined)
        this.graph = [...this.graph, { ply, score: found.turn === 'tigers' ? score : -score }];
    }
    this.graphing = false;
  }

  close(): void {
    clearTimeout(this.#waiting);
    this.#asked += 1;
    this.graphing = false;
    this.#thinker.close();
    this.#solver.close();
    this.#table.close();
  }

  #arrive(changed: boolean): void {
    this.view = this.#table.look();
    if (changed) this.tree = this.#table.tree();
    else this.tree = { ...this.tree, node: this.view.node };
    this.#think();
    void this.#ask();
  }

  // What is shown belongs to the place shown: older lines go at once, newer ones come when stepping has ended.
  #think(): void {
    clearTimeout(this.#waiting);
    if (!this.graphing) this.#thinker.stop();
    this.report = null;
    if (!this.on || this.view.outcome) return;
    this.#waiting = setTimeout(() => {
      const { start, moves } = this.#table.line();
      const { node } = this.view;
      const show = (report: Report) => {
        if (this.on && this.view.node === node) this.report = report;
      };
      void this.#safely(async () => {
        const last = await this.#thinker.search(
          start,
          moves,
          { milliseconds: thinkFor, lines: 3 },
          show,
        );
        if (last) show(last);
        return last;
      });
    }, settle);
  }

  // Of a server with tables, else of the solver here where there are few men.
  async #ask(): Promise<void> {
    const asked = ++this.#asked;
    const { game, position, men, hand, outcome } = this.view;
    this.probed = null;
    this.solving = null;
    const told = await probe(position);
    if (asked !== this.#asked) return;
    this.probed = told;
    this.solvedHere = false;
    const count = men.length + hand[1];
    if (told || outcome || !Solver.worthAsking(count)) return this.#solver.stop();
    try {
      const found = await this.#solver.probe({ game, position, men: count }, (done) => {
        if (asked === this.#asked) this.solving = done;
      });
      if (asked !== this.#asked) return;
      this.probed = readProbe(found);
      this.solvedHere = this.probed !== null;
    } catch {
      // Without the solver there are no exact values, as without tables.
    }
    if (asked === this.#asked) this.solving = null;
  }

  async #safely<T>(thought: () => Promise<T | null>): Promise<T | null> {
    try {
      return await thought();
    } catch (error) {
      this.trouble = String((error as Error).message);
      this.on = false;
      return null;
    }
  }
}
