import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { ClickHousePrograms, Program } from '../../scripts/test/findClickHouse.ts';
import { OldServerGateway } from './oldServer.ts';

export const clusterName = 'team';
const pollMilliseconds = 100;
const startMilliseconds = 120_000;

interface Ports {
  readonly http: number;
  readonly tcp: number;
  readonly interserver: number;
  /** Port of the gateway in front of an old server. */
  readonly gateway: number;
}

/** One replica of a shard. */
export class ClusterServer {
  readonly shard: number;
  readonly replica: number;
  readonly ports: Ports;
  readonly #folder: string;
  readonly #programs: ClickHousePrograms;
  #process: ChildProcess | null = null;
  #gateway: OldServerGateway | null = null;

  constructor(
    programs: ClickHousePrograms,
    folder: string,
    place: Pick<ClusterServer, 'shard' | 'replica' | 'ports'>,
  ) {
    this.#programs = programs;
    this.#folder = folder;
    this.shard = place.shard;
    this.replica = place.replica;
    this.ports = place.ports;
  }

  /** Host and port as in a store's address. */
  get host(): string {
    const { http, gateway } = this.ports;
    return `127.0.0.1:${this.#programs.kind === 'debian' ? gateway : http}`;
  }

  async start(): Promise<void> {
    const config = ['--config-file', join(this.#folder, 'config.xml')];
    this.#process = run(this.#programs.server, config, this.#folder);
    await answers(
      this.#process,
      () => isOk(`http://127.0.0.1:${this.ports.http}/ping`),
      () => readFile(join(this.#folder, 'error.log'), 'utf8'),
    );
    if (this.#programs.kind === 'debian') {
      this.#gateway = new OldServerGateway(this.ports.http);
      await this.#gateway.listen(this.ports.gateway);
    }
  }

  /** Simulates a power failure of its machine. */
  async kill(): Promise<void> {
    const killed = this.#process;
    this.#process = null;
    if (killed !== null) await end(killed);
    await this.#gateway?.close();
    this.#gateway = null;
  }

  /** Suspends the process until `resume`, like a hanging disk. */
  pause(): void {
    this.#process?.kill('SIGSTOP');
  }
  resume(): void {
    this.#process?.kill('SIGCONT');
  }
}

/** Two shards with two replicas each, and a Keeper, all on this machine. */
export class ClickHouseCluster {
  readonly servers: readonly ClusterServer[];
  readonly #folder: string;
  readonly #keeper: ChildProcess;

  private constructor(folder: string, keeper: ChildProcess, servers: readonly ClusterServer[]) {
    this.#folder = folder;
    this.#keeper = keeper;
    this.servers = servers;
  }

  static async start(programs: ClickHousePrograms): Promise<ClickHouseCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-cluster-'));
    const ports = await freePorts(18);
    const port = (): number => ports.pop() ?? 0;
    const places = [1, 1, 2, 2].map((shard, at) => ({
      shard,
      replica: (at % 2) + 1,
      ports: { http: port(), tcp: port(), interserver: port(), gateway: port() },
    }));
    const keeper = { port: port(), raft: port() };
    const started = await startKeeper(programs, join(folder, 'keeper'), keeper);
    const servers: ClusterServer[] = [];
    const cluster = new ClickHouseCluster(folder, started, servers);
    try {
      for (const place of places) {
        const own = join(folder, `shard${place.shard}-replica${place.replica}`);
        await mkdir(own);
        await writeFile(join(own, 'users.xml'), usersXml);
        await writeFile(join(own, 'config.xml'), serverXml(own, place, places, keeper.port));
        servers.push(new ClusterServer(programs, own, place));
      }
      await Promise.all(servers.map((server) => server.start()));
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  server(shard: number, replica: number): ClusterServer {
    const found = this.servers.find((each) => each.shard === shard && each.replica === replica);
    if (found === undefined) throw new Error(`no replica ${replica} of shard ${shard}`);
    return found;
  }

  /** A store's address with some or all of the servers. */
  store(database: string, servers = this.servers): string {
    const hosts = servers.map(({ host }) => host).join(',');
    return `clickhouse://${hosts}/${database}?cluster=${clusterName}`;
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await end(this.#keeper);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function startKeeper(
  programs: ClickHousePrograms,
  folder: string,
  { port, raft }: { readonly port: number; readonly raft: number },
): Promise<ChildProcess> {
  await mkdir(folder);
  const isOld = programs.kind === 'debian';
  const file = join(folder, isOld ? 'zoo.cfg' : 'keeper.xml');
  await writeFile(file, isOld ? zooKeeperConfig(folder, port) : keeperXml(folder, port, raft));
  const keeper = run(programs.keeper, isOld ? [file] : ['--config-file', file], folder);
  await answers(
    keeper,
    () => isListening(port),
    () => readFile(join(folder, 'output.log'), 'utf8'),
  );
  return keeper;
}

function run(program: Program, args: readonly string[], cwd: string): ChildProcess {
  return spawn(program.command, [...program.args, ...args], {
    cwd,
    env: { ...process.env, ...program.environment },
    stdio: 'ignore',
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Resolves when the server responds; rejects with its log if it exits or does not respond. */
async function answers(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
  log: () => Promise<string>,
): Promise<void> {
  const deadline = performance.now() + startMilliseconds;
  while (!(await isReady())) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      throw new Error(`${child.spawnfile} does not answer: ${await log().catch(() => '')}`);
    }
    await setTimeout(pollMilliseconds);
  }
}

const isOk = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

async function freePorts(count: number): Promise<number[]> {
  const held = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = held.map((server) => (server.address() as { port: number }).port);
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

type Place = Pick<ClusterServer, 'shard' | 'replica' | 'ports'>;

/** Both old and new servers accept this name of the root element. */
const serverXml = (
  folder: string,
  { shard, replica, ports }: Place,
  places: readonly Place[],
  keeperPort: number,
): string => `<yandex>
  <logger>
    <level>warning</level>
    <log>${folder}/server.log</log>
    <errorlog>${folder}/error.log</errorlog>
  </logger>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${ports.http}</http_port>
  <tcp_port>${ports.tcp}</tcp_port>
  <interserver_http_port>${ports.interserver}</interserver_http_port>
  <interserver_http_host>127.0.0.1</interserver_http_host>
  <path>${folder}/data/</path>
  <tmp_path>${folder}/tmp/</tmp_path>
  <user_files_path>${folder}/files/</user_files_path>
  <format_schema_path>${folder}/formats/</format_schema_path>
  <mark_cache_size>67108864</mark_cache_size>
  <users_config>users.xml</users_config>
  <default_profile>default</default_profile>
  <default_database>default</default_database>
  <remote_servers>
    <${clusterName}>${[1, 2]
      .map(
        (of) => `
      <shard>
        <internal_replication>true</internal_replication>${places
          .filter((place) => place.shard === of)
          .map(
            (place) => `
        <replica><host>127.0.0.1</host><port>${place.ports.tcp}</port></replica>`,
          )
          .join('')}
      </shard>`,
      )
      .join('')}
    </${clusterName}>
  </remote_servers>
  <zookeeper>
    <node><host>127.0.0.1</host><port>${keeperPort}</port></node>
    <session_timeout_ms>5000</session_timeout_ms>
  </zookeeper>
  <macros><shard>${shard}</shard><replica>${replica}</replica></macros>
  <distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>
</yandex>
`;

const usersXml = `<yandex>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <password></password>
      <networks><ip>127.0.0.1</ip></networks>
      <profile>default</profile>
      <quota>default</quota>
    </default>
  </users>
</yandex>
`;

const zooKeeperConfig = (folder: string, port: number): string =>
  [
    'tickTime=1000',
    `dataDir=${folder}/data`,
    `clientPort=${port}`,
    'clientPortAddress=127.0.0.1',
    'maxClientCnxns=0',
    'admin.enableServer=false',
    '',
  ].join('\n');

const keeperXml = (folder: string, port: number, raftPort: number): string => `<clickhouse>
  <logger><level>warning</level><log>${folder}/output.log</log></logger>
  <listen_host>127.0.0.1</listen_host>
  <keeper_server>
    <tcp_port>${port}</tcp_port>
    <server_id>1</server_id>
    <log_storage_path>${folder}/log</log_storage_path>
    <snapshot_storage_path>${folder}/snapshots</snapshot_storage_path>
    <raft_configuration>
      <server><id>1</id><hostname>127.0.0.1</hostname><port>${raftPort}</port></server>
    </raft_configuration>
  </keeper_server>
</clickhouse>
`;
