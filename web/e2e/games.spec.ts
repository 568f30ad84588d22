// Whole games of each kind, played on the page as a person would: the moves are those of the recorded games that the
// core's own tests replay.
import { expect, test, type Page } from '@playwright/test';
import { make, recorded } from './board';

const games = [
  'rimau-24',
  'rimau-22',
  'rimau-rimau',
  'meurimueng-rimueng-do',
  'pulijudam',
  'demala-diviyan-keliya',
  'hat-diviyan-keliya',
  'bagh-chal',
];

async function begin(page: Page, game: string, seats: string): Promise<void> {
  await page.goto(`/#/play/${game}`);
  await page.getByLabel(seats).check();
  await page.getByRole('button', { name: 'Start' }).click();
}

for (const game of games) {
  test(`a whole game of ${game} by two people, kept and opened again`, async ({ page }) => {
    const { moves, result } = recorded(game);
    const played = moves.slice(0, 60);
    await begin(page, game, 'both sides: two people here');
    for (const move of played) await make(page, move);
    const list = page.getByRole('list', { name: 'Moves' });
    await expect(list.getByRole('listitem')).toHaveText(played);
    if (played.length === moves.length && result !== '*')
      await expect(page.getByTestId('status')).toContainText(/win|Draw/);

    await page.getByRole('button', { name: 'Take back' }).click();
    await expect(list.getByRole('listitem')).toHaveText(played.slice(0, -1));
    await page.getByRole('button', { name: 'Forward again' }).click();
    await expect(list.getByRole('listitem')).toHaveText(played);

    await page.waitForTimeout(400); // until it is kept
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveText(played);
    await page.getByRole('link', { name: 'Analyse this game' }).click();
    await expect(page.getByRole('button', { name: 'Forward', exact: true })).toBeDisabled();
    await expect(page.getByLabel('Position', { exact: true })).toHaveValue(
      new RegExp(`ply=${played.length}$`),
    );
  });
}

test('the computer answers, a hint is given, and resigning ends the game', async ({ page }) => {
  await begin(page, 'bagh-chal', 'the goats');
  await make(page, '@c3');
  const list = page.getByRole('list', { name: 'Moves' });
  await expect(list.getByRole('listitem')).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByTestId('spoken')).toContainText('Tiger');
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('circle.hint')).toHaveCount(1, { timeout: 20_000 });
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(0);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByTestId('status')).toHaveText('The tigers win: resignation');
});

test('clicks of an opening turn mixed up make one turn, and Escape keeps the side turned', async ({
  page,
}) => {
  await begin(page, 'rimau-24', 'both sides: two people here');
  await page.getByRole('button', { name: 'Turn the board' }).click();
  const point = (name: string) => page.locator(`[data-point="${name}"]`);
  const before = await point('a1').boundingBox();
  for (const name of ['d2', 'd3', 'd2', 'e3', 'f4']) await point(name).click();
  await point('d4').click({ force: true }); // a fourth man: not taken
  await expect(page.locator('[aria-pressed="true"][data-point]')).toHaveCount(3);
  await point('c3').click();
  await point('e3').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const after = await point('a1').boundingBox();
  expect(after).toEqual(before);
  await point('f4').click();
  await point('f2').click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'Moves' }).getByRole('listitem')).toHaveText([
    'd3,e3,f2',
  ]);
});

test('what is removed can be changed after the tiger has been moved, and makes one turn', async ({
  page,
}) => {
  await begin(page, 'rimau-24', 'both sides: two people here');
  // Three men, the tiger to where one of them was, and then another man instead of a third.
  for (const name of ['d2', 'e3', 'f4', 'c3', 'e3', 'f4', 'd4'])
    await page.locator(`[data-point="${name}"]`).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('list', { name: 'Moves' }).getByRole('listitem')).toHaveText([
    'd2,d4,e3/c3-e3',
  ]);
  await expect(page.locator('[data-point="e3"]')).toHaveAttribute('aria-label', /^e3, tiger/);
});

test('a half-made opening turn is the tigers\u2019 alone, and nothing of it stays', async ({
  page,
}) => {
  await begin(page, 'rimau-24', 'both sides: two people here');
  const list = page.getByRole('list', { name: 'Moves' }).getByRole('listitem');
  const marked = page.locator('[aria-pressed="true"][data-point]');
  const men = page.locator('[data-point][aria-label*=", man"]');
  for (const [n, name] of ['d2', 'e3', 'f4'].entries()) {
    await page.locator(`[data-point="${name}"]`).click();
    // The men's player cannot drop in between.
    await page.locator('[data-point="g1"]').click({ force: true });
    if (n < 2) await expect(marked).toHaveCount(n + 1);
    await expect(page.getByText('15 in hand')).toBeVisible();
    await expect(list).toHaveCount(0);
  }
  await page.waitForTimeout(400); // until it is kept
  await page.reload();
  await expect(marked).toHaveCount(0);
  await expect(men).toHaveCount(9);
  await page.locator('[data-point="d2"]').click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByTestId('status')).toHaveText('The men win: resignation');
  await expect(men).toHaveCount(9);
  await expect(page.locator('.piece.removed')).toHaveCount(0);
  await expect(list).toHaveCount(0);
});

test('a clock that has run down ends the game @desktop', async ({ page }) => {
  await page.clock.install();
  await page.goto('/#/play/bagh-chal');
  await page.getByLabel('both sides: two people here').check();
  await page.getByLabel('Clock').selectOption('5 minutes each');
  await page.getByRole('button', { name: 'Start' }).click();
  await make(page, '@c3');
  await page.clock.runFor(60_000);
  await expect(page.getByText('4:00')).toBeVisible();
  await make(page, 'a1-a2');
  await page.clock.runFor(301_000);
  await expect(page.getByTestId('status')).toHaveText('The tigers win: out of time');
  await expect(page.locator('[data-point="c4"]')).toHaveAttribute('role', 'img');
});

test('a move that gives the game away is warned of, and can be taken back @desktop', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('rimau-settings', '{"warn":true}'));
  const position =
    'bagh-chal tigers=a1,a5,e1,e5 men=a2,a3,a4,b1,b2,b4,b5,c3,c5,d1,d2,d4,d5,e2,e3,e4 hand=0/0 turn=men';
  await page.goto(`/#/play/bagh-chal?position=${encodeURIComponent(position)}`);
  await page.getByRole('button', { name: 'Start' }).click();
  await make(page, 'c3-c4');
  await expect(page.getByRole('dialog')).toContainText('This gives it away', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Choose again' }).click();
  await expect(page.getByRole('list', { name: 'Moves' }).getByRole('listitem')).toHaveCount(0);
});
