// What is said of positions, moves and endings, in the chosen language.

import type { GameInfo, LastMove, Outcome, Side, View } from '../engine/types';
import { capital, t, type Key } from './words.svelte';

export function pieceName(side: Side, info: GameInfo): string {
  return side === 'tigers' ? info.pieces.tiger : info.pieces.man;
}
export function piecesName(side: Side, info: GameInfo): string {
  return side === 'tigers' ? info.pieces.tigers : info.pieces.men;
}

// "e3, man, can be taken"
export function describePoint(point: string, view: View, info: GameInfo): string {
  const parts = [point];
  const tiger = tigersOf(view).includes(point);
  const man = view.men.includes(point);
  parts.push(tiger ? info.pieces.tiger : man ? info.pieces.man : t('pointEmpty'));
  if (man && view.threatened.includes(point)) parts.push(t('stateTake'));
  if (tiger && view.held.includes(point)) parts.push(t('stateHeld'));
  if (view.marked.includes(point)) parts.push(t('stateMarked'));
  if (view.selected === point) parts.push(t('stateSelected'));
  else if (view.targets.includes(point)) {
    const taken = view.leaps[point];
    parts.push(taken ? t('stateTargetTakes', { n: taken.length }) : t('stateTarget'));
  } else if (view.choices.includes(point) && !view.marked.includes(point)) {
    parts.push(t(tiger || man ? 'stateMove' : 'stateDrop'));
  }
  return parts.join(', ');
}

function tigersOf(view: View): string[] {
  const moved = view.relocation;
  return moved ? view.tigers.map((p) => (p === moved[0] ? moved[1] : p)) : view.tigers;
}

// What is to be done now.
export function prompt(view: View, info: GameInfo): string {
  const { tiger, tigers, man, men } = info.pieces;
  const words = { tiger, tigers, man, men, piece: pieceName(view.turn, info) };
  if (view.stage === 'opening') {
    if (view.leftToMark > 0) return capital(t('promptOpening', { ...words, n: view.leftToMark }));
    return capital(t(view.relocation ? 'promptOpeningStay' : 'promptOpeningReady', words));
  }
  if (view.ready) return capital(t('promptPass', words));
  if (view.hand[view.turn === 'tigers' ? 0 : 1] > 0) return capital(t('promptDrop', words));
  return capital(t(view.selected ? 'promptTarget' : 'promptChoose', words));
}

// Why a press on this point did nothing.
export function whyNot(point: string, view: View, info: GameInfo): string {
  if (view.outcome) return t('whyOver');
  if (view.stage === 'opening')
    return view.leftToMark === 0 && view.men.includes(point)
      ? t('whyMarked', { n: view.marked.length })
      : prompt(view, info);
  if (view.ready) return prompt(view, info);
  const own = view.turn === 'tigers' ? view.tigers : view.men;
  if (view.hand[view.turn === 'tigers' ? 0 : 1] > 0) return t('whyDrop');
  if (own.includes(point)) return t('whyOwn');
  if (view.selected) return t('whyTarget', { point });
  return t('whyChoose', { pieces: piecesName(view.turn, info) });
}

export function sayOutcome(outcome: Outcome, info: GameInfo): string {
  const { tiger, tigers, man, men } = info.pieces;
  const words = { tiger, tigers, man, men };
  const result =
    outcome.verdict === 'tigers' ? 'winTigers' : outcome.verdict === 'men' ? 'winMen' : 'drawn';
  return `${t(result, words)}: ${t(`reason_${outcome.reason}` as Key, words)}`;
}

// A turn as it is read aloud; `side` made it.
export function sayMove(last: LastMove, side: Side, info: GameInfo): string {
  const piece = capital(pieceName(side, info));
  const { tiger, men } = info.pieces;
  const from = last.from ?? '';
  const to = last.to ?? '';
  switch (last.kind) {
    case 'step':
      return t('saidStep', { piece, from, to });
    case 'leap':
      return t('saidLeap', { piece, from, to, n: last.taken.length });
    case 'drop':
      return t('saidDrop', { piece, to });
    case 'opening': {
      const taken = t('saidOpening', { men: capital(men), points: last.taken.join(', ') });
      return to ? `${taken}; ${t('saidRelocation', { tiger, to })}` : taken;
    }
    case 'pass':
      return t('saidPass', { men: capital(men) });
  }
}

// The points that a move's text names, to point it out on the board.
export function pointsOfMove(move: string): {
  from: string | null;
  to: string | null;
  men: string[];
} {
  if (move.startsWith('@')) return { from: null, to: move.slice(1), men: [] };
  const plain = /^([a-z]\d)[-x]([a-z]\d)$/.exec(move);
  if (plain) return { from: plain[1] ?? null, to: plain[2] ?? null, men: [] };
  const [removed = '', moved] = move.split('/');
  const [from = null, to = null] = moved?.split('-') ?? [];
  return { from, to, men: move === 'pass' ? [] : removed.split(',') };
}
