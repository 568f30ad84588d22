// A browser that refuses SIMD instructions, as those before 2021 (Safari before 2023) do.
import { expect, test } from '@playwright/test';
import { make } from './board';

// On these processors V8 has no SIMD without the instructions that it is told to do without here.
test.skip(process.arch !== 'x64');

test('an older browser plays with the module made for it, also offline @desktop', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--js-flags=--no-enable-ssse3 --no-enable-sse4-1'],
  });
  const context = await browser.newContext({ baseURL, serviceWorkers: 'allow', locale: 'en-GB' });
  const page = await context.newPage();
  const list = page.getByRole('list', { name: 'Moves' }).getByRole('listitem');

  await page.goto('/');
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
    .toBe(true);
  await context.setOffline(true);
  await page.goto('/#/play/bagh-chal');
  await page.getByLabel('the goats').check();
  await page.getByRole('button', { name: 'Start' }).click();
  await make(page, '@c3');
  await expect(list).toHaveCount(2, { timeout: 60_000 });

  const kept = await page.evaluate(async () => {
    const [name = ''] = await caches.keys();
    return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => /rimau-plain-.*\.wasm$/.test(path))).toHaveLength(1);
  expect(kept.filter((path) => /rimau-(?!plain-|solver-)[^/]*\.wasm$/.test(path))).toHaveLength(0);
  await browser.close();
});

test('other browsers fetch what was learnt of the game they play, once @desktop', async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const name = /assets\/([^/]*)-.{8}\.(?:txt|wasm)$/.exec(request.url())?.[1];
    if (name) fetched.push(name);
  });
  await page.goto('/#/play/bagh-chal');
  await page.getByLabel('the goats').check();
  await page.getByRole('button', { name: 'Start' }).click();
  const list = page.getByRole('list', { name: 'Moves' }).getByRole('listitem');
  await make(page, '@c3');
  await expect(list).toHaveCount(2, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(page.locator('circle.hint')).toHaveCount(1, { timeout: 60_000 });
  expect(fetched.filter((name) => name === 'bagh-chal')).toHaveLength(1);
  expect(fetched).toContain('rimau');
  expect(fetched).not.toContain('rimau-plain');
  expect(fetched).not.toContain('pulijudam');
});
