import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ArbitrageSummary } from '../../src/api/arbscope/arbitrages.ts';
import { stringifyJson } from '../../src/api/json.ts';
import { provingListener } from '../provingListener.ts';
import { arbitrage } from '../unit/extension/live/arbitrages.ts';

const pageRows = 50;

const status = {
  version: '0.0.0',
  source: 'soak',
  now: new Date().toISOString(),
  newest_slot: 1,
  lag_slots: null,
  lag_milliseconds: null,
  from: null,
  coverage: null,
  arbitrages: 1,
  rows: null,
  bytes: null,
  offers: ['status', 'arbitrages'],
};

/** A service with Arbscope's own operations and a given number of arbitrages per minute. */
export class StreamService {
  sent = 0;
  readonly #key: string;
  readonly #streams = new Set<ServerResponse>();
  readonly #timer: NodeJS.Timeout;
  #newest: ArbitrageSummary[] = [];
  #waiting: ArbitrageSummary[] = [];
  #slot = 1_000_000;
  readonly #server = createServer(
    provingListener(
      () => this.#key,
      (request, response) => this.#respond(new URL(request.url ?? '/', 'http://x'), response),
    ),
  );

  constructor(key: string, perMinute: number) {
    this.#key = key;
    for (let row = 0; row < pageRows; row += 1) this.#add();
    this.#waiting = [];
    this.#timer = setInterval(() => this.#add(), 60_000 / perMinute);
    setInterval(() => this.#flush(), 1_000).unref();
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #add(): void {
    this.#slot += 1;
    const signature = String(this.#slot).padStart(88, '1').replaceAll('0', 'z');
    const timestamp = new Date().toISOString();
    const net = ((this.#slot * 7919) % 400) / 100 - 1;
    const outcome = net > 0 ? 'gain' : 'loss';
    const row = arbitrage(this.#slot, { signature, timestamp, outcome, net_gains_usd: net });
    this.#newest = [row, ...this.#newest].slice(0, pageRows);
    this.#waiting = [row, ...this.#waiting];
  }

  #flush(): void {
    const arbitrages = this.#waiting;
    this.#waiting = [];
    if (arbitrages.length === 0) return;
    for (const stream of this.#streams) this.#send(stream, arbitrages);
    if (this.#streams.size > 0) this.sent += arbitrages.length;
  }

  #send(stream: ServerResponse, arbitrages: readonly ArbitrageSummary[]): void {
    const newest = `c${this.#slot}`;
    stream.write(`id: ${newest}\ndata: ${stringifyJson({ arbitrages, newest, skipped: 0 })}\n\n`);
  }

  #respond({ pathname }: URL, response: ServerResponse): void {
    if (pathname.endsWith('/arbscope/arbitrages/stream')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      this.#streams.add(response);
      response.on('close', () => this.#streams.delete(response));
      this.#send(response, []);
      return;
    }
    const page = { arbitrages: this.#newest, next: 'older', newest: `c${this.#slot}` };
    const known = Object.entries({ status, arbitrages: page }).find(([name]) =>
      pathname.endsWith(`/arbscope/${name}`),
    );
    response.writeHead(known === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(stringifyJson(known?.[1] ?? { statusCode: 404, message: 'Not here' }));
  }
}
