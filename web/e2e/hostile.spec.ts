// What a page must bear: texts by strangers, servers and browsers that refuse something, storage that is damaged or gone.
import { expect, test, type Page } from '@playwright/test';
import { make } from './board';

async function open(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Open a record or position' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

const moves = (page: Page) => page.getByRole('list', { name: 'Moves' }).getByRole('listitem');

async function begin(page: Page, seats: string): Promise<void> {
  await page.goto('/#/play/bagh-chal');
  await page.getByLabel(seats).check();
  await page.getByRole('button', { name: 'Start' }).click();
}

test('what strangers wrote is shown as they wrote it', async ({ page }) => {
  const markup = '<img src=x onerror=alert(2)>';
  const record = `[Game "bagh-chal"]\n[Event "<svg/onload=alert(1)>"]\n\n{${markup}} 1. @c3 {<b>bold</b>} *\n`;
  let alerts = 0;
  page.on('dialog', (dialog) => {
    alerts += 1;
    void dialog.dismiss();
  });
  await page.goto('/#/analyse');
  await open(page, record);
  await expect(page.getByText(markup)).toBeVisible();
  await expect(page.getByText('<b>bold</b>').first()).toBeVisible();
  // In a comment written here, in what is refused, and in addresses.
  await page.getByLabel('Comment on this move').fill('<i>mine</i>');
  await page.getByLabel('Comment on this move').blur();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByText('<i>mine</i>')).toBeVisible();
  await open(page, `bagh-chal ${markup}`);
  await expect(page.getByRole('alert')).toContainText('<img');
  for (const part of ['play', 'learn', 'online', 'print', 'analyse', markup]) {
    const query = new URLSearchParams({ position: markup, record: markup, game: markup });
    await page.goto(`/#/${part}/${encodeURIComponent(markup)}?${query.toString()}`);
    await page.reload();
    await page.locator('h1').first().waitFor();
  }
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(alerts).toBe(0);
});

test('a text that cannot be opened is explained, and nothing changes', async ({ page }) => {
  await page.goto('/#/analyse');
  const position = page.getByLabel('Position', { exact: true });
  const before = await position.inputValue();
  for (const [what, said] of [
    ['[Game "bagh-chal"]\n\n1. @c3 2. a1-e5 *', 'line 3'],
    // The opening turn: a man twice, two men, four, and one who is not there.
    ['[Game "rimau-24"]\n\n1. d2,d2,e3 *', 'd2,d2,e3'],
    ['[Game "rimau-24"]\n\n1. d2,e3 *', 'd2,e3'],
    ['[Game "rimau-24"]\n\n1. d2,d3,e2,e3 *', 'd2,d3,e2,e3'],
    ['[Game "rimau-24"]\n\n1. a1,d2,e3 *', 'a1,d2,e3'],
    // What has kept parsers busy for ever.
    [`[Game "bagh-chal"]\n\n1. @c3 ${'('.repeat(10_000)}`, 'line 3'],
    [`${' '.repeat(1 << 20)}\n@`, 'no game "@"'],
  ] as const) {
    await open(page, what);
    await expect(page.getByRole('alert')).toContainText(said);
    await page.getByRole('button', { name: 'Cancel' }).click();
  }
  await expect(position).toHaveValue(before);
});

for (const [what, code] of [
  ['the worker is not there', null],
  [
    'the worker gets no memory',
    "WebAssembly.instantiate = async () => { throw new RangeError('memory'); };",
  ],
] as const)
  test(`where ${what}, people can still play`, async ({ page }) => {
    await page.route(/worker-.*\.js$/, async (route) => {
      if (code === null) return route.fulfill({ status: 404, body: 'gone' });
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: code + (await answer.text()) });
    });
    await begin(page, 'the goats');
    await make(page, '@c3');
    await expect(page.getByRole('alert')).toContainText('cannot think here');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByLabel('both sides: two people here').check();
    await page.getByRole('button', { name: 'Start' }).click();
    await make(page, '@c3');
    await make(page, 'a1-a2');
    await expect(moves(page)).toHaveText(['@c3', 'a1-a2']);
  });

for (const [what, spoil] of [
  [
    'is not there',
    (page: Page) =>
      page.route(/rimau-(?!solver).*\.wasm$/, (route) => route.fulfill({ status: 404 })),
  ],
  [
    'is something else',
    (page: Page) =>
      page.route(/rimau-(?!solver).*\.wasm$/, (route) =>
        route.fulfill({ body: '<!doctype html>' }),
      ),
  ],
  [
    'gets no memory',
    (page: Page) =>
      page.addInitScript(() => {
        WebAssembly.instantiate = async () => {
          throw new RangeError('Out of memory');
        };
      }),
  ],
] as const)
  test(`a module that ${what} is told @desktop`, async ({ page }) => {
    await spoil(page);
    await page.goto('/#/play/bagh-chal');
    await expect(page.getByRole('alert')).toContainText('cannot start here');
  });

