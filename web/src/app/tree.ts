// A tree of moves as one line of words: the main line with its variations in brackets.

import type { Tree } from '../engine/types';

export type Token =
  | { kind: 'move'; node: number; text: string; number: string }
  | { kind: 'comment'; key: string; text: string }
  | { kind: 'open' | 'close'; key: string };

// Iterative, for a tree may be deep.
export function tokens(tree: Tree): Token[] {
  const out: Token[] = [];
  const { nodes } = tree;
  type Task = { node: number; numbered: boolean } | Token;
  const children = (node: number) => nodes[node]?.[3] ?? [];
  const comments = (node: number, which: 4 | 5): Token[] =>
    (nodes[node]?.[which] ?? []).map((text, i) => ({
      kind: 'comment',
      key: `${node}-${which}-${i}`,
      text,
    }));
  const tasks: Task[] = [];
  const then = (...next: Task[]) => tasks.push(...next.reverse());

  // What follows a node: its first child, the other children as variations, then the rest of the first child's line.
  const follow = (node: number, numbered: boolean): Task[] => {
    const [first, ...others] = children(node);
    if (first === undefined) return [];
    const variations = others.flatMap((other): Task[] => [
      { kind: 'open', key: `${other}(` },
      ...comments(other, 5),
      { node: other, numbered: true },
      { kind: 'close', key: `${other})` },
    ]);
    return [{ node: first, numbered }, ...variations];
  };

  out.push(...comments(0, 4));
  then(...follow(0, true));
  // A node's task prints it and schedules what follows; variations beside a node come between it and its followers, so
  // the followers wait behind them.
  while (tasks.length > 0) {
    const task = tasks.pop() as Task;
    if ('kind' in task) {
      out.push(task);
      continue;
    }
    const { node, numbered } = task;
    const [, text = '', ply = 0] = nodes[node] ?? [];
    out.push({ kind: 'move', node, text, number: numbered || ply % 2 === 1 ? `${ply}.` : '' });
    const said = comments(node, 4);
    out.push(...said);
    const beside = takeVariations(tasks);
    then(...beside, ...follow(node, said.length > 0 || beside.length > 0));
  }
  return out;

  // The variations that were scheduled right behind a first child.
  function takeVariations(list: Task[]): Task[] {
    const taken: Task[] = [];
    while (list.length > 0) {
      const next = list.at(-1) as Task;
      if (!('kind' in next) || next.kind !== 'open') break;
      let task: Task;
      do {
        task = list.pop() as Task;
        taken.push(task);
      } while (!('kind' in task && task.kind === 'close'));
    }
    return taken;
  }
}

// Of many tokens those around the place shown.
export function around(all: Token[], node: number, most: number): Token[] {
  if (all.length <= most) return all;
  const place = Math.max(
    0,
    all.findIndex((token) => token.kind === 'move' && token.node === node),
  );
  const begin = Math.max(0, Math.min(place - Math.floor(most / 2), all.length - most));
  return all.slice(begin, begin + most);
}
