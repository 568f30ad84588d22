import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fill, words } from '../src/app/words.svelte';
import { en } from '../src/app/words/en';

const keys = Object.keys(en) as (keyof typeof en)[];
const gaps = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
const source = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes('words/'))
  .map((name) => ({ name, text: readFileSync(`${source}/${name}`, 'utf8') }));

// Words that are the same in two languages.
const same = new Set(['title', 'ok', 'themeAuto']);

test.each(['ms', 'id', 'es'])('%s is complete, with gaps that can be filled', (language) => {
  const told = words[language] ?? en;
  expect(Object.keys(told).sort()).toEqual([...keys].sort());
  for (const key of keys) {
    expect(told[key].trim(), key).not.toBe('');
    if (!same.has(key)) expect(told[key], key).not.toBe(en[key]);
    // A translation may leave a piece's name out, but never ask for what is not given.
    for (const gap of gaps(told[key])) expect(gaps(en[key]), key).toContain(gap);
    for (const gap of gaps(en[key]))
      if (
        ['n', 'total', 'move', 'reply', 'reason', 'points', 'from', 'to', 'what'].includes(
          gap ?? '',
        )
      )
        expect(gaps(told[key]), key).toContain(gap);
  }
});

test('every word is used', () => {
  const all = files.map(({ text }) => text).join('\n');
  const unused = keys.filter(
    (key) => !/^(reason|fault|refused|offer|own)_/.test(key) && !all.includes(`'${key}'`),
  );
  expect(unused).toEqual([]);
});

test('no page has words of its own', () => {
  const found = files
    .filter(({ name }) => name.endsWith('.svelte'))
    .flatMap(({ name, text }) => {
      const markup = text
        .replace(/<!--[\s\S]*?-->/g, '')
        .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
        .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '')
        .replace(/=>/g, '');
      return [...markup.matchAll(/>([^<>]*\p{L}{3,}[^<>]*)</gu)].map(
        (match) => `${name}: ${match[1]?.trim()}`,
      );
    });
  expect(found).toEqual([]);
});

test('gaps are filled with what is given', () => {
  expect(fill('{a} of {b}', { a: 1, b: 'x' })).toBe('1 of x');
  expect(fill('{a}{c}', { a: '{c}' })).toBe('{c}{c}');
});
