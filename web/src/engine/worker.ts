// Where thinking happens: one request at a time, ended from outside by ending the worker.

import { Core } from './core';

export type ToWorker = { module: WebAssembly.Module } | { ticket: number; request: string[] };
export type FromWorker =
  | { ticket: number; progress: string }
  | { ticket: number; answer: string }
  | { ticket: number; failed: string };

const scope = self as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

let core: Promise<Core> | null = null;
let current = 0;

async function think(ticket: number, request: string[]): Promise<void> {
  try {
    if (!core) throw new Error('no module');
    const ready = await core;
    current = ticket;
    scope.postMessage({ ticket, answer: ready.ask(request) });
  } catch (error) {
    scope.postMessage({ ticket, failed: String(error) });
  }
}

scope.onmessage = ({ data }) => {
  if ('module' in data) {
    core = Core.make(data.module, (progress) => scope.postMessage({ ticket: current, progress }));
  } else {
    void think(data.ticket, data.request);
  }
};
