// Solves positions with few men in the browser: a second module, fetched when it is first needed, in a worker of its own.

import { Asker, type WorkerLike } from './asker';
import { checked } from './core';

// Positions with more men on board and in hand are not asked for: few of them could be solved in this much memory, which a
// phone has.
const mostMen = 6;
const mostBytes = 192 << 20;

export interface Question {
  game: string;
  position: string;
  men: number; // on board and in hand
}

export class Solver {
  readonly #fetch: () => Promise<WebAssembly.Module>;
  readonly #start: () => WorkerLike;
  #asker: Promise<Asker> | null = null;
  #ready: Asker | null = null;
  #newest = 0;
  #progress: (done: number) => void = () => {};
  // What is being solved: its answer is awaited as long as what is asked next rests on the same.
  #underWay: { question: Question; ended: Promise<unknown> } | null = null;

  constructor(fetch: () => Promise<WebAssembly.Module>, start: () => WorkerLike) {
    this.#fetch = fetch;
    this.#start = start;
  }

  // Whether it makes sense to ask.
  static worthAsking(men: number): boolean {
    return men <= mostMen;
  }

  // What /api/probe would answer (docs/api.md); null when something newer was asked, stop() was called, or the position is
  // beyond what can be solved here. `progress` is told the share done while it takes time. Fails when there is no module
  // or no worker.
  async probe(question: Question, progress: (done: number) => void): Promise<unknown> {
    const ticket = ++this.#newest;
    const outdated = () => ticket !== this.#newest;
    this.#progress = progress;
    const before = this.#underWay;
    if (before && !restsOn(before.question, question)) this.#ready?.stop();
    await before?.ended;
    if (outdated()) return null;
    const asker = await this.#begin();
    if (outdated()) return null;
    const answer = asker.ask(['probe', question.position, String(mostBytes)], (text) =>
      this.#progress(checked<{ done: number }>(text).done),
    );
    const underWay = { question, ended: answer.catch(() => null) };
    this.#underWay = underWay;
    try {
      const text = await answer;
      return outdated() ? null : readable(text);
    } finally {
      if (this.#underWay === underWay) this.#underWay = null;
    }
  }

  // Ends what is under way; what has been solved before is kept for later unless it was of use to that.
  stop(): void {
    this.#newest += 1;
    this.#ready?.stop();
  }
  // Ends the worker too.
  close(): void {
    this.#newest += 1;
    this.#ready?.close();
  }

  async #begin(): Promise<Asker> {
    // A fetch that failed is tried again.
    this.#asker ??= this.#fetch().then((module) => new Asker(module, this.#start));
    try {
      this.#ready = await this.#asker;
      return this.#ready;
    } catch (error) {
      this.#asker = null;
      throw error;
    }
  }
}

// Whether what is solved for one question answers the other too.
function restsOn(solved: Question, asked: Question): boolean {
  return solved.game === asked.game && asked.men <= solved.men;
}

// What the solver cannot do is no answer; what it answers is for others to read.
function readable(answer: string | null): unknown {
  const value: unknown = answer === null ? null : JSON.parse(answer);
  return typeof value === 'object' && value !== null && 'error' in value ? null : value;
}
