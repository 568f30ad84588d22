// Each game with the computer, its record saved and opened again, and the truth about a position: from the tables of
// `rimau serve`, and solved in the page where nothing serves them.
import { expect, test as base, type Page } from '@playwright/test';
import { Server } from './server';

const test = base.extend<object, { server: Server }>({
  server: [
    async ({}, use) => {
      const server = new Server();
      server.solve('rimau-24', 2);
      server.solve('pulijudam:win=all', 2);
      await server.start();
      await use(server);
      await server.end();
    },
    { scope: 'worker' },
  ],
});

// With the games, positions of so few men that they are solved in a moment.
const games: Record<string, { seat: string; few: string }> = {
  'rimau-24': { seat: 'the men', few: 'rimau-24 tigers=a1 men=a3,b2' },
  'rimau-22': { seat: 'the tigers', few: 'rimau-22 tigers=a1 men=a3,b2' },
  'rimau-rimau': { seat: 'the men', few: 'rimau-rimau tigers=a1,i1 men=a3,b2' },
  'meurimueng-rimueng-do': {
    seat: 'the tigers',
    few: 'meurimueng-rimueng-do:win=all tigers=a2,b2,c2,d2,e2 men=f2,f3',
  },
  pulijudam: { seat: 'the lambs', few: 'pulijudam:win=all tigers=a2,b2,c2 men=f2,f3' },
  'demala-diviyan-keliya': {
    seat: 'the leopards',
    few: 'demala-diviyan-keliya:win=15 tigers=a2,b2,c2 men=f2,f3',
  },
  'hat-diviyan-keliya': {
    seat: 'the leopards',
    few: 'hat-diviyan-keliya:win=all tigers=b4 men=b1,c1',
  },
  'bagh-chal': { seat: 'the goats', few: 'bagh-chal:win=all tigers=a1,a2,a3,a4 men=e1,e2' },
};

const list = (page: Page) => page.getByRole('list', { name: 'Moves' }).getByRole('listitem');

// A turn as somebody makes it who presses what is offered.
async function anyTurn(page: Page): Promise<void> {
  const done = page.getByRole('button', { name: 'Done' });
  if (await done.count()) {
    for (const point of ['d2', 'e3', 'f4']) await page.locator(`[data-point="${point}"]`).click();
    return done.click();
  }
  const before = await list(page).count();
  await page.locator('.point.choice').first().click();
  if ((await page.locator('.point.target').count()) && (await list(page).count()) === before)
    await page.locator('.point.target').first().click();
}

for (const [game, { seat, few }] of Object.entries(games))
  test(`${game}: played with the computer, taken back, saved, opened again, and solved @desktop`, async ({
    page,
  }) => {
    await page.goto(`/#/play/${game}`);
    await page.getByRole('radio', { name: seat, exact: true }).check();
    await page.getByRole('slider').fill('1');
    await page.getByRole('button', { name: 'Start' }).click();
    const turn = page.getByTestId('status').filter({ hasText: /^(Put|Choose|Take|Mark)/ });
    for (let turns = 0; turns < 2; ++turns) {
      await turn.waitFor({ timeout: 30_000 });
      await anyTurn(page);
    }
    await turn.waitFor({ timeout: 30_000 });
    const played = await list(page).count();
    expect(played).toBeGreaterThanOrEqual(4);
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect(list(page)).toHaveCount(played - 2);
    const moves = await list(page).allTextContents();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save record' }).click();
    const file = await (await download).path();
    await page.goto('/#/analyse');
    await page.getByRole('button', { name: 'Open a record or position' }).click();
    await page.getByLabel('Choose a file').setInputFiles(file);
    await expect(page.getByLabel('Position', { exact: true })).toHaveValue(
      new RegExp(`^${game} .*ply=${moves.length}$`),
    );
    for (const move of moves)
      await expect(page.getByRole('region', { name: 'Game tree' })).toContainText(move);

    const position = `${few} hand=0/0 turn=men`;
    await page.goto(`/#/analyse?position=${encodeURIComponent(position)}`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Solved here' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByRole('button', { name: /^\w\d-\w\d: / }).first()).toHaveClass(
      /win|draw|loss/,
    );
  });

test('what the tables of the server know is shown, and nothing is solved in the page', async ({
  server,
  page,
}) => {
  let fetched = 0;
  page.on('request', (request) => /rimau-solver-/.test(request.url()) && ++fetched);
  for (const few of [games['rimau-24']?.few, games.pulijudam?.few]) {
    const position = `${few} hand=0/0 turn=men`;
    await page.goto(`${server.url}#/analyse?position=${encodeURIComponent(position)}`);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'What the tables know' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^\w\d-\w\d: / }).first()).toHaveClass(
      /win|draw|loss/,
    );
  }
  expect(fetched).toBe(0);
});
