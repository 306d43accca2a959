import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import type { ClickHouseConnection } from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';

/** ClickHouse's engine in process, with the part of the HTTP interface that the client uses. */
export class ChdbServer {
  readonly #client;
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => {
      // Part of the response was sent, so the error can no longer be reported.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });

  constructor(connection: ClickHouseConnection) {
    this.#client = createClient({ connection, log: { level: ClickHouseLogLevel.OFF } });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.#client.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const body = await text(request);
    const named = searchParams.get('query');
    const query = named === null ? body : `${named}\n${body}`;
    const parameters = [...searchParams].flatMap(([name, value]) =>
      name.startsWith('param_') ? [[name.slice('param_'.length), value] as const] : [],
    );
    const { stream } = await this.#client.exec({
      query,
      query_params: Object.fromEntries(parameters),
      clickhouse_settings: {
        output_format_json_quote_64bit_integers: 1,
        max_query_size: '33554432',
      },
    });
    response.writeHead(200);
    await pipeline(stream instanceof Readable ? stream : Readable.from(stream), response);
  }
}
