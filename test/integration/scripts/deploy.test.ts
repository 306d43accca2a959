import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import manifest from '../../../package.json' with { type: 'json' };
import { deployFiles } from '../../../scripts/package/cliPackage.ts';
import { root } from '../../../scripts/paths.ts';
import type { Command } from '../../../src/backend/commands/commandLine.ts';
import { decodeCommand } from '../../../src/backend/commands/decode.ts';
import { importCommand } from '../../../src/backend/commands/import.ts';
import { ingestCommand } from '../../../src/backend/commands/ingest.ts';
import { keysCommand } from '../../../src/backend/commands/keys.ts';
import { serveCommand } from '../../../src/backend/commands/serve.ts';

interface Secret {
  readonly source: string;
  readonly target: string;
}

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly (string | Secret)[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly ports?: readonly string[];
  readonly user?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly cpus?: string;
  readonly pids_limit?: number;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const composeFiles = ['deploy/compose.yaml', 'deploy/compose.small.yaml'] as const;
const services = composeFiles.flatMap((file) => {
  const compose = parse(read(file), { merge: true }) as Compose;
  return Object.entries(compose.services).map(([name, service]) => ({
    name: `${file} ${name}`,
    service,
    compose,
  }));
});
/** Health paths of `serve`, as listed on its documentation page. */
const healthPaths: readonly string[] = read('docs/serve.md').match(/(?<=^\| `)\/\w+/gm) ?? [];
const ownImage = `arbscope:${manifest.version}`;

const commands: Readonly<Record<string, Command>> = {
  serve: serveCommand(manifest.version),
  ingest: ingestCommand,
  decode: decodeCommand,
  import: importCommand,
  keys: keysCommand,
};

/** Words of a command line that the program does not accept; empty if it accepts all. */
function unknownWords([name = '', ...words]: readonly string[]): readonly string[] {
  const usage = commands[name]?.usage ?? '';
  if (usage === '') return [name];
  const isKnown = (word: string): boolean => new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(usage);
  return words.flatMap((word) => [
    ...(/^--[\w-]+/.exec(word) ?? []).filter((option) => !isKnown(option)),
    ...(/clickhouse:\/\/(?=\S)/.exec(word) ?? []).filter((store) => !usage.includes(store)),
    ...(/(?<=^--source[= ])\w+/.exec(word) ?? []).filter((source) => !isKnown(source)),
  ]);
}

/** Instructions of the Dockerfile's last stage, with continued lines joined. */
const finalStage = (
  read('deploy/Dockerfile')
    .split(/^FROM /m)
    .at(-1) ?? ''
).replace(/\\\n/g, ' ');

describe('The compose files', () => {
  test('run only commands and options that the program accepts', () => {
    const own = services.filter(({ service }) => service.image.startsWith('arbscope:'));
    assert.equal(own.length, 5);
    assert.deepEqual(unknownWords(['serve', '--source=nothing', '--nothing']), [
      'nothing',
      '--nothing',
    ]);
    for (const { name, service } of own)
      assert.deepEqual(unknownWords(service.command ?? []), [], name);
  });

  test('pin every image, and use the version of this package', () => {
    for (const { name, service } of services) {
      assert.match(
        service.image,
        /^[\w./-]+:\d+\.\d+\.\d+(\.\d+)?(-[\w.]+)?(@sha256:[0-9a-f]{64})?$/,
        name,
      );
      // A tag may get other content. deploy/README.md says how to pin ClickHouse too.
      if (!/^(arbscope|clickhouse)/.test(service.image)) assert.match(service.image, /@sha256:/);
      if (service.image.startsWith('arbscope:')) assert.equal(service.image, ownImage);
    }
    assert.ok(read('deploy/README.md').includes(`--tag ${ownImage} `));
  });

  test('refer only to services, volumes and secrets that they define', () => {
    for (const { name, service, compose } of services) {
      const needed = service.depends_on ?? [];
      for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) {
        assert.ok(other in compose.services, `${name}: ${other}`);
      }
      for (const network of service.networks ?? []) {
        assert.ok(network in compose.networks, `${name}: ${network}`);
      }
      for (const secret of service.secrets ?? []) {
        const source = typeof secret === 'string' ? secret : secret.source;
        assert.match(compose.secrets[source]?.file ?? '', /^\.\/secrets\//, `${name}: ${source}`);
      }
      for (const volume of service.volumes ?? []) {
        const [, host = ''] = /^((?:\$\{[^}]*\}|[^:])+):/.exec(volume) ?? [];
        const file = /^\.\/(?!secrets)/.test(host) ? existsSync(join(root, 'deploy', host)) : true;
        assert.ok(/^[.$]/.test(host) ? file : host in compose.volumes, `${name}: ${volume}`);
      }
    }
  });

  test('provide secrets as files, under names that the program reads', () => {
    const variables: readonly string[] =
      read('docs/command-line.md').match(/(?<=^\| `)ARBSCOPE_\w+/gm) ?? [];
    for (const { name, service } of services) {
      const { command = [], environment = {}, secrets = [] } = service;
      const open = [...command, ...Object.values(environment)].join(' ');
      assert.doesNotMatch(open, /\/\/[^/@\s]*:[^/@\s]*@|api-?key=/i, name);
      for (const secret of secrets) {
        if (typeof secret === 'string') continue;
        assert.ok(variables.includes(secret.target), `${name}: ${secret.target}`);
      }
    }
    assert.match(read('.gitignore'), /^deploy\/secrets\/$/m);
  });

  test('confine every service, and limit its memory, CPUs and processes', () => {
    for (const { name, service } of services) {
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.cap_drop, ['ALL'], name);
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name);
      const isBalancer = service.image.startsWith('caddy:');
      assert.deepEqual(service.cap_add, isBalancer ? ['NET_BIND_SERVICE'] : undefined, name);
      assert.match(service.mem_limit ?? '', /^(\$\{\w+:-)?\d+[gm]\}?$/, name);
      assert.match(service.cpus ?? '', /^\$\{\w+:-\d+\}$/, name);
      assert.ok((service.pids_limit ?? 0) > 0, name);
    }
    const variables = composeFiles.flatMap((file) => read(file).match(/(?<=\$\{)\w+/g) ?? []);
    for (const variable of variables) {
      assert.ok(read('deploy/README.md').includes(`\`${variable}\``), variable);
    }
  });

  test('let nothing outside reach the store, nor the store anything outside', () => {
    const { services: team, networks } = parse(read('deploy/compose.yaml'), {
      merge: true,
    }) as Compose;
    const store = team['clickhouse'];
    assert.deepEqual(store?.networks, ['store']);
    assert.equal(store?.ports, undefined);
    assert.equal(networks['store']?.internal, true);
    for (const { name, service } of services) {
      assert.ok((service.networks ?? []).length > 0, `${name} is not in the default network`);
      if (service.ports !== undefined) assert.ok(!service.networks?.includes('store'), name);
    }
  });

  test('run two of each critical service: ingesters on different nodes, and servers', () => {
    const { services: team } = parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
    const of = (command: string) =>
      Object.values(team).filter((service) => service.command?.[0] === command);
    assert.equal(of('serve').length, 2);
    const nodes = of('ingest').map(({ secrets = [] }) => JSON.stringify(secrets));
    assert.equal(new Set(nodes).size, 2);
  });
});

