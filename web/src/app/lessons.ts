// What is done in each lesson. Words come from the games' own rules; the core checks the moves, and a test that every
// lesson can be done.

import type { View } from '../engine/types';

export type Task =
  { kind: 'opening' | 'drop' | 'step' | 'trap' | 'win' } | { kind: 'leap'; men: number };

export interface Lesson {
  topics: string[]; // what the rules say about these is told
  position: string | null; // null: the game's start
  task: Task;
}

const triangleTrap = 'men=a4,b3,b4,c1,c2,c3,d1,d3,e3,e4,f4 hand=0/0 turn=men';

function rimau(game: string): Lesson[] {
  const at = (rest: string) => `${game} ${rest}`;
  return [
    {
      topics: ['board', 'moves'],
      position: at('tigers=c3 men=e2,e4,f3 hand=0/0 turn=tigers'),
      task: { kind: 'step' },
    },
    { topics: ['start', 'opening'], position: null, task: { kind: 'opening' } },
    {
      topics: ['drops'],
      position: at(
        game === 'rimau-22'
          ? 'tigers=c3 men=d2,d4,e2,e3,e4,f3 hand=0/13 turn=men'
          : 'tigers=c3 men=d2,d4,e2,e3,e4,f3 hand=0/15 turn=men',
      ),
      task: { kind: 'drop' },
    },
    {
      topics: ['capture'],
      position: at('tigers=c3 men=d3,e2,f4 hand=0/0 turn=tigers'),
      task: { kind: 'leap', men: 1 },
    },
    {
      topics: ['capture'],
      position: at('tigers=a3 men=b3,c3,d3,f2 hand=0/0 turn=tigers'),
      task: { kind: 'leap', men: 3 },
    },
    {
      topics: ['end'],
      position: at('tigers=a1 men=a3,a5,b2,d4 hand=0/0 turn=men'),
      task: { kind: 'trap' },
    },
    {
      topics: ['aim', 'end'],
      position: at('tigers=a3 men=b3 hand=0/0 turn=tigers'),
      task: { kind: 'win' },
    },
  ];
}

const rimauRimau: Lesson[] = [
  {
    topics: ['board', 'moves'],
    position: 'rimau-rimau tigers=c3,g3 men=e2,e4,f1 hand=0/0 turn=tigers',
    task: { kind: 'step' },
  },
  { topics: ['start', 'opening'], position: null, task: { kind: 'opening' } },
  {
    topics: ['drops'],
    position: 'rimau-rimau tigers=c3,g3 men=d2,d4,e2,e3,e4,f4 hand=0/15 turn=men',
    task: { kind: 'drop' },
  },
  {
    topics: ['capture'],
    position: 'rimau-rimau tigers=a3,g3 men=d2,e3,f4,h3 hand=0/0 turn=tigers',
    task: { kind: 'leap', men: 1 },
  },
  {
    topics: ['moves'],
    position: 'rimau-rimau tigers=a1,a5 men=e2,e4,f3,g3 hand=0/0 turn=men',
    task: { kind: 'step' },
  },
  {
    topics: ['end'],
    position: 'rimau-rimau tigers=a1,a5 men=a3,b2,b4,d4 hand=0/0 turn=men',
    task: { kind: 'trap' },
  },
  {
    topics: ['aim', 'end'],
    position: 'rimau-rimau tigers=a3,g3 men=b3 hand=0/0 turn=tigers',
    task: { kind: 'win' },
  },
];

function threeTigers(game: string, lastMen: string): Lesson[] {
  const at = (rest: string) => `${game} ${rest}`;
  return [
    { topics: ['board', 'start', 'drops'], position: null, task: { kind: 'drop' } },
    {
      topics: ['moves'],
      position: at('tigers=c4,d4,t5 men=b2 hand=0/14 turn=tigers'),
      task: { kind: 'step' },
    },
    {
      topics: ['capture'],
      position: at('tigers=a3,c4,t5 men=b3,e2 hand=0/13 turn=tigers'),
      task: { kind: 'leap', men: 1 },
    },
    {
      topics: ['moves'],
      position: at('tigers=c4,d4,t5 men=a2,a3,b1,b2,c1,c2,d1,d2,e1,e2,f2 hand=0/0 turn=men'),
      task: { kind: 'step' },
    },
    { topics: ['end'], position: at(`tigers=c4,d4,t5 ${triangleTrap}`), task: { kind: 'trap' } },
    {
      topics: ['aim', 'end'],
      position: at(`tigers=a3,c4,t5 men=${lastMen} hand=0/0 turn=tigers`),
      task: { kind: 'win' },
    },
  ];
}

