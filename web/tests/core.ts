// The module as the tests use it: compiled from the file that the page ships.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Core } from '../src/engine/core';

export const moduleFile = fileURLToPath(new URL('../../build/wasm/rimau.wasm', import.meta.url));

// The same for browsers without SIMD.
export const plainFile = moduleFile.replace('rimau.wasm', 'rimau-plain.wasm');

export function makeCore(
  report?: (progress: string) => void,
  file: string = moduleFile,
): Promise<Core> {
  return Core.make(new WebAssembly.Module(readFileSync(file)), report);
}
