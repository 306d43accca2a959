import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * A proxy in front of a ClickHouse of 2018 (Debian's) that translates statements written for a
 * current one: parameters become literals, and features that it lacks and tests do not need (TTL,
 * codecs, indexes, milliseconds) are removed. Replication, sharding and failures are those of the
 * real server.
 */
export class OldServerGateway {
  readonly #port: number;
  readonly #server = createServer((incoming, response) => {
    this.#answer(incoming, response).catch(() => response.destroy());
  });

  constructor(port: number) {
    this.#port = port;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://localhost');
    if (pathname === '/ping') {
      const { status, body } = await this.#send('/ping', '', response);
      response.writeHead(status).end(body);
      return;
    }
    const body = await text(incoming);
    const named = searchParams.get('query');
    const [statement, rows] = named === null ? [body, ''] : [named, body];
    const { query, isRows } = toOldStatement(withLiterals(statement, searchParams));
    const settings = new URLSearchParams({ query });
    for (const [name, value] of searchParams) {
      const old = oldSettings[name]?.(value);
      if (old !== undefined) settings.set(name, old);
    }
    const answer = await this.#send(`/?${settings}`, toTabs(rows), response);
    if (answer.status !== 200) {
      const code = /Code: (\d+)/.exec(answer.body)?.[1] ?? '0';
      response.writeHead(answer.status, { 'x-clickhouse-exception-code': code });
      // The error format of current servers, which the client parses.
      response.end(`Code: ${code}. DB::Exception: ${answer.body.trim()} (OLD_SERVER)`);
      return;
    }
    response.writeHead(200).end(isRows ? toLines(answer.body) : answer.body);
  }

  #send(
    path: string,
    body: string,
    response: ServerResponse,
  ): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port: this.#port, path, method: 'POST', agent: false },
        (answer) => {
          text(answer).then(
            (received) => resolve({ status: answer.statusCode ?? 500, body: received }),
            reject,
          );
        },
      );
      asked.on('error', reject);
      response.once('close', () => asked.destroy());
      asked.end(body);
    });
  }
}

/** Settings that the old server knows, with their values; others are removed. */
const oldSettings: Readonly<Record<string, (value: string) => string | undefined>> = {
  output_format_json_quote_64bit_integers: (value) => value,
  distributed_product_mode: (value) => value,
  insert_distributed_sync: (value) => value,
  // With two replicas, the majority is both.
  insert_quorum: (value) => (value === 'auto' ? '2' : value),
  insert_quorum_timeout: (value) => value,
  distributed_ddl_task_timeout: (value) => value,
  load_balancing: (value) => value,
  receive_timeout: (value) => value,
  send_timeout: (value) => value,
  max_replica_delay_for_distributed_queries: (value) => value,
  max_query_size: () => '262144000',
};

function withLiterals(statement: string, parameters: URLSearchParams): string {
  return statement.replace(/\{(\w+):\w+\}/g, (whole, name: string) => {
    const value = parameters.get(`param_${name}`);
    return value === null ? whole : `'${value.replace(/[\\']/g, '\\$&')}'`;
  });
}

/** Replacements for texts in the statements of `src/engine/store/clickhouse/`. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/toUnixTimestamp64Milli\(now64\(3\)\)/g, '(toUInt64(toUnixTimestamp(now())) * 1000)'],
  [/ CODEC\(ZSTD\(\d+\)\)/g, ''],
  [/, INDEX \w+ \w+ TYPE \w+(\([\d.]+\))? GRANULARITY \d+/g, ''],
  [/TTL toDateTime\([^)]*\) \+ INTERVAL \d+ DAY/g, ''],
  [/, ttl_only_drop_parts = 1/g, ''],
  [/toInt128\(((?:[^()]|\([^()]*\))*)\)/g, 'toDecimal128($1, 0)'],
  [/\bInt128\b/g, 'Decimal(38, 0)'],
];

function toOldStatement(statement: string): { query: string; isRows: boolean } {
  let query = statement;
  for (const [pattern, replacement] of replacements) query = query.replace(pattern, replacement);
  if (/^\s*INSERT\b/i.test(query)) {
    return {
      query: query.replace(/FORMAT JSONCompactEachRow\s*$/, 'FORMAT TabSeparated'),
      isRows: false,
    };
  }
  const rows = query.replace(/FORMAT JSONCompactEachRow\s*$/, 'FORMAT JSONCompact');
  return { query: rows, isRows: rows !== query };
}

const toTabs = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${(JSON.parse(line) as unknown[]).map(toCell).join('\t')}\n`)
    .join('');

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n' };

const toCell = (value: unknown): string =>
  value === null ? '\\N' : String(value).replace(/[\\\t\n]/g, (found) => escapes[found] ?? found);

const toLines = (body: string): string =>
  (JSON.parse(body) as { data: unknown[][] }).data
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
