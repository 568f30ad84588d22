// The games as the home page shows them, known without the module (see vite.config.ts).

import told from 'virtual:home-games';
import type { BoardShape, View } from '../engine/types';
import type { Language } from './settings.svelte';

export interface HomeGame {
  id: string;
  words: Record<Language, { name: string; origin: string; boardName: string }>;
  view: View; // of its start
  shape: BoardShape;
}

// The games that gave the page its name come first.
const named = (id: string) => (id.startsWith('rimau') ? 0 : 1);
export const homeGames = [...told].sort((a, b) => named(a.id) - named(b.id));

// The game of a GAME text, which may carry options.
export function homeGame(game: string): HomeGame | undefined {
  return homeGames.find(({ id }) => id === game.split(':')[0]);
}
