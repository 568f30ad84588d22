// One instance of the module: texts in, JSON out. The page has one for the rules, the worker one for thinking.

import type { BoardShape, CoreFault, Games, Rules, Side, Tree, View } from './types';

type Exports = {
  memory: WebAssembly.Memory;
  _initialize(): void;
  allocate(size: number): number;
  release(at: number): void;
  call(at: number, size: number): number;
  answer_at(): number;
};

// What the core refused, and where.
export class CoreError extends Error {
  readonly fault: CoreFault;
  constructor(fault: CoreFault) {
    super(fault.text);
    this.name = 'CoreError';
    this.fault = fault;
  }
}

// A clock is all of the system that the module uses; it has no files, and says nothing on its own.
function system(memory: () => WebAssembly.Memory) {
  const refuse = () => 8;
  return {
    clock_time_get(_clock: number, _precision: bigint, at: number) {
      const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
      new DataView(memory().buffer).setBigUint64(at, nanoseconds, true);
      return 0;
    },
    fd_close: refuse,
    fd_seek: refuse,
    fd_write: refuse,
  };
}

export class Core {
  readonly #exports: Exports;

  private constructor(exports: Exports) {
    this.#exports = exports;
  }

  // `report` is told of a search's progress.
  static async make(
    module: WebAssembly.Module,
    report: (progress: string) => void = () => {},
  ): Promise<Core> {
    const instance = await WebAssembly.instantiate(module, {
      rimau: {
        report(at: number, size: number) {
          report(text(exports.memory, at, size));
          return 1;
        },
      },
      wasi_snapshot_preview1: system(() => exports.memory),
    });
    const exports = instance.exports as unknown as Exports;
    exports._initialize();
    return new Core(exports);
  }

  // The answer's text; an error is an answer like others.
  ask(request: readonly string[]): string {
    const bytes = new TextEncoder().encode(request.join('\0'));
    const at = this.#exports.allocate(bytes.length + 1);
    if (at === 0) throw new Error('out of memory');
    new Uint8Array(this.#exports.memory.buffer).set(bytes, at);
    const size = this.#exports.call(at, bytes.length);
    this.#exports.release(at);
    return text(this.#exports.memory, this.#exports.answer_at(), size);
  }

  // Fails as CoreError with what the core refused.
  call<T>(...request: string[]): T {
    return checked<T>(this.ask(request));
  }

  games(language: string): Games {
    return this.call('games', language);
  }
  rules(game: string, language: string): Rules {
    return this.call('rules', game, language);
  }
  board(game: string): BoardShape {
    return this.call('board', game);
  }
  // The canonical text of a position.
  position(text: string): { position: string; game: string } {
    return this.call('position', text.trim());
  }
  newTable(game: string): Table {
    return new Table(this, this.call('new', game));
  }
  tableFrom(position: string): Table {
    return new Table(this, this.call('from', position.trim()));
  }
  loadTable(record: string): Table {
    return new Table(this, this.call('load', record));
  }
}

// A game kept by the module. To be closed when it is not needed any more.
export class Table {
  readonly #core: Core;
  readonly #id: string;

  constructor(core: Core, made: { table: number }) {
    this.#core = core;
    this.#id = String(made.table);
  }

  #ask<T>(command: string, ...rest: (string | number)[]): T {
    return this.#core.call<T>(command, this.#id, ...rest.map(String));
  }
  #done(command: string, ...rest: (string | number)[]): boolean {
    return this.#ask<{ done: boolean }>(command, ...rest).done;
  }
  #made(command: string, ...rest: string[]): string | null {
    return this.#ask<{ made: string | null }>(command, ...rest).made;
  }

  look(): View {
    return this.#ask('look');
  }
  tree(): Tree {
    return this.#ask('tree');
  }
  record(): string {
    return this.#ask<{ record: string }>('record').record;
  }
  line(): { start: string; moves: string } {
    return this.#ask('line');
  }
  // These answer the move made, if one was.
  click(point: string): string | null {
    return this.#made('click', point);
  }
  confirm(): string | null {
    return this.#made('confirm');
  }
  move(text: string): string | null {
    return this.#made('move', text);
  }
  // And these whether anything changed.
  cancel(): boolean {
    return this.#done('cancel');
  }
  clear(): boolean {
    return this.#done('clear');
  }
  go(node: number): boolean {
    return this.#done('go', node);
  }
  prune(node: number): boolean {
    return this.#done('prune', node);
  }
  promote(node: number): boolean {
    return this.#done('promote', node);
  }
  lose(side: Side, reason: 'resignation' | 'time'): boolean {
    return this.#done('declare', reason, side);
  }
  agreeDraw(): boolean {
    return this.#done('declare', 'agreement');
  }
  comment(node: number, text: string): boolean {
    return this.#done('comment', node, text.replaceAll('\0', ''));
  }
  clock(node: number, seconds: number): boolean {
    return this.#done('clock', node, seconds);
  }
  tag(name: string, value: string): boolean {
    return this.#done('tag', name, value.replaceAll('\0', ''));
  }
  close(): void {
    this.#done('close');
  }
}

export function checked<T>(answer: string): T {
  const value = JSON.parse(answer) as T & { error?: CoreFault };
  if (value !== null && typeof value === 'object' && value.error) throw new CoreError(value.error);
  return value;
}

function text(memory: WebAssembly.Memory, at: number, size: number): string {
  return new TextDecoder().decode(new Uint8Array(memory.buffer, at, size));
}

// A module with a function of two SIMD instructions, i8x16.splat and i8x16.popcnt.
export const simdProbe = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 5, 1, 0x60, 0, 1, 0x7b], // types: () -> v128
  ...[3, 2, 1, 0], // functions
  ...[10, 10, 1, 8, 0, 0x41, 0, 0xfd, 15, 0xfd, 98, 11], // code
];

// Whether the browser takes instructions that do many sums at once (all since 2021, Safari since 2023), which the usual
// module has.
export function runsFastModule(): boolean {
  return WebAssembly.validate(new Uint8Array(simdProbe));
}

// Compiles the module from its address: while it comes, where the server gives it its type, and else afterwards.
export async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  if (response.headers.get('content-type')?.startsWith('application/wasm'))
    return await WebAssembly.compileStreaming(response);
  return await WebAssembly.compile(await response.arrayBuffer());
}
