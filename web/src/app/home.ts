// The games as they are told, and their starts, known without the module (see vite.config.ts).

import known from 'virtual:told-games';
import type { BoardShape, Games, View } from '../engine/types';
import type { Language } from './settings.svelte';

export interface ToldGames {
  told: Record<Language, Games>;
  starts: Record<string, Start>;
}
interface Start {
  view: View;
  shape: BoardShape;
}

export const toldGames = known.told;

// Of a game with its usual options.
export function startOf(game: string): Start | undefined {
  return known.starts[game];
}
