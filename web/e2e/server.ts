// `rimau serve` with online play, and with tables of what is solved here, as it was built, in a folder of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const program = process.env.RIMAU ?? path('../../build/release/rimau');

export class Server {
  url = '';
  readonly #data = mkdtempSync(join(tmpdir(), 'rimau-online-'));
  readonly #tables = join(this.#data, 'tables');
  #child: ChildProcess | null = null;
  readonly #web: string;

  constructor(web = path('../dist')) {
    this.#web = web;
  }

  // Before it is started.
  solve(game: string, men: number): void {
    mkdirSync(this.#tables, { recursive: true });
    const options = ['solve', game, '--out', this.#tables, '--max-men', String(men)];
    const { status, stderr } = spawnSync(program, options, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`rimau solve ${game} ended with ${status}: ${stderr}`);
  }

  // On any port that is free, and after that on the same again.
  async start(): Promise<void> {
    if (!existsSync(program)) throw new Error(`${program} is missing: build it with ./test`);
    const port = this.url ? new URL(this.url).port : '0';
    const options = ['--data', this.#data, '--port', port, '--web', this.#web];
    if (existsSync(this.#tables)) options.push('--tables', this.#tables);
    const child = spawn(program, ['serve', ...options, '--log-level', 'warn'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    this.url = await new Promise((done, fail) => {
      createInterface({ input: child.stdout }).once('line', done);
      child.once('exit', (code) => fail(new Error(`rimau serve ended with ${code}`)));
      child.once('error', fail);
    });
  }

  // As when the power fails: nothing can be tidied up.
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.#data, { recursive: true, force: true });
  }
}
