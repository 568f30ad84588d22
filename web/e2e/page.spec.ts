// What holds for every page: accessible in each theme, translated, tidy about workers, right under the finger.
import { expect, test, type Page } from '@playwright/test';
import { faultsOf } from './axe';

const pages = [
  '/#/',
  '/#/play/rimau-24',
  '/#/online',
  '/#/analyse?position=rimau-24%20tigers%3Da3%20men%3Db3%2Cc3%2Cd3%20hand%3D0%2F0%20turn%3Dtigers',
  '/#/learn',
  '/#/learn/rimau-24',
  '/#/puzzles',
  '/#/print/bagh-chal',
  '/#/settings',
  '/#/nowhere',
];

async function set(page: Page, settings: Record<string, unknown>): Promise<void> {
  await page.addInitScript(
    (text) => localStorage.setItem('rimau-settings', text),
    JSON.stringify(settings),
  );
}

for (const theme of ['light', 'dark', 'contrast'])
  test(`no fault of accessibility in the ${theme} theme`, async ({ page }) => {
    await set(page, { theme });
    for (const address of pages) {
      await page.goto(address);
      await page.reload();
      await page.locator('h1, dialog[open]').first().waitFor();
      expect(await faultsOf(page), address).toEqual([]);
    }
  });

// Words do not depend on the size of the page.
test('every page is told in each language @desktop', async ({ page }) => {
  const english = new Map<string, Set<string>>();
  for (const language of ['en', 'ms', 'id', 'es']) {
    await page.goto('/');
    await page.evaluate(
      (text) => localStorage.setItem('rimau-settings', text),
      JSON.stringify({ language }),
    );
    for (const address of pages) {
      await page.goto(address);
      await page.reload();
      await page.locator('h1, dialog[open]').first().waitFor();
      // Labels of controls and headings, but for what is marked as another language and keys of options.
      const words = await page.evaluate(() =>
        [...document.querySelectorAll('h1, h2, legend, button, label > span, nav a, summary')]
          .filter(
            (element) => !element.closest('[lang]:not(html)') && !element.querySelector('code'),
          )
          .map((element) => (element.textContent ?? '').replace(/[^\p{L} ]/gu, '').trim())
          .filter((text) => text.length > 4),
      );
      if (language === 'en') english.set(address, new Set(words));
      else {
        const same = words.filter((word) => english.get(address)?.has(word));
        // Names of games and words that are the same in both languages.
        expect(
          same.filter(
            (word) =>
              !/rimau|meurimueng|pulijudam|demala|diviyan|bagh|^level$|^nivel$|tanda|code/i.test(
                word,
              ),
          ),
          `${language} ${address}`,
        ).toEqual([]);
      }
    }
  }
});

