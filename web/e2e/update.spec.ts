// A newer build is put on the server while a game is under way.
import { expect, test } from '@playwright/test';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { make } from './board';
import { Server } from './server';

test.use({ serviceWorkers: 'allow' });

test('an update waits until the game under way is left @desktop', async ({ page, context }) => {
  const web = mkdtempSync(join(tmpdir(), 'rimau-update-'));
  cpSync(fileURLToPath(new URL('../dist', import.meta.url)), web, { recursive: true });
  const server = new Server(web);
  await server.start();
  const list = page.getByRole('list', { name: 'Moves' }).getByRole('listitem');
  const builds = () => page.evaluate(() => caches.keys());

  await page.goto(server.url);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto(`${server.url}#/play/bagh-chal`);
  await page.getByLabel('both sides: two people here').check();
  await page.getByRole('button', { name: 'Start' }).click();
  await make(page, '@c3');
  const [old] = await builds();

  // Of the newer build the settings' code has another name, so the old one is not on the server any more.
  await server.kill();
  const worker = join(web, 'sw.js');
  const name =
    readdirSync(join(web, 'assets')).find((file) => /^Settings-.*\.js$/.test(file)) ?? '';
  const text = readFileSync(worker, 'utf8');
  expect(text).toContain(name);
  cpSync(join(web, 'assets', name), join(web, 'assets', 'Settings-newer.js'));
  for (const file of [`assets/${name}`, 'sw.js'])
    for (const ending of ['', '.br', '.gz']) rmSync(join(web, file + ending), { force: true });
  writeFileSync(
    worker,
    text.replace(name, 'Settings-newer.js').replace((old ?? '').replace('rimau-', ''), 'newer'),
  );
  await server.start();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  await expect.poll(builds).toEqual([old, 'rimau-newer']);

  // The game goes on with the files that it began with, even after a reload.
  await make(page, 'a1-a2');
  await page.waitForTimeout(400); // until it is kept
  await page.reload();
  await expect(list).toHaveText(['@c3', 'a1-a2']);
  await make(page, '@b2');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  expect(await builds()).toEqual([old, 'rimau-newer']);

  // When its last tab is closed the newer build takes over, and the game is there.
  await page.close();
  const next = await context.newPage();
  await next.goto(server.url);
  await expect.poll(() => next.evaluate(() => caches.keys())).toEqual(['rimau-newer']);
  await expect(next.getByText('turn 3')).toBeVisible();
  await server.end();
  rmSync(web, { recursive: true });
});
