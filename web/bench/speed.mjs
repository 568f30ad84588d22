// What docs/web.md says of the page's speed, measured in Debian's Chromium on the page that was built, served by the program
// that was built:
//
//   node web/bench/speed.mjs [start] [long] [solve]
//
// RIMAU names another program, CHROMIUM another browser, ROUNDS how often a start is repeated (9). Nothing else should
// run meanwhile; a test would depend on that, so this is none.
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { launchOptions } from '../browser.mjs';

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const rounds = Number(process.env.ROUNDS ?? 9);
const slowdown = 4;
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

const sorted = (values) => [...values].sort((a, b) => a - b);
const part = (values, share) => sorted(values)[Math.floor((values.length - 1) * share)];
const whole = (number) => Math.round(number);

async function serve(folder) {
  const program = process.env.RIMAU ?? path('../../build/release/rimau');
  const child = spawn(program, ['serve', '--port', '0', '--web', folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = await once(createInterface({ input: child.stdout }), 'line');
  return { address, end: () => child.kill() };
}

// A page of a browser that has nothing kept.
async function freshPage(browser, options = {}) {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  return { page, session, close: () => context.close() };
}

// The first interaction: from asking for the page until what `control` finds has been pressed and the frame with the
// answer (what `answer` finds) is on the screen. The page presses it itself as soon as it is there.
async function firstInteraction(browser, address, control, answer) {
  const { page, session, close } = await freshPage(browser, phone);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(
    ({ control, answer }) => {
      const times = (globalThis.times = {});
      const painted = (act) => requestAnimationFrame(() => setTimeout(act));
      const look = () => {
        const found = !times.there && document.querySelector(control);
        if (found) {
          times.there = performance.now();
          painted(() => {
            times.seen = performance.now();
            found.click();
            look();
          });
        }
        if (times.seen && !times.answered && document.querySelector(answer)) {
          times.answered = performance.now();
          painted(() => (times.done = performance.now()));
        }
      };
      new MutationObserver(look).observe(document, {
        attributes: true,
        childList: true,
        subtree: true,
      });
    },
    { control, answer },
  );
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.times?.done, null, { timeout: 60_000 });
  const times = await page.evaluate(() => globalThis.times);
  await close();
  return times;
}

// Processor time of the page's main thread, not slowed, until `control` is on the screen: what is left of a start when
// the machine has other things to do as well.
async function mainThread(browser, address, control) {
  const { page, session, close } = await freshPage(browser, phone);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(address, { waitUntil: 'commit' });
  await page.evaluate(
    (control) =>
      new Promise((done) => {
        const look = () => {
          if (!document.querySelector(control)) return requestAnimationFrame(look);
          requestAnimationFrame(() => setTimeout(done));
        };
        look();
      }),
    control,
  );
  const spent = await named(session);
  await close();
  return spent.TaskDuration * 1000;
}

async function named(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

// A page with one link and nothing else: what the browser and the measuring take.
const emptyPage = '<!doctype html><title>-</title><script src="x.js"></script><a href="#x">x</a>';
const emptyScript =
  "addEventListener('hashchange', () => document.body.append(document.createElement('hr')));";

async function start(browser, address) {
  const folder = mkdtempSync(join(tmpdir(), 'rimau-empty-'));
  writeFileSync(join(folder, 'index.html'), emptyPage);
  writeFileSync(join(folder, 'x.js'), emptyScript);
  const empty = await serve(folder);
  const pages = [
    ['empty', '', 'a', 'hr', empty.address],
    ['home', '', 'a.primary[href="#/play/bagh-chal"]', 'main [role="status"], dialog[open]'],
    ['play', '#/play/bagh-chal', 'dialog[open] button[type="submit"]', '[data-testid="status"]'],
    ['analyse', '#/analyse', 'button[aria-pressed]', 'button[aria-pressed="true"]'],
  ];
  console.log(`first interaction, processor slowed ${slowdown} times, ${rounds} starts each, ms:`);
  console.log(
    'page\tpressable: least\tmedian\tmost\tanswered: least\tmedian\tmost\tmain thread: least\tmedian\tmost',
  );
  const found = pages.map(() => []);
  const spent = pages.map(() => []);
  for (let i = 0; i < rounds; ++i)
    for (const [n, [, hash, control, answer, from = address]] of pages.entries()) {
      found[n].push(await firstInteraction(browser, from + hash, control, answer));
      spent[n].push(await mainThread(browser, from + hash, control));
    }
  for (const [n, [name]] of pages.entries()) {
    const seen = found[n].map((times) => times.seen);
    const done = found[n].map((times) => times.done);
    const numbers = [seen, done, spent[n]].flatMap((times) =>
      [0, 0.5, 1].map((share) => part(times, share)),
    );
    console.log([name, ...numbers.map(whole)].join('\t'));
  }
  empty.end();
  rmSync(folder, { recursive: true });
}

// Two pieces that go to and fro in the corners of Rimau's board: a game without an end.
const cycle = ['a1-a3', 'g5-g4', 'a3-a1', 'g4-g5'];
const corners = 'tigers=a1 men=g5,i5 hand=0/0 captured=19 turn=tigers';
const game = 'rimau-24:repetition=off';

function record(plies) {
  const moves = Array.from({ length: plies }, (_, i) => `${i + 1}. ${cycle[i % 4]}`);
  return `[Game "${game}"]\n[Position "${game} ${corners}"]\n\n${moves.join(' ')} *`;
}

async function keep(page, plies) {
  const saved = {
    version: 1,
    id: `long-${plies}`,
    game,
    record: record(plies),
    tigers: 'person',
    men: 'person',
    level: 3,
    plies,
    over: false,
    clock: null,
    updated: 1,
  };
  await page.evaluate(
    (saved) =>
      new Promise((done, fail) => {
        const request = indexedDB.open('rimau', 1);
        request.onerror = fail;
        request.onsuccess = () => {
          const change = request.result.transaction('kept', 'readwrite');
          change.objectStore('kept').put(saved, `game:${saved.id}`);
          change.oncomplete = done;
        };
      }),
    saved,
  );
  return saved.id;
}

// From the browser's taking the press that makes a move until the frame with it is on the screen.
async function moveToPaint(page, plies, count) {
  await page.evaluate(() => {
    if (!globalThis.measured)
      document.addEventListener(
        'click',
        (event) =>
          requestAnimationFrame(() =>
            setTimeout(() => globalThis.measured.push(performance.now() - event.timeStamp)),
          ),
        { capture: true },
      );
    globalThis.measured = [];
  });
  const makes = []; // whether a press makes a move, or only chooses a piece
  for (let i = plies; i < plies + count; ++i) {
    const [from, to] = cycle[i % 4]
      .split('-')
      .map((point) => page.locator(`[data-point="${point}"]`));
    if ((await from.getAttribute('aria-pressed')) !== 'true') {
      makes.push(false);
      await from.click();
    }
    makes.push(true);
    await to.click();
  }
  await page.waitForFunction((n) => globalThis.measured.length === n, makes.length);
  return (await page.evaluate(() => globalThis.measured)).filter((_, i) => makes[i]);
}

async function heap(session) {
  await session.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize, Nodes } = await named(session);
  return { used: JSHeapUsedSize / 2 ** 20, nodes: Nodes };
}

async function long(browser, address) {
  console.log(
    'a long game, move to paint in ms; heap after a collection in MiB, nodes of the page:',
  );
  console.log(
    'page\tplies\tmedian\t95 %\tworst\tmain thread a move\theap before\tafter\tnodes before\tafter',
  );
  const count = 150;
  for (const where of ['play', 'analyse'])
    for (const plies of [8, 5000]) {
      const { page, session, close } = await freshPage(browser, {
        viewport: { width: 1280, height: 800 },
      });
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await page.goto(address);
      await page.locator('h2').first().waitFor();
      const id = await keep(page, plies);
      await page.goto(
        address + (where === 'play' ? `#/play/${game}?game=${id}` : `#/analyse?saved=${id}`),
      );
      await page.reload();
      await page.locator('[data-point="g5"]').waitFor();
      await moveToPaint(page, plies, 20);
      const before = await heap(session);
      const begun = (await named(session)).TaskDuration;
      const times = await moveToPaint(page, plies + 20, count);
      const spent = ((await named(session)).TaskDuration - begun) * 1000;
      const after = await heap(session);
      console.log(
        [
          where,
          plies,
          ...[0.5, 0.95, 1].map((share) => part(times, share).toFixed(0)),
          (spent / count).toFixed(0),
          before.used.toFixed(1),
          after.used.toFixed(1),
          before.nodes,
          after.nodes,
        ].join('\t'),
      );
      await close();
    }
}

const fewMen = [
  'rimau-24 tigers=c3 men=d3,e2,e4,f3,g3 hand=0/0 turn=men',
  'rimau-24 tigers=c3 men=d3,e2,e3,e4,f3,g3 hand=0/0 turn=men',
  'rimau-rimau tigers=c3,g3 men=d3,e2,e3,e4,f3 hand=0/0 turn=men',
  'pulijudam:win=all tigers=t5,c4,d4 men=a2,b2,c2,d2,e2 hand=0/0 turn=men',
  'pulijudam:win=all tigers=t5,c4,d4 men=a2,b2,c2,d2,e2,f2 hand=0/0 turn=men',
  'bagh-chal:win=all tigers=a1,a5,e1,e5 men=b3,c2,c3,c4,d3 hand=0/0 turn=men',
];

async function solve(browser, address) {
  console.log('solved in the page, from opening it until the values are shown, seconds:');
  for (const position of fewMen) {
    const { page, close } = await freshPage(browser);
    const begin = performance.now();
    await page.goto(`${address}#/analyse?position=${encodeURIComponent(position)}`);
    await page.getByRole('heading', { name: 'Solved here' }).waitFor({ timeout: 300_000 });
    console.log(`${((performance.now() - begin) / 1000).toFixed(1)}\t${position}`);
    await close();
  }
}

const parts = { start, long, solve };
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !(name in parts));
if (unknown) {
  console.error(`no part ${unknown}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
const server = await serve(path('../dist'));
const browser = await chromium.launch(launchOptions);
try {
  for (const name of wanted.length ? wanted : Object.keys(parts))
    await parts[name](browser, server.address);
} finally {
  await browser.close();
  server.end();
}
