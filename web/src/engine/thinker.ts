// Asks a worker to think. The newest request wins: an older one still under way is ended together with its worker and
// answered with null, so that no stale answer can ever be shown.

import { checked } from './core';
import type { Judgement, Report } from './types';
import type { FromWorker, ToWorker } from './worker';

// As much of a Worker as is needed here.
export interface WorkerLike {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: { data: FromWorker }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
}

interface Pending {
  ticket: number;
  settle(answer: string | null): void;
  fail(error: Error): void;
  progress?: (text: string) => void;
}

export class Thinker {
  readonly #module: WebAssembly.Module;
  readonly #start: () => WorkerLike;
  #worker: WorkerLike | null = null;
  #pending: Pending | null = null;
  #ticket = 0;

  constructor(module: WebAssembly.Module, start: () => WorkerLike) {
    this.#module = module;
    this.#start = start;
  }

  get busy(): boolean {
    return this.#pending !== null;
  }

  // The move a level plays; null when something newer was asked or stop() was called.
  async choose(start: string, moves: string, level: number): Promise<string | null> {
    const seed = String(Math.floor(Math.random() * 1e9));
    const answer = await this.#ask(['choose', start, moves, String(level), seed]);
    return answer === null ? null : checked<{ move: string }>(answer).move;
  }

  async search(
    start: string,
    moves: string,
    limits: { depth?: number; nodes?: number; milliseconds?: number; lines?: number },
    progress?: (report: Report) => void,
  ): Promise<Report | null> {
    const numbers = [limits.depth, limits.nodes, limits.milliseconds, limits.lines ?? 1];
    const request = ['search', start, moves, ...numbers.map((number) => String(number ?? 0))];
    const answer = await this.#ask(request, (text) => progress?.(checked<Report>(text)));
    return answer === null ? null : checked<Report>(answer);
  }

  async judge(
    start: string,
    moves: string,
    move: string,
    nodes: number,
  ): Promise<Judgement | null> {
    const answer = await this.#ask(['judge', start, moves, move, String(nodes)]);
    return answer === null ? null : checked<Judgement>(answer);
  }

  // Ends what is under way. An idle worker is kept: it remembers what it thought before.
  stop(): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#end();
    pending.settle(null);
  }

  // Ends the worker too. The thinker can still be asked again.
  close(): void {
    this.stop();
    this.#end();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#pending = null;
  }

  #ask(request: string[], progress?: (text: string) => void): Promise<string | null> {
    this.stop();
    const ticket = ++this.#ticket;
    return new Promise((settle, fail) => {
      this.#pending = { ticket, settle, fail, progress };
      try {
        this.#worker ??= this.#begin();
        this.#worker.postMessage({ ticket, request });
      } catch (error) {
        this.#broken(String(error));
      }
    });
  }

  #begin(): WorkerLike {
    const worker = this.#start();
    worker.onmessage = ({ data }) => {
      const pending = this.#pending;
      if (this.#worker !== worker || !pending || data.ticket !== pending.ticket) return;
      if ('progress' in data) return pending.progress?.(data.progress);
      if ('failed' in data) return this.#broken(data.failed);
      this.#pending = null;
      pending.settle(data.answer);
    };
    worker.onerror = (event) => {
      if (this.#worker === worker) this.#broken(event.message ?? 'the worker could not be started');
    };
    worker.postMessage({ module: this.#module });
    return worker;
  }

  #broken(message: string): void {
    const pending = this.#pending;
    this.#end();
    pending?.fail(new Error(message));
  }
}
