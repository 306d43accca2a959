import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ClickHouseConnection } from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';
import { findCurrentClickHouse, type Program } from '../test/findClickHouse.ts';
import { findChdb } from '../test/installChdb.ts';
import { ChdbServer } from './chdbServer.ts';

export interface TeamStore {
  readonly address: string;
  readonly engine: string;
  stop(): Promise<void>;
}

interface ChdbModule {
  createChdbConnection(options: { readonly path: string }): ClickHouseConnection;
}

const database = 'market';
const pollMilliseconds = 100;

/** False if something would have to be installed. */
export const hasTeamStore = (): boolean => findCurrentClickHouse() !== null || findChdb() !== null;

/** Starts a `clickhouse` server if one is installed, otherwise chDB; rejects without either. */
export async function openTeamStore(folder: string): Promise<TeamStore> {
  const current = findCurrentClickHouse();
  return current === null ? await openChdb() : await startServer(current.server, folder);
}

async function openChdb(): Promise<TeamStore> {
  const chdb = findChdb()?.('chdb/connection') as ChdbModule | undefined;
  if (chdb === undefined) throw new Error('chDB is not installed');
  const server = new ChdbServer(chdb.createChdbConnection({ path: ':memory:' }));
  return {
    address: `clickhouse://127.0.0.1:${await server.listen()}/${database}`,
    engine: 'chDB, in memory',
    stop: () => server.close(),
  };
}

async function startServer(program: Program, folder: string): Promise<TeamStore> {
  const own = join(folder, 'clickhouse');
  await mkdir(own, { recursive: true });
  const [http = 0, tcp = 0] = [await freePort(), await freePort()];
  const options = [
    ...[`--http_port=${http}`, `--tcp_port=${tcp}`, '--listen_host=127.0.0.1', `--path=${own}/`],
    ...[
      '--mysql_port=',
      '--postgresql_port=',
      '--interserver_http_port=',
      '--logger.level=warning',
    ],
  ];
  const child = spawn(program.command, [...program.args, '--', ...options], {
    cwd: own,
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  while (!(await answers(http))) {
    if (child.exitCode !== null) throw new Error(`${program.command} server ended`);
    await setTimeout(pollMilliseconds);
  }
  return {
    address: `clickhouse://127.0.0.1:${http}/${database}`,
    engine: `${program.command} server`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/ping', agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