const meurimueng: Lesson[] = [
  { topics: ['board', 'start', 'drops'], position: null, task: { kind: 'drop' } },
  {
    topics: ['moves'],
    position:
      'meurimueng-rimueng-do tigers=b4,c4,d4,e4,t5 men=a2,b2,d1,e1,f2 hand=0/10 turn=tigers',
    task: { kind: 'step' },
  },
  {
    topics: ['capture'],
    position:
      'meurimueng-rimueng-do tigers=a3,c4,d4,e4,t5 men=a2,b3,d1,e1,f2 hand=0/10 turn=tigers',
    task: { kind: 'leap', men: 1 },
  },
  {
    topics: ['moves'],
    position:
      'meurimueng-rimueng-do tigers=b4,c4,d4,e4,t5 men=a2,b1,b2,c1,c2,d2,e2,f2 hand=0/0 turn=men',
    task: { kind: 'step' },
  },
  {
    topics: ['end'],
    position:
      'meurimueng-rimueng-do tigers=b4,c4,d4,e4,t5 men=a4,b2,b3,c2,c3,d2,d3,e1,e3,f4 hand=0/0 turn=men',
    task: { kind: 'trap' },
  },
  {
    topics: ['aim', 'end'],
    position:
      'meurimueng-rimueng-do tigers=a3,c4,d4,e4,t5 men=b1,b3,c1,d1,e1,e2,f2 hand=0/0 turn=tigers',
    task: { kind: 'win' },
  },
];

const sevenLeopards: Lesson[] = [
  { topics: ['board', 'start'], position: null, task: { kind: 'drop' } },
  {
    topics: ['drops'],
    position: 'hat-diviyan-keliya tigers=b4 men=a1 hand=0/6 turn=men',
    task: { kind: 'drop' },
  },
  {
    topics: ['moves'],
    position: 'hat-diviyan-keliya tigers=b4 men=a1,c1 hand=0/5 turn=tigers',
    task: { kind: 'step' },
  },
  {
    topics: ['capture'],
    position: 'hat-diviyan-keliya tigers=b4 men=a1,b3,c1 hand=0/4 turn=tigers',
    task: { kind: 'leap', men: 1 },
  },
  {
    topics: ['moves'],
    position: 'hat-diviyan-keliya tigers=b4 men=a1,a2,b1,b2,c1,c2 hand=0/0 turn=men',
    task: { kind: 'step' },
  },
  {
    topics: ['end'],
    position: 'hat-diviyan-keliya tigers=a1 men=a2,a3,b1,c2 hand=0/0 turn=men',
    task: { kind: 'trap' },
  },
  {
    topics: ['aim', 'end'],
    position: 'hat-diviyan-keliya tigers=b4 men=a1,a2,b3,c1 hand=0/0 turn=tigers',
    task: { kind: 'win' },
  },
];

const baghChal: Lesson[] = [
  { topics: ['board', 'start', 'drops'], position: null, task: { kind: 'drop' } },
  {
    topics: ['moves'],
    position: 'bagh-chal tigers=a1,a5,e1,e5 men=c3 hand=0/19 turn=tigers',
    task: { kind: 'step' },
  },
  {
    topics: ['capture'],
    position: 'bagh-chal tigers=a1,a5,e1,e5 men=b1,c3 hand=0/18 turn=tigers',
    task: { kind: 'leap', men: 1 },
  },
  {
    topics: ['moves'],
    position:
      'bagh-chal tigers=a1,a5,e1,e5 men=a2,a3,a4,b1,b2,b4,b5,c1,c5,d1,d2,d3,d4,d5,e2,e3,e4 hand=0/0 turn=men',
    task: { kind: 'step' },
  },
  {
    topics: ['end'],
    position:
      'bagh-chal tigers=a1,a5,e1,e5 men=a2,a3,a4,b1,b2,b4,b5,c1,c2,c5,d1,d2,d4,d5,e2,e3,e4 hand=0/0 turn=men',
    task: { kind: 'trap' },
  },
  {
    topics: ['aim', 'end'],
    position:
      'bagh-chal tigers=a1,a5,e1,e5 men=a2,a3,a4,b1,b2,b4,b5,c3,c5,d1,d2,d4,d5,e2,e3,e4 hand=0/0 turn=tigers',
    task: { kind: 'win' },
  },
];

export const lessons: Record<string, Lesson[]> = {
  'rimau-24': rimau('rimau-24'),
  'rimau-22': rimau('rimau-22'),
  'rimau-rimau': rimauRimau,
  'meurimueng-rimueng-do': meurimueng,
  pulijudam: threeTigers('pulijudam', 'b1,b3,c1,d1,d2,e1,e2,e3,f2,f3,f4'),
  'demala-diviyan-keliya': threeTigers('demala-diviyan-keliya', 'b1,b3,c1,d1,e1,e2,f2,f3'),
  'hat-diviyan-keliya': sevenLeopards,
  'bagh-chal': baghChal,
};

// Positions of the sources with what is to be seen in them, to look at in the analysis.
export const workedPositions: Record<string, string[]> = {
  'rimau-24': [
    'rimau-24 tigers=b2 men=a1,b3,c3,d4 hand=0/0 turn=tigers',
    'rimau-24 tigers=a3 men=a1,b3,c3,d3 hand=0/0 turn=tigers',
    'rimau-24 tigers=a3 men=b3,c3 hand=0/0 turn=tigers',
    'rimau-24 tigers=a1 men=a3,a5,b2,c3,d4 hand=0/0 turn=tigers',
  ],
};

// Whether the turn just made is what was asked for.
export function isDone(task: Task, { last, outcome }: View): boolean {
  switch (task.kind) {
    case 'leap':
      return last?.kind === 'leap' && last.taken.length === task.men;
    case 'trap':
      return outcome?.verdict === 'men' && outcome.reason === 'immobilised';
    case 'win':
      return outcome?.verdict === 'tigers' && outcome.reason === 'threshold';
    default:
      return last?.kind === task.kind;
  }
}
