/**
 * The ClickHouse servers of the cluster suite: a current `clickhouse` binary if there is one,
 * otherwise Debian's old packages, unpacked beside the project. Nothing is installed on the system,
 * and no service is started.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cacheFolder } from '../paths.ts';

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export interface ClickHousePrograms {
  /** `debian`: from 2018; tests rewrite statements for it. */
  readonly kind: 'current' | 'debian';
  readonly version: string;
  readonly server: Program;
  readonly keeper: Program;
}

const binaryVariable = 'ARBSCOPE_CLICKHOUSE_BINARY';
const folder = join(cacheFolder, 'clickhouse-debian');
const packages = ['clickhouse-server', 'zookeeper'];
/** The packages need them, but not all name them. */
const otherPackages = ['libpcre3'];
const libraries = 'usr/lib/x86_64-linux-gnu';

/** Set in the environment, or on the path. */
export function findCurrentClickHouse(): ClickHousePrograms | null {
  const command = process.env[binaryVariable] || 'clickhouse';
  const asked = spawnSync(command, ['local', '--query', 'SELECT version()'], { encoding: 'utf8' });
  if (asked.status !== 0) {
    if (process.env[binaryVariable] === undefined) return null;
    throw new Error(`${binaryVariable} does not run: ${asked.error?.message ?? asked.stderr}`);
  }
  const program = (name: string): Program => ({ command, args: [name], environment: {} });
  return {
    kind: 'current',
    version: asked.stdout.trim(),
    server: program('server'),
    keeper: program('keeper'),
  };
}

/** Returns the reason if none is available. */
export async function findClickHouse(): Promise<ClickHousePrograms | string> {
  const current = findCurrentClickHouse();
  if (current !== null) return current;
  try {
    if (!existsSync(folder)) await unpackDebian();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `ClickHouse is not installed here: ${reason}`;
  }
  return debianPrograms();
}

function debianPrograms(): ClickHousePrograms {
  const jars = [folder, '/'].map((place) => join(place, 'usr/share/java/*'));
  return {
    kind: 'debian',
    version: '18.16.1',
    server: {
      command: join(folder, 'usr/sbin/clickhouse-server'),
      args: [],
      environment: {
        LD_LIBRARY_PATH: [libraries, 'lib/x86_64-linux-gnu']
          .map((place) => join(folder, place))
          .join(delimiter),
      },
    },
    keeper: {
      command: 'java',
      args: [
        '-Xmx256m',
        // Otherwise Java leaves a file in /tmp.
        '-XX:-UsePerfData',
        '-Dzookeeper.admin.enableServer=false',
        ...['-cp', ['zookeeper', 'zookeeper-jute'].map(jarOf).concat(jars).join(delimiter)],
        'org.apache.zookeeper.server.ZooKeeperServerMain',
      ],
      environment: {},
    },
  };
}

const jarOf = (name: string): string => join(folder, 'usr/share/java', `${name}.jar`);

/** Renames the folder when it is complete, so that it is never partial. */
async function unpackDebian(): Promise<void> {
  run('java', ['-version']);
  const planned = run('apt-get', [
    ...['install', '--simulate', '--no-install-recommends', '--yes'],
    ...packages,
  ]);
  const missing = [...planned.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '');
  await mkdir(cacheFolder, { recursive: true });
  const fresh = await mkdtemp(join(cacheFolder, 'clickhouse-new-'));
  try {
    const archives = join(fresh, 'archives');
    await mkdir(archives);
    const wanted = [...new Set([...missing, ...packages, ...otherPackages])];
    run('apt-get', ['download', ...wanted], archives);
    for (const name of await readdir(archives)) run('dpkg', ['-x', join(archives, name), fresh]);
    await rm(archives, { recursive: true });
    await rename(fresh, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function run(command: string, args: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (status === 0) return stdout;
  const words = error?.message ?? stderr.trim().split('\n').at(-1) ?? '';
  throw new Error(`${command} ${args[0] ?? ''}: ${words}`);
}
