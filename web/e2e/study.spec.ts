// Learning and studying: what is learnt is kept, records can be dropped on the page, and a game's values are drawn.
import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { make } from './board';

test('a lesson asks for a move, refuses another, and is kept when done', async ({ page }) => {
  await page.goto('/#/learn/bagh-chal');
  await page.getByRole('button', { name: 'Lesson 3 of 6' }).click();
  await expect(page.getByRole('heading', { name: 'Lesson 3 of 6' })).toBeVisible();
  await make(page, 'a1-a2'); // a leap is asked for
  await expect(page.getByText('That is a legal move, but not what was asked.')).toBeVisible();
  await make(page, 'a1xc1');
  await expect(page.getByText('Right!')).toBeVisible();
  await page.goto('/#/learn');
  await page.reload();
  await expect(page.getByRole('link', { name: /^Bagh-chal/ })).toContainText('Lessons: 1 / 6');
});

test('a puzzle is solved by its move alone, and stays solved', async ({ page }) => {
  const file = fileURLToPath(new URL('../public/puzzles.json', import.meta.url));
  const { puzzles } = JSON.parse(readFileSync(file, 'utf8')) as {
    puzzles: { solution: string[] }[];
  };
  const [first] = puzzles;
  expect(first?.solution).toHaveLength(1);
  await page.goto('/#/puzzles');
  await make(page, 'a5-a4');
  await expect(page.getByText('Not that move. Try again.')).toBeVisible();
  await make(page, first?.solution[0] ?? '');
  await expect(page.getByText('Solved!')).toBeVisible();
  await page.reload();
  await expect(page.getByText(`1 of ${puzzles.length} solved`)).toBeVisible();
  await expect(page.getByRole('heading', { name: `Puzzle 2 of ${puzzles.length}` })).toBeVisible();
});

test('a record dropped on the page is opened, with variations, and its values are drawn', async ({
  page,
}) => {
  const record =
    '[Game "bagh-chal"]\n\n1. @c3 2. a1-a2 (2. a1-b1 3. @e3 {the other side}) 3. @b2 4. a5-a4 *';
  await page.goto('/#/analyse');
  await page.getByRole('button', { name: 'Think' }).waitFor();
  const dropped = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'game.rec', { type: 'text/plain' }));
    return data;
  }, record);
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
  const position = page.getByLabel('Position', { exact: true });
  await expect(position).toHaveValue(/^bagh-chal .*ply=4$/);
  await page.getByText('Value over the game').click();
  await page.getByRole('button', { name: 'Draw the graph' }).click();
  // The start and each of the four turns.
  await expect
    .poll(async () => (await page.locator('polyline').getAttribute('points'))?.split(' ').length, {
      timeout: 60_000,
    })
    .toBe(5);
  await page.getByRole('button', { name: '@e3' }).click();
  await expect(position).toHaveValue(/ply=3$/);
  await expect(page.getByLabel('Comment on this move')).toHaveValue('the other side');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.getByRole('button', { name: 'Make main line' }).click();
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'To the end' }).click();
  await expect(page.getByLabel('Comment on this move')).toHaveValue('the other side');
});
