// What the module answers (src/wasm/module.hpp tells the contract).

export type Side = 'tigers' | 'men';

export interface Option {
  key: string;
  initial: string;
  values: string[];
  least: number;
  most: number;
  about: string;
  everyGame: boolean;
}

export interface GameInfo {
  id: string;
  name: string;
  origin: string;
  draft: boolean;
  boardName: string;
  pieces: { tiger: string; tigers: string; man: string; men: string };
  options: Option[];
}

export interface Games {
  firstLevel: number;
  lastLevel: number;
  games: GameInfo[];
}

export interface BoardPoint {
  name: string;
  x: number;
  y: number;
  label: [number, number];
  flippedLabel: [number, number];
}

export interface BoardShape {
  id: string;
  spacing: number;
  points: BoardPoint[];
  lines: number[][];
}

export interface Rules {
  name: string;
  origin: string;
  draft: boolean;
  facts: [string, string][];
  options: { values: string; initial: string; about: string; everyGame: boolean }[];
  toldWithoutOptions: boolean;
  topics: {
    about: string;
    heading: string;
    paragraphs: { text: string; sources: string[]; ruling: boolean }[];
  }[];
  sources: [string, string][];
}

export interface Outcome {
  verdict: Side | 'draw';
  reason: string;
}

export interface LastMove {
  move: string;
  kind: 'step' | 'leap' | 'drop' | 'opening' | 'pass';
  from: string | null;
  to: string | null;
  taken: string[];
}

export interface View {
  game: string;
  position: string;
  turn: Side;
  stage: 'opening' | 'play';
  ply: number;
  node: number;
  tigers: string[];
  men: string[];
  hand: [number, number];
  captured: number;
  inPlay: number;
  outcome: Outcome | null;
  choices: string[];
  targets: string[];
  marked: string[];
  selected: string | null;
  leaps: Record<string, string[]>;
  leftToMark: number;
  relocation: [string, string] | null;
  ready: boolean;
  begun: boolean;
  threatened: string[];
  held: string[];
  last: LastMove | null;
  plies: number;
  parent: number | null;
  next: number | null;
  occurrences: number;
  quiet: number;
}

// parent, move, ply, children, comments, comments before the move
export type TreeNode = [number, string, number, number[], string[], string[]];

export interface Tree {
  node: number;
  nodes: TreeNode[];
  tags: [string, string][];
  declared: string;
}

export interface Line {
  moves: string[];
  score: number;
  winner: Side | 'draw' | null;
  plies: number | null;
}

export interface Report {
  depth: number;
  nodes: number;
  turn: Side;
  lines: Line[];
}

export interface Judgement {
  best: number;
  score: number;
  lost: boolean;
  reply: string | null;
}

export interface CoreFault {
  kind: string;
  text: string;
  line: number;
  column: number;
  field: string;
}
