// The page's words in the language chosen.

import type { Side } from '../engine/types';
import { settings } from './settings.svelte';
import { en, type Words } from './words/en';
import { es } from './words/es';
import { id } from './words/id';
import { ms } from './words/ms';

export const words: Record<string, Words> = { en, ms, id, es };
export const languageNames = {
  en: 'English',
  ms: 'Bahasa Melayu',
  id: 'Bahasa Indonesia',
  es: 'Español',
} as const;

export type Key = keyof Words;
export type Fill = Record<string, string | number>;

export function fill(text: string, values: Fill = {}): string {
  return text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
}

// The words for a key, with the gaps filled.
export function t(key: Key, values?: Fill): string {
  return fill((words[settings.language] ?? en)[key], values);
}

export function sideName(side: Side, pieces: { tigers: string; men: string }): string {
  return side === 'tigers' ? pieces.tigers : pieces.men;
}

export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

// "4:05", and for what is longer "3:04:05".
export function time(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
