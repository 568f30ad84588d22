// A network between a page and a server that can go silent, as that of a phone out of reach does: nothing arrives,
// nothing is closed.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export class Network {
  url = '';
  #silent = false;
  readonly #held: (() => void)[] = []; // what arrives when it is back
  readonly #sockets = new Set<Socket>();
  readonly #listening;

  constructor(to: string) {
    const { hostname, port } = new URL(to);
    this.#listening = createServer((client) => {
      const server = connect(Number(port), hostname);
      this.#carry(client, server);
      this.#carry(server, client);
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#listening.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.#listening.address() as AddressInfo).port}/`;
  }
  goSilent(): void {
    this.#silent = true;
  }
  comeBack(): void {
    this.#silent = false;
    for (const act of this.#held.splice(0)) act();
  }
  end(): void {
    this.#listening.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #carry(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', (bytes) => this.#arrives(() => to.write(bytes)));
    from.on('close', () => this.#arrives(() => to.destroy()));
    from.on('error', () => {}); // a close follows
  }
  #arrives(act: () => void): void {
    if (this.#silent) this.#held.push(act);
    else act();
  }
}