test('a tap reaches its point after scrolling, resizing, zooming and turning', async ({ page }) => {
  await page.goto('/#/play/rimau-24');
  await page.getByLabel('both sides: two people here').check();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('[data-point]').first().waitFor();
  const changes: [string, () => Promise<unknown>][] = [
    ['as it is', async () => {}],
    ['smaller', () => page.setViewportSize({ width: 340, height: 700 })],
    ['wider', () => page.setViewportSize({ width: 900, height: 500 })],
    [
      'a banner above',
      () =>
        page.evaluate(() =>
          document.body.prepend(
            Object.assign(document.createElement('div'), { style: 'height:60px' }),
          ),
        ),
    ],
    ['scrolled', () => page.evaluate(() => window.scrollTo(0, 90))],
    ['turned on its side', () => page.setViewportSize({ width: 740, height: 360 })],
    [
      'scrolled inside of a container',
      () =>
        page.evaluate(() => {
          const box = document.querySelector<HTMLElement>('.board');
          if (!box) return;
          box.style.cssText += 'height: 220px; overflow: auto; border-top: 7px solid';
          box.scrollTop = 60;
        }),
    ],
    [
      'zoomed in',
      () =>
        page.evaluate(() => {
          document.body.style.zoom = '1.5';
        }),
    ],
    [
      'zoomed out',
      () =>
        page.evaluate(() => {
          document.body.style.zoom = '0.67';
        }),
    ],
    [
      'transformed',
      () =>
        page.evaluate(() => {
          document.body.style.transform = 'scale(0.8) translateX(20px)';
        }),
    ],
    ['turned', () => page.getByRole('button', { name: 'Turn the board' }).click()],
  ];
  for (const [what, change] of changes) {
    await change();
    const wrong = await page.evaluate(() => {
      const faults: string[] = [];
      for (const point of document.querySelectorAll<SVGGElement>('[data-point]')) {
        point.scrollIntoView({ block: 'center' });
        const hit = point.querySelector('.hit')?.getBoundingClientRect();
        if (!hit) continue;
        const at = (dx: number, dy: number) =>
          document
            .elementFromPoint(hit.x + hit.width * dx, hit.y + hit.height * dy)
            ?.closest('[data-point]')
            ?.getAttribute('data-point');
        const name = point.dataset.point;
        if (at(0.5, 0.5) !== name || at(0.25, 0.5) !== name || at(0.5, 0.75) !== name)
          faults.push(`${name}`);
        // The corner of the square about a point is outside of its circle.
        if (at(0.02, 0.02) === name) faults.push(`${name} corner`);
      }
      return faults;
    });
    expect(wrong, what).toEqual([]);
  }
  // Where the mountains leave a gap there is nothing to tap.
  expect(
    await page.evaluate(() => {
      const [a1, a3] = ['a1', 'a3'].map((name) =>
        document.querySelector(`[data-point="${name}"] .hit`)?.getBoundingClientRect(),
      );
      if (!a1 || !a3) return 'missing';
      window.scrollTo(0, 0);
      const x = a1.x + a1.width / 2;
      return (
        document.elementFromPoint(x, (a1.y + a3.y + a1.height) / 2)?.closest('[data-point]') ??
        'nothing'
      );
    }),
  ).toBe('nothing');
});

// Phones have no keys.
test('the keyboard alone plays, and Escape gives a half-made turn up @desktop', async ({
  page,
}) => {
  await page.goto('/#/play/bagh-chal');
  await page.getByLabel('both sides: two people here').check();
  await page.keyboard.press('Enter');
  await page.locator('[data-point="b2"]').focus();
  await page.keyboard.press('Enter');
  const moves = page.getByRole('list', { name: 'Moves' }).getByRole('listitem');
  await expect(moves).toHaveText(['@b2']);
  await page.locator('[data-point="a1"]').focus();
  await page.keyboard.press(' ');
  await expect(page.locator('[data-point="a1"]')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-point="a1"]')).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(moves).toHaveText(['@b2', 'a1-a2']);
  await expect(page.locator('[data-point="a2"]')).toHaveAttribute('aria-label', /^a2, tiger/);
});

test('dragging moves a piece @desktop', async ({ page }) => {
  await page.goto(
    '/#/analyse?position=rimau-24%20tigers%3Da3%20men%3Db3%2Cc3%2Cd3%20hand%3D0%2F0%20turn%3Dtigers',
  );
  const middle = async (name: string) => {
    const box = await page.locator(`[data-point="${name}"] .hit`).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const from = await middle('a3');
  const to = await middle('e3');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, from.y, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator('[data-point="e3"]')).toHaveAttribute('aria-label', /^e3, tiger/);
});

test('200 quick steps leave one worker and no stale line @desktop', async ({ page }) => {
  const moves = ['@c3', 'a1-a2', '@b2', 'a2-a1', '@d2', 'a1-a2', '@d4', 'a2-a1'];
  const record = `[Game "bagh-chal"]\n\n${moves.map((move, i) => `${i + 1}. ${move}`).join(' ')} *`;
  await page.goto(`/#/analyse?record=${encodeURIComponent(record)}`);
  await page.getByRole('button', { name: 'Think' }).click();
  const back = page.getByRole('button', { name: 'Back', exact: true });
  const forward = page.getByRole('button', { name: 'Forward', exact: true });
  await back.waitFor();
  await page.evaluate(async () => {
    const press = (name: string) => {
      document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click();
      return new Promise((done) => setTimeout(done));
    };
    for (let i = 0; i < 100; ++i) {
      await press('Back');
      await press('Forward');
    }
  });
  const lines = page.getByTestId('lines');
  await expect(lines.getByRole('listitem').first()).toBeVisible({ timeout: 20_000 });
  expect(await lines.getAttribute('data-position')).toBe(
    await page.getByLabel('Position', { exact: true }).inputValue(),
  );
  expect(page.workers().length).toBe(1);
  await expect(forward).toBeDisabled();
  await page.goto('/#/settings');
  await expect.poll(() => page.workers().length).toBe(0);
});

