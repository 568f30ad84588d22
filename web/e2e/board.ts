// Playing on a board as a person would.
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// A recorded game that the core's own tests replay.
export function recorded(game: string): { moves: string[]; result: string } {
  const file = fileURLToPath(new URL(`../../tests/playthroughs/${game}.rec`, import.meta.url));
  const text = readFileSync(file, 'utf8');
  const moves = [...text.matchAll(/\d+\. (\S+)/g)].map((match) => match[1] ?? '');
  return { moves, result: /\[Result "(\w+|\*)"\]/.exec(text)?.[1] ?? '*' };
}

// Taps what a move's text says.
export async function make(page: Page, move: string): Promise<void> {
  const tap = (point: string) => page.locator(`[data-point="${point}"]`).click();
  if (move === 'pass') return page.getByRole('button', { name: 'Pass' }).click();
  if (move.startsWith('@')) return tap(move.slice(1));
  const plain = /^([a-z]\d)[-x]([a-z]\d)$/.exec(move);
  if (plain) {
    const from = page.locator(`[data-point="${plain[1]}"]`);
    // A piece that is the only one able to move is chosen already.
    if ((await from.getAttribute('aria-pressed')) !== 'true') await from.click();
    return tap(plain[2] ?? '');
  }
  const [removed = '', moved] = move.split('/');
  for (const point of removed.split(',')) await tap(point);
  for (const point of moved?.split('-') ?? []) await tap(point);
  await page.getByRole('button', { name: 'Done' }).click();
}
