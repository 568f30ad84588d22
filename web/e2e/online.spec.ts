// Two people play each other through `rimau serve`, which is killed on the way.
import { expect, test as base, type Browser, type Locator, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { faultsOf } from './axe';
import { make, recorded } from './board';
import { Network } from './network';
import { Server } from './server';

const test = base.extend<{ server: Server }>({
  server: async ({}, use) => {
    const server = new Server();
    await server.start();
    await use(server);
    await server.end();
  },
});

interface Wish {
  game: string;
  side: string;
  clock?: string;
  against?: string;
}

const list = (page: Page): Locator =>
  page.getByRole('list', { name: 'Moves' }).getByRole('listitem');

// Somebody else's browser: nothing is shared with any other.
async function somebody(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  return await context.newPage();
}

async function makeGame(
  page: Page,
  server: { url: string },
  name: string,
  wish: Wish,
): Promise<void> {
  await page.goto(`${server.url}#/online`);
  await page.getByRole('combobox', { name: 'Game' }).selectOption(wish.game);
  await page.getByRole('radio', { name: wish.side }).check();
  if (wish.clock)
    await page.getByRole('combobox', { name: 'Clock' }).selectOption({ label: wish.clock });
  if (wish.against) await page.getByRole('radio', { name: wish.against }).check();
  await page.getByLabel('Your name, if you like').fill(name);
  await page.getByRole('button', { name: 'Make the game' }).click();
}

async function sharedLink(page: Page): Promise<string> {
  const link = await page.getByLabel('Link of the game').inputValue();
  expect(link).toMatch(/^http:\/\/[\d.:]+\/#\/online\/[\w-]{22}$/);
  return link;
}

async function join(page: Page, address: string, name: string): Promise<void> {
  await page.goto(address);
  await page.getByLabel('Your name, if you like').fill(name);
  const button = page.getByRole('button', { name: 'Join' });
  await button.click();
  await expect(button).toHaveCount(0);
}

// Each makes their moves; the other sees them.
async function playOn(pages: [Page, Page], moves: string[], from: number): Promise<void> {
  for (const [n, move] of moves.entries()) {
    const [mover, other] = (from + n) % 2 === 0 ? pages : [pages[1], pages[0]];
    await make(mover, move);
    await expect(list(other)).toHaveCount(from + n + 1);
  }
}

for (const { game, clock, end } of [
  { game: 'meurimueng-rimueng-do', clock: '10 minutes each, 5 seconds a turn', end: 'sheep' },
  { game: 'rimau-24', clock: 'none', end: 'men' },
])
  test(`a whole game of ${game}, with the server killed in the middle @desktop`, async ({
    browser,
    server,
    page: siti,
  }) => {
    test.slow(); // three browsers and a server, on a machine that may be busy
    const { moves } = recorded(game);
    const half = moves.length / 2;
    await makeGame(siti, server, 'Siti', { game, side: 'the tiger', clock });
    const address = await sharedLink(siti);
    const ali = await somebody(browser);
    await join(ali, address, 'Ali');
    await expect(siti.getByTestId('spoken')).toHaveText('Ali has joined.');
    const watcher = await somebody(browser);
    await watcher.goto(address);
    await expect(watcher.getByText('You are watching.')).toBeVisible();

    await playOn([siti, ali], moves.slice(0, half), 0);
    await server.kill();
    await expect(ali.getByText('The connection is lost')).toBeVisible();
    // A move made while nobody is there to take it is on its way until somebody is.
    const [mover, other] = half % 2 === 0 ? [siti, ali] : [ali, siti];
    await make(mover, moves[half] ?? '');
    await expect(mover.getByTestId('status')).toHaveText('Sending the move…');
    await server.start();
    await expect(list(other)).toHaveText(moves.slice(0, half + 1), { timeout: 20_000 });
    await expect(mover.getByTestId('status')).toContainText('It is the turn of');
    await ali.reload();
    await expect(list(ali)).toHaveText(moves.slice(0, half + 1));
    await playOn([siti, ali], moves.slice(half + 1), half + 1);

    for (const page of [siti, ali, watcher]) {
      await expect(page.getByTestId('status')).toContainText(new RegExp(`^The ${end} win: no`));
      await expect(list(page)).toHaveText(moves);
    }
    const download = siti.waitForEvent('download');
    await siti.getByRole('button', { name: 'Save record' }).click();
    const record = readFileSync(await (await download).path(), 'utf8');
    expect(record).toContain(`[Game "${game}"]`);
    for (const name of ['Siti', 'Ali']) expect(record).toContain(`"${name}"`);
  });

test('offers are made, taken and declined; resigning ends the game, and a rematch begins', async ({
  browser,
  server,
  page: siti,
}) => {
  await makeGame(siti, server, 'Siti', { game: 'bagh-chal', side: 'the tigers' });
  const address = await sharedLink(siti);
  const ali = await somebody(browser);
  await ali.goto(address);
  // The other's in other letters, with what is not seen, or nothing that is seen; and with a turn of writing's direction.
  for (const name of ['SITI', 'Si\u200bti', '\u200b', 'A\u202eli']) {
    await ali.getByLabel('Your name, if you like').fill(name);
    await ali.getByRole('button', { name: 'Join' }).click();
    await expect(ali.getByRole('alert')).toContainText('This name cannot be used');
    await ali.reload();
  }
  await join(ali, address, 'Ali');
  await expect(ali).toHaveTitle('● Bagh-chal · Rimau');
  // A second tab of the same browser has the same seat; it need not join.
  const second = await ali.context().newPage();
  await second.goto(address);
  await make(second, '@c3');
  await expect(list(ali)).toHaveText(['@c3']);
  await second.close();
  await expect(list(siti)).toHaveText(['@c3']);
  await expect(siti.getByTestId('spoken')).toHaveText('Goat on c3.');

  await ali.getByRole('button', { name: 'Take back' }).click();
  await expect(siti.getByTestId('spoken')).toHaveText('Ali asks to take back.');
  await siti.getByRole('button', { name: 'Accept' }).click();
  await expect(list(ali)).toHaveCount(0);
  await make(ali, '@b2');
  await expect(list(siti)).toHaveText(['@b2']);

  await siti.getByRole('button', { name: 'Offer a draw' }).click();
  await ali.getByRole('button', { name: 'Decline' }).click();
  await expect(siti.getByText('You offer a draw.')).toBeHidden();

  await siti.getByRole('button', { name: 'Resign' }).click();
  await siti.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const page of [siti, ali])
    await expect(page.getByTestId('status')).toHaveText('The goats win: resignation');

  await siti.getByRole('button', { name: 'Rematch' }).click();
  await ali.getByRole('button', { name: 'Accept' }).click();
  for (const page of [siti, ali]) await page.getByRole('link', { name: 'To the rematch' }).click();
  await make(siti, '@a2');
  await expect(list(ali)).toHaveText(['@a2']);
});

test('answers that are lost on the way cost nothing: a move is made once @desktop', async ({
  browser,
  server,
  page: siti,
}) => {
  // The network takes what is sent to the server, and breaks before its answer.
  let sent = 0;
  await siti.routeWebSocket(/api\/online/, (page) => {
    const connection = page.connectToServer();
    page.onMessage((message) => {
      if (String(message).includes('"type":"move"')) sent += 1;
      connection.send(message);
    });
    connection.onMessage((message) => {
      const answers = /"type":"(state|done)"/.test(String(message));
      if (!answers || sent === 0 || sent % 2 === 0) page.send(message);
      else void page.close().then(() => connection.close());
    });
  });
  const addresses: string[] = [];
  siti.on('request', (request) => addresses.push(request.url()));
  siti.on('websocket', (socket) => addresses.push(socket.url()));
  siti.on('framenavigated', (frame) => addresses.push(frame.url()));
  await makeGame(siti, server, 'Siti', { game: 'bagh-chal', side: 'the goats' });
  const ali = await somebody(browser);
  await join(ali, await sharedLink(siti), 'Ali');
  await playOn([siti, ali], ['@c3', 'a1-a2', '@d2', 'a2-a1', '@b2', 'a1-a2'], 0);
  for (const page of [siti, ali])
    await expect(list(page)).toHaveText(['@c3', 'a1-a2', '@d2', 'a2-a1', '@b2', 'a1-a2']);
  expect(sent).toBe(6);
  // And the seat's token is in no address.
  const [token = ''] = await siti.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('rimau-seat:'))
      .map((key) => (JSON.parse(localStorage.getItem(key) ?? '') as { token: string }).token),
  );
  expect(token).toMatch(/^[\w-]{22}$/);
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);
});

