import type { WorkerLike } from '../src/engine/asker';
import type { FromWorker, ToWorker } from '../src/engine/worker';

// A worker that answers when it is told to.
export class FakeWorker implements WorkerLike {
  static all: FakeWorker[] = [];
  static alive = () => FakeWorker.all.filter((worker) => !worker.ended);
  sent: ToWorker[] = [];
  ended = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message?: string }) => void) | null = null;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  get ticket(): number {
    const last = this.sent.at(-1);
    return last && 'ticket' in last ? last.ticket : 0;
  }
  answer(answer: string, ticket = this.ticket): void {
    this.onmessage?.({ data: { ticket, answer } });
  }
}