// As other servers send them; no thread is used that would need them.
test('a page that is isolated from other origins works as well @desktop', async ({ page }) => {
  await page.route('**/*', async (route) => {
    const answer = await route.fetch();
    const headers = {
      ...answer.headers(),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    };
    await route.fulfill({ response: answer, headers });
  });
  await begin(page, 'the goats');
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await make(page, '@c3');
  await expect(moves(page)).toHaveCount(2, { timeout: 20_000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' }); // pages are fetched ahead even now
});

test('opened from a file, the page says that it needs a server', async ({ page }) => {
  await page.goto(new URL('../dist/index.html', import.meta.url).href);
  await expect(page.getByText('It does not run from a file')).toBeVisible({ timeout: 20_000 });
});

test('a policy that forbids WebAssembly is explained', async ({ page }) => {
  await page.route(/\/$|index\.html$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      headers: {
        ...answer.headers(),
        'content-security-policy': "script-src 'self'; worker-src 'self'",
      },
    });
  });
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('cannot start here');
});

// The policy is that of rimau serve.
test('a strict policy with wasm-unsafe-eval is enough, and a wrong type of the module does not matter', async ({
  page,
}) => {
  const faults: string[] = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.route(/\/$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      headers: {
        ...answer.headers(),
        'content-security-policy':
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      },
    });
  });
  await page.route(/\.wasm$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      headers: { ...answer.headers(), 'content-type': 'text/plain' },
    });
  });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Bagh-chal' })).toBeVisible();
  await page.goto('/#/play/bagh-chal');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('[data-point="c3"]').click();
  await expect(page.getByRole('list', { name: 'Moves' }).getByRole('listitem')).toHaveCount(2, {
    timeout: 20_000,
  });
  expect(faults).toEqual([]);
});

test('a kept game that is damaged is set aside, and the page goes on', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Bagh-chal' }).waitFor();
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const request = indexedDB.open('rimau', 1);
        request.onsuccess = () => {
          const change = request.result.transaction('kept', 'readwrite');
          change.objectStore('kept').put('{"version":1,"trunc', 'game:broken');
          change.oncomplete = () => done();
        };
      }),
  );
  await page.reload();
  await expect(page.getByText('could not be read and was set aside')).toBeVisible();
  await page.goto('/#/settings');
  await page.getByText('Show what was set aside').click();
  await expect(page.getByLabel('Show what was set aside')).toHaveValue('{"version":1,"trunc');
});

test('without any storage the page plays, and says that nothing stays', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['indexedDB', 'localStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('refused', 'SecurityError');
        },
      });
  });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  await begin(page, 'both sides: two people here');
  await make(page, '@c3');
  await expect(moves(page)).toHaveText(['@c3']);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('games last until the page is closed')).toBeVisible();
  expect(faults).toEqual([]);
});

test('a storage that is full is told of, and the game goes on', async ({ page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await begin(page, 'both sides: two people here');
  await make(page, '@c3');
  await expect(page.getByRole('alert')).toContainText('The game could not be kept');
  await make(page, 'a1-a2');
  await expect(moves(page)).toHaveText(['@c3', 'a1-a2']);
});

// A database that will not open, and localStorage as other programs and crashes leave it.
test('damaged texts in localStorage are set aside, and a new game begins', async ({ page }) => {
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('refused', 'SecurityError');
    };
    if (localStorage.getItem('once')) return;
    localStorage.setItem('once', '1');
    localStorage.setItem('rimau-settings', 'undefined');
    localStorage.setItem('rimau:game:cut', '{"version":1,"id":"c');
    localStorage.setItem('rimau:game:newer', '{"version":9,"id":"newer"}');
    localStorage.setItem('rimau:progress', '');
  });
  await page.goto('/');
  for (const what of ['game:cut', 'game:newer', 'progress'])
    await expect(page.getByText(`was set aside: ${what}`)).toBeVisible();
  await begin(page, 'both sides: two people here');
  await make(page, '@c3');
  await page.waitForTimeout(400); // until it is kept
  await page.reload();
  await expect(moves(page)).toHaveText(['@c3']);
  await expect(page.getByText('was set aside')).toHaveCount(0);
  await page.goto('/#/settings');
  await page.getByText('Show what was set aside').click();
  const aside = page.getByLabel('Show what was set aside');
  await expect(aside).toHaveCount(3);
  const texts = await Promise.all((await aside.all()).map((box) => box.inputValue()));
  expect(texts).toContain('{"version":1,"id":"c');
});