describe('The container file', () => {
  test('uses the pinned Node version of the project, and does not run as root', () => {
    const images = read('deploy/Dockerfile').match(/(?<=^FROM )\S+/gm) ?? [];
    assert.equal(images.length, 2);
    for (const image of images) {
      assert.ok(image.startsWith(`node:${manifest.devDependencies.node}-`), image);
      assert.match(image, /-slim@sha256:[0-9a-f]{64}$/);
    }
    const [user] = finalStage.match(/(?<=^USER )\S+/gm)?.slice(-1) ?? [];
    assert.equal(user, 'node');
    assert.match(finalStage, /^VOLUME \/data$/m);
  });

  test('installs by the digests of the lock file, without package scripts', () => {
    const installs = read('deploy/Dockerfile').match(/\bnp[mx] .*?(?= \\?\n)/g) ?? [];
    const [install = '', ...others] = installs.filter((line) => !line.startsWith('npm run'));
    assert.match(install, /^npm ci .*--ignore-scripts/);
    assert.deepEqual(others, []);
  });

  test('reports itself healthy while its exposed port responds', () => {
    const [, port = '', path = ''] =
      /^HEALTHCHECK .*CMD \[.*http:\/\/127\.0\.0\.1:(\d+)(\/\w+)/m.exec(finalStage) ?? [];
    assert.ok(healthPaths.includes(path), path);
    assert.match(finalStage, new RegExp(`^EXPOSE ${port}$`, 'm'));
    assert.match(read('src/backend/commands/serve.ts'), new RegExp(port.replace(/(?=...$)/, '_?')));
  });

  test('starts the program with secrets in its variables', (context) => {
    if (process.platform === 'win32') return context.skip('a container has a shell');
    const folder = mkdtempSync(join(tmpdir(), 'arbscope-entrypoint-'));
    try {
      const secret = 'https://node.example/?a=1&b="$HOME"';
      writeFileSync(join(folder, 'ARBSCOPE_RPC_URL'), `${secret}\n`);
      writeFileSync(join(folder, 'other'), 'unread');
      writeFileSync(
        join(folder, 'arbscope'),
        '#!/bin/sh\nprintf "%s|" "$ARBSCOPE_RPC_URL" "$@"\n',
        {
          mode: 0o755,
        },
      );
      const entrypoint = join(root, 'deploy/entrypoint.sh');
      const output = execFileSync('sh', [entrypoint, 'serve', 'a b'], {
        env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, ARBSCOPE_SECRETS: folder },
      }).toString();
      assert.equal(output, `${secret}|serve|a b|`);
      assert.match(finalStage, /^ENTRYPOINT \["sh", "\/opt\/arbscope\/deploy\/entrypoint\.sh"\]$/m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('The load balancer', () => {
  test('forwards requests to ready servers of the compose file', () => {
    const text = read('deploy/Caddyfile');
    const [upstreams = ''] = /(?<=\{\$ARBSCOPE_SERVERS:)[^}]*/.exec(text) ?? [];
    const { services: team } = parse(read('deploy/compose.yaml'), { merge: true }) as Compose;
    const servers = Object.keys(team).filter((name) => team[name]?.command?.[0] === 'serve');
    assert.deepEqual(
      upstreams.split(' '),
      servers.map((name) => `${name}:7717`),
    );
    const [, path = ''] = /health_uri (\S+)/.exec(text) ?? [];
    assert.ok(healthPaths.includes(path), path);
    assert.match(text, /^\trespond \/metrics\* 404$/m, 'metrics, also with a final slash');
    assert.equal(text.match(/\{/g)?.length, text.match(/\}/g)?.length);
  });
});

test('The npm package contains every file of deploy/, and no secrets', () => {
  const files = readdirSync(join(root, 'deploy')).filter((name) => name !== 'secrets');
  assert.deepEqual([...deployFiles].sort(), files.map((name) => `deploy/${name}`).sort());
});

test('The deployment documents mention only commands and options that the program accepts', () => {
  const files = ['docs/team.md', 'deploy/README.md', 'scripts/package/cliReadme.md'];
  const lines = files.flatMap((file) =>
    [...read(file).matchAll(/^```\w*\n(.*?)^```/gms)].flatMap(([, block = '']) =>
      block.split('\n').map((line) => line.replace(/ +#.*$/, '')),
    ),
  );
  const run = lines.flatMap(
    (line) => /(?<=(?:^|\s)arbscope )(?!--|VERSION)\S.*/.exec(line)?.[0] ?? [],
  );
  assert.ok(run.length >= 6, String(run.length));
  for (const line of run) assert.deepEqual(unknownWords(line.split(/ (?!\w+:)/)), [], line);
});
