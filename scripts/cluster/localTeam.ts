import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ApiKeys } from '../../src/backend/server/apiKeys.ts';
import { root } from '../paths.ts';
import { Balancer } from './balancer.ts';
import { TeamProcess } from './teamProcess.ts';
import { openTeamStore, type TeamStore } from './teamStore.ts';

const program = join(root, 'dist', 'backend.js');

export interface LocalTeamOptions {
  /** Where the team writes its keys, and the store if that is a ClickHouse server. */
  readonly folder: string;
  /** URL of the node that the ingesters follow; without it they follow a Sandbox. */
  readonly rpcUrl?: string | undefined;
  readonly log?: (line: string) => void;
  readonly stop?: AbortSignal;
}

/** A store, two ingesters, two servers and a balancer on this machine. */
export class LocalTeam {
  readonly url: string;
  readonly apiKey: string;
  readonly servers: readonly TeamProcess[];
  readonly ingesters: readonly TeamProcess[];
  readonly #balancer: Balancer;
  readonly #store: TeamStore;

  private constructor(
    parts: Pick<LocalTeam, 'url' | 'apiKey' | 'servers' | 'ingesters'>,
    balancer: Balancer,
    store: TeamStore,
  ) {
    this.url = parts.url;
    this.apiKey = parts.apiKey;
    this.servers = parts.servers;
    this.ingesters = parts.ingesters;
    this.#balancer = balancer;
    this.#store = store;
  }

  static async start({
    folder,
    rpcUrl,
    stop,
    log = () => {},
  }: LocalTeamOptions): Promise<LocalTeam> {
    const store = await openTeamStore(folder);
    log(`Store: ${store.engine}`);
    const started: TeamProcess[] = [];
    const breakOff = (): void => {
      for (const each of started) each.child.kill();
    };
    stop?.addEventListener('abort', breakOff, { once: true });
    const start = (name: string, args: readonly string[]): TeamProcess => {
      const environment = rpcUrl === undefined ? {} : { ARBSCOPE_RPC_URL: rpcUrl };
      const child = new TeamProcess([program, ...args], environment, (line) => {
        log(`${name}: ${line}`);
      });
      started.push(child);
      return child;
    };
    try {
      stop?.throwIfAborted();
      const source = rpcUrl === undefined ? 'sandbox' : 'rpc';
      const ingest = ['ingest', '--source', source, '--store', store.address];
      const ingesters = [start('ingester 1', ingest), start('ingester 2', ingest)];
      await Promise.any(ingesters.map((each) => each.line(/^Arbscope ingests/)));
      const keys = join(folder, 'keys.json');
      const apiKey = await addKey(keys);
      const serve = ['serve', '--port', '0', '--store', store.address, '--keys', keys];
      const servers = [start('server 1', serve), start('server 2', serve)];
      const ports = await Promise.all(servers.map((each) => servedPort(each)));
      const balancer = new Balancer(ports, ApiKeys.ofOne(apiKey));
      const url = await balancer.listen();
      return new LocalTeam({ url, apiKey, servers, ingesters }, balancer, store);
    } catch (error) {
      await Promise.all(started.map((each) => each.stop()));
      await store.stop();
      throw error;
    } finally {
      stop?.removeEventListener('abort', breakOff);
    }
  }

  async stop(): Promise<void> {
    await this.#balancer.close();
    await Promise.all([...this.servers, ...this.ingesters].map((each) => each.stop()));
    await this.#store.stop();
  }
}

async function addKey(file: string): Promise<string> {
  const args = [program, 'keys', 'add', 'editor', '--keys', file, '--tier', 'high'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.trim();
}

async function servedPort(server: TeamProcess): Promise<number> {
  const line = await server.line(/ at http:\/\//);
  return Number(new URL(line.slice(line.indexOf('http://'))).port);
}
