// Where thinking happens: one request at a time, ended from outside by ending the worker.

import { Core } from './core';
import { networkOf } from './networks';

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
const learnt = new Set<string>();

// Before a position is judged for the first time, what was learnt of its game. Without it the engine is weaker, not wrong:
// so when it cannot be fetched, thinking goes on, and the next request tries again.
async function prepare(core: Core, [command, position]: string[]): Promise<void> {
  if (command !== 'choose' && command !== 'search' && command !== 'judge') return;
  const address = networkOf(position ?? '');
  if (!address || learnt.has(address)) return;
  try {
    const response = await fetch(address);
    if (!response.ok) return;
    core.call('learn', await response.text());
    learnt.add(address);
  } catch (error) {
    console.warn(`${address}: ${String(error)}`);
  }
}

async function think(ticket: number, request: string[]): Promise<void> {
  try {
    if (!core) throw new Error('no module');
    const ready = await core;
    await prepare(ready, request);
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
