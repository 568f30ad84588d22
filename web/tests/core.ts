// The module as the tests use it: compiled from the file that the page ships.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Core } from '../src/engine/core';

export const moduleFile = fileURLToPath(new URL('../../build/wasm/rimau.wasm', import.meta.url));

export function makeCore(report?: (progress: string) => void): Promise<Core> {
  return Core.make(new WebAssembly.Module(readFileSync(moduleFile)), report);
}
