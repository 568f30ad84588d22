// Asks a worker that holds an instance of a module. The newest request wins: an older one still under way is ended
// together with its worker and answered with null, so that no stale answer can ever be shown.

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

export class Asker {
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

  // Ends what is under way. An idle worker is kept: it remembers what it thought before.
  stop(): void {
    const pending = this.#pending;
    if (!pending) return;
    this.#end();
    pending.settle(null);
  }

  // Ends the worker too. It can still be asked again.
  close(): void {
    this.stop();
    this.#end();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#pending = null;
  }

  // The answer's text, or null when something newer was asked or stop() was called.
  ask(request: string[], progress?: (text: string) => void): Promise<string | null> {
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
