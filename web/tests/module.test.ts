import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { CoreError, runsFastModule } from '../src/engine/core';
import type { Report } from '../src/engine/types';
import { makeCore, moduleFile, plainFile } from './core';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const program = path('../../build/release/rimau');
const dist = path('../dist/assets/');
const networks = path('../../networks/');

describe('the module', () => {
  for (const file of [moduleFile, plainFile])
    test(
      `signs its bench as the native program does: ${basename(file)}`,
      { timeout: 120_000 },
      async () => {
        expect(existsSync(program), `${program} is to be built first`).toBe(true);
        const native = /^signature (\d+)$/m.exec(
          execFileSync(program, ['bench'], { encoding: 'utf8' }),
        );
        const core = await makeCore(undefined, file);
        for (const network of readdirSync(networks))
          core.call('learn', readFileSync(networks + network, 'utf8'));
        expect(core.call('bench')).toEqual({ signature: native?.[1] });
      },
    );

  test('is at most 150 KB compressed', () => {
    for (const file of [moduleFile, plainFile])
      expect(gzipSync(readFileSync(file), { level: 9 }).length).toBeLessThanOrEqual(150_000);
  });

  // Node can be told to refuse SIMD as an older browser would, on processors where it rests on these instructions.
  test.skipIf(process.arch !== 'x64')('has a form without SIMD', () => {
    expect(runsFastModule()).toBe(true);
    const refused = (file: string) =>
      execFileSync(
        process.execPath,
        [
          '--no-enable-ssse3',
          '--no-enable-sse4-1',
          '-e',
          `console.log(WebAssembly.validate(fs.readFileSync(${JSON.stringify(file)})))`,
        ],
        { encoding: 'utf8' },
      ).trim();
    expect([refused(moduleFile), refused(plainFile)]).toEqual(['false', 'true']);
  });

  test('is asked by page code of at most 120 KB compressed', () => {
    expect(existsSync(dist), `${dist} is to be built first`).toBe(true);
    const code = readdirSync(dist).filter((name) => /\.(js|css)$/.test(name));
    expect(code.length).toBeGreaterThan(3);
    const sizes = code.map((name) => gzipSync(readFileSync(dist + name), { level: 9 }).length);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(120_000);
  });

  test('refuses by throwing, and goes on', async () => {
    const core = await makeCore();
    expect(() => core.newTable('chess')).toThrow(CoreError);
    expect(core.newTable('rimau-24').look().turn).toBe('tigers');
  });

  test('tells a search as it goes on', async () => {
    const seen: Report[] = [];
    const core = await makeCore((text) => seen.push(JSON.parse(text) as Report));
    const { start } = core.newTable('bagh-chal').line();
    const last = core.call<Report>('search', start, '', '3', '0', '0', '2');
    expect(seen.map((report) => report.depth)).toEqual([1, 2, 3]);
    expect(last.lines).toHaveLength(2);
  });

  test.each([
    ['10,000 nested variations', `[Game "bagh-chal"]\n\n1. @c3 ${'('.repeat(10_000)}`],
    ['a megabyte of blanks', `${' '.repeat(1 << 20)}\n@`],
    ['a line of 8 MiB', `[Game "bagh-chal"]\n\n1. @c3 {${'x'.repeat(8 << 20)}`],
  ])('refuses %s at once', async (_what, text) => {
    const core = await makeCore();
    const begin = process.cpuUsage(); // what others do on the machine does not count
    expect(() => core.loadTable(text)).toThrow(CoreError);
    expect(() => core.position(text)).toThrow(CoreError);
    const { user, system } = process.cpuUsage(begin);
    expect(user + system).toBeLessThan(1_000_000);
  });

  test('keeps a game of 5,000 plies, and its memory', async () => {
    const core = await makeCore();
    const table = core.tableFrom(
      'rimau-24:repetition=off tigers=a1 men=g5,i5 hand=0/0 captured=19 turn=tigers',
    );
    const cycle = ['a1-a3', 'g5-g4', 'a3-a1', 'g4-g5'];
    for (let ply = 0; ply < 5000; ++ply) table.move(cycle[ply % 4] ?? '');
    expect(table.look().plies).toBe(5000);
    const copy = core.loadTable(table.record());
    expect(copy.look().position).toBe(table.look().position);
  });
});