// S07
test('a network that goes silent is noticed within half a minute, and made up for @desktop', async ({
  browser,
  server,
  page: siti,
}) => {
  const network = new Network(server.url);
  await network.start();
  await siti.clock.install();
  await makeGame(siti, network, 'Siti', { game: 'bagh-chal', side: 'the goats' });
  const ali = await somebody(browser);
  await join(ali, (await sharedLink(siti)).replace(network.url, server.url), 'Ali');
  await playOn([siti, ali], ['@c3', 'a1-a2', '@d2'], 0);

  network.goSilent();
  await make(ali, 'a2-a1');
  await expect(list(ali)).toHaveCount(4);
  // Nothing has told the page that the other side of its connection is out of reach.
  await siti.clock.runFor(19_000);
  await expect(siti.getByText('The connection is lost')).toHaveCount(0);
  await expect(list(siti)).toHaveCount(3);
  await siti.clock.runFor(9_500);
  await expect(siti.getByText('The connection is lost')).toBeVisible();

  network.comeBack();
  await expect(list(siti)).toHaveText(['@c3', 'a1-a2', '@d2', 'a2-a1']);
  await expect(siti.getByText('The connection is lost')).toHaveCount(0);
  await playOn([siti, ali], ['@b2'], 4);
  network.end();
});