test('50 reloads, each while the computer thinks, leave no worker @desktop', async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto('/#/analyse?game=bagh-chal');
  for (let i = 0; i < 50; ++i) {
    await page.getByRole('button', { name: 'Think' }).click();
    await page.reload({ waitUntil: 'commit' });
  }
  await page.getByRole('button', { name: 'Think' }).waitFor();
  await expect.poll(() => page.workers().length).toBe(0);
});

test('the home page is there before the module is', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((done) => (release = done));
  await page.route(/rimau-.*\.wasm$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Play: Bagh-chal' }).click();
  await expect(page.getByRole('status')).toHaveText('Loading…');
  release();
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
});

test('where there are no tables, positions with few men are solved here', async ({ page }) => {
  const analyse = (position: string) =>
    page.goto(`/#/analyse?position=${encodeURIComponent(position)}`);
  let fetched = 0;
  page.on('request', (request) => /rimau-solver-.*\.wasm$/.test(request.url()) && ++fetched);
  await analyse('rimau-24 tigers=c3 men=d2,d3,d4,e2,e3,e4,f2 hand=0/0 turn=tigers');
  await page.getByRole('button', { name: 'Think' }).waitFor();
  expect(fetched).toBe(0);
  // The same page, asked for something else.
  await analyse('pulijudam:tigers=1,win=all tigers=a2 men=a4,b2,b3,c2 hand=0/0 turn=men');
  await expect(page.getByRole('heading', { name: 'Solved here' })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('button', { name: 'b3-a3: Lambs win in 1' })).toHaveClass(/win/);
  await expect(page.getByRole('button', { name: 'a4-a3: draw' })).toHaveClass(/draw/);
  // The men's points too are coloured by what a step there is worth.
  await page.locator('[data-point="b3"]').click();
  await expect(page.locator('.worth.win')).toHaveCount(1);
  expect(page.workers()).toHaveLength(1);
  await page.goto('/#/settings');
  await expect.poll(() => page.workers().length).toBe(0);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });
  test('the page opens and the computer plays without a network @desktop', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Bagh-chal' }).waitFor();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null))
      .toBe(true);
    await context.setOffline(true);
    await page.goto('/#/play/bagh-chal');
    await page.reload();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.locator('[data-point="c3"]').click();
    await expect(page.getByRole('list', { name: 'Moves' }).getByRole('listitem')).toHaveCount(2, {
      timeout: 20_000,
    });
  });
});

test('a game is long and the page stays small @desktop', async ({ page }) => {
  const cycle = ['a1-a3', 'g5-g4', 'a3-a1', 'g4-g5'];
  const moves = Array.from({ length: 5000 }, (_, i) => `${i + 1}. ${cycle[i % 4]}`).join(' ');
  const start = 'rimau-24:repetition=off tigers=a1 men=g5,i5 hand=0/0 captured=19 turn=tigers';
  const record = `[Game "rimau-24:repetition=off"]\n[Position "${start}"]\n\n${moves} *`;
  await page.goto('/#/analyse');
  await page.getByRole('button', { name: 'Open a record or position' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill(record);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByLabel('Position', { exact: true })).toHaveValue(/ply=5000$/);
  // What is given up leaves the board as it was turned.
  await page.getByRole('button', { name: 'Turn the board' }).click();
  const a1 = page.locator('[data-point="a1"]');
  const before = await a1.boundingBox();
  const chosen = page.locator('[aria-pressed="true"][data-point]');
  await expect(chosen).toHaveCount(1);
  await page.keyboard.press('Escape');
  expect(await a1.boundingBox()).toEqual(before);
  await expect(a1).toHaveAttribute('aria-label', /^a1, tiger/);
  if ((await a1.getAttribute('aria-pressed')) !== 'true') await a1.click();
  await page.locator('[data-point="a3"]').click();
  await expect(page.getByLabel('Position', { exact: true })).toHaveValue(/ply=5001$/);
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(1500);
});
