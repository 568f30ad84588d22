// The computer's thoughts, asked of a worker.

import { Asker } from './asker';
import { checked } from './core';
import type { Judgement, Report } from './types';

export class Thinker extends Asker {
  // The move a level plays; null as ask().
  async choose(start: string, moves: string, level: number): Promise<string | null> {
    const seed = String(Math.floor(Math.random() * 1e9));
    const answer = await this.ask(['choose', start, moves, String(level), seed]);
    return answer === null ? null : checked<{ move: string }>(answer).move;
  }

  async search(
    start: string,
    moves: string,
    limits: { depth?: number; nodes?: number; milliseconds?: number; lines?: number },
    progress?: (report: Report) => void,
  ): Promise<Report | null> {
    const numbers = [limits.depth, limits.nodes, limits.milliseconds, limits.lines ?? 1];
    const request = ['search', start, moves, ...numbers.map((number) => String(number ?? 0))];
    const answer = await this.ask(request, (text) => progress?.(checked<Report>(text)));
    return answer === null ? null : checked<Report>(answer);
  }

  async judge(
    start: string,
    moves: string,
    move: string,
    nodes: number,
  ): Promise<Judgement | null> {
    const answer = await this.ask(['judge', start, moves, move, String(nodes)]);
    return answer === null ? null : checked<Judgement>(answer);
  }
}