test('an open game is found on the list, and deleted by who made it', async ({
  browser,
  server,
  page: siti,
}) => {
  await makeGame(siti, server, 'Siti', {
    game: 'pulijudam',
    side: 'either side, by chance',
    clock: 'days for each turn: 3',
    against: 'anyone: it is on the open list',
  });
  await expect(siti.getByText('Waiting for somebody to join.')).toBeVisible();
  const ali = await somebody(browser);
  await ali.goto(`${server.url}#/online`);
  await ali.getByRole('listitem').filter({ hasText: 'Siti' }).getByRole('link').click();
  await ali.getByRole('button', { name: 'Join' }).click();
  await expect(siti.getByText('Waiting for somebody to join.')).toHaveCount(0);

  await siti.getByRole('button', { name: 'Delete the game' }).click();
  await siti.getByRole('dialog').getByRole('button', { name: 'Delete the game' }).click();
  for (const page of [siti, ali])
    await expect(page.getByText('The game has been deleted.')).toBeVisible();
  await siti.getByRole('link', { name: 'To online play' }).click();
  await expect(siti.getByText('Nobody is waiting now.')).toBeVisible();
  await expect(siti.getByText('Your games')).toHaveCount(0);
});

test('a name with markup is shown as it was written', async ({ browser, server, page: siti }) => {
  const name = '<svg/onload=alert(1)>';
  const ali = await somebody(browser);
  let alerts = 0;
  for (const page of [siti, ali])
    page.on('dialog', (dialog) => {
      alerts += 1;
      void dialog.dismiss();
    });
  await makeGame(siti, server, name, {
    game: 'bagh-chal',
    side: 'the tigers',
    against: 'anyone: it is on the open list',
  });
  await ali.goto(`${server.url}#/online`);
  await ali.getByRole('listitem').filter({ hasText: name }).getByRole('link').click();
  await join(ali, ali.url(), 'Ali');
  for (const page of [siti, ali]) await expect(page.getByText(name).first()).toBeVisible();
  await siti.getByRole('button', { name: 'Offer a draw' }).click();
  await expect(ali.getByTestId('spoken')).toHaveText(`${name} offers a draw.`);
  for (const page of [siti, ali]) expect(await page.locator('svg[onload]').count()).toBe(0);
  expect(alerts).toBe(0);
});

test('the computer of the server plays', async ({ server, page }) => {
  await makeGame(page, server, '', {
    game: 'bagh-chal',
    side: 'the goats',
    against: 'the computer',
  });
  await make(page, '@c3');
  await expect(list(page)).toHaveCount(2, { timeout: 20_000 });
  await page.reload();
  await expect(list(page)).toHaveCount(2);
});

test('no fault of accessibility where games are made, joined and played; keys are enough', async ({
  browser,
  server,
  page: siti,
}) => {
  await siti.goto(`${server.url}#/online`);
  await siti.getByText('Nobody is waiting now.').waitFor();
  expect(await faultsOf(siti)).toEqual([]);
  await makeGame(siti, server, 'Siti', { game: 'bagh-chal', side: 'the tigers' });
  const address = await sharedLink(siti);
  expect(await faultsOf(siti)).toEqual([]);
  const ali = await somebody(browser);
  await ali.goto(address);
  await ali.getByLabel('Your name, if you like').fill('Ali');
  expect(await faultsOf(ali)).toEqual([]);
  await ali.getByLabel('Your name, if you like').press('Enter');
  await ali.locator('[data-point="b2"]').focus();
  await expect(ali.getByTestId('status')).toHaveText('Put a goat on an empty point.');
  await ali.keyboard.press('Enter');
  await expect(list(siti)).toHaveText(['@b2']);
  await ali.getByRole('button', { name: 'Offer a draw' }).click();
  await siti.getByText('Ali offers a draw.').first().waitFor();
  for (const page of [siti, ali]) expect(await faultsOf(page)).toEqual([]);
});

test('where the server has no online play the page says so', async ({ page }) => {
  await page.goto('/#/online');
  await expect(page.getByText('There is no online play here')).toBeVisible();
});
