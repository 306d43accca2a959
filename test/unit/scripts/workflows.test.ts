import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import manifest from '../../../package.json' with { type: 'json' };
import { serverVersions } from '../../../scripts/editor/installServer.ts';
import { targets } from '../../../scripts/package/targets.ts';
import { root } from '../../../scripts/paths.ts';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly environment?: string;
  readonly needs?: string | readonly string[];
  readonly uses?: string;
  readonly steps?: readonly Step[];
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = join(root, '.github/workflows');
const texts = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
const workflows = new Map([...texts].map(([name, text]) => [name, parse(text) as Workflow]));
const workflow = (name: string): Workflow => {
  const found = workflows.get(name);
  assert.ok(found !== undefined, name);
  return found;
};
const jobs = [...workflows].flatMap(([name, { jobs }]) =>
  Object.entries(jobs).map(([id, job]) => ({ name: `${name} ${id}`, job })),
);

const publishingJobs = ['publish.yml marketplace', 'publish.yml npm', 'publish.yml open-vsx'];

const commandsOf = ({ run = '' }: Step) =>
  run
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => line.trim());

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
};

describe('The workflows', () => {
  test('contain no secrets and no tokens', () => {
    for (const [name, text] of texts) {
      assert.doesNotMatch(text, /secrets\s*[.[]|_PAT\b|--pat\b|GITHUB_TOKEN/, name);
    }
  });

  test('may only read contents, except for the jobs that publish', () => {
    for (const [name, { permissions }] of workflows) {
      assert.deepEqual(permissions, { contents: 'read' }, name);
    }
    const publishing = { contents: 'read', 'id-token': 'write' };
    const wider = jobs.filter(({ job }) => job.permissions !== undefined);
    assert.deepEqual(Object.fromEntries(wider.map(({ name, job }) => [name, job.permissions])), {
      'code-scanning.yml codeql': { contents: 'read', 'security-events': 'write' },
      'publish.yml attest': { ...publishing, attestations: 'write' },
      'publish.yml marketplace': publishing,
      'publish.yml npm': publishing,
      'publish.yml open-vsx': publishing,
    });
    for (const name of publishingJobs) {
      const job = jobs.find((each) => each.name === name)?.job;
      assert.notEqual(job?.environment, undefined, 'an environment that the identity is bound to');
    }
  });

  test('publish only packages with a provenance, which no code of the repository signs', () => {
    const { attest, npm } = workflow('publish.yml').jobs;
    for (const { uses = '', run } of attest?.steps ?? []) {
      assert.equal(run, undefined);
      assert.match(uses, /^actions\/(download-artifact|attest-build-provenance)@/);
    }
    const [subjects] = (attest?.steps ?? []).flatMap((step) => step.with?.['subject-path'] ?? []);
    assert.deepEqual(String(subjects).trim().split('\n'), ['packages/*.vsix', 'packages/*.tgz']);
    for (const name of publishingJobs) {
      const job = jobs.find((each) => each.name === name)?.job;
      assert.ok([job?.needs].flat().includes('attest'), name);
    }
    const commands = (npm?.steps ?? []).flatMap(commandsOf).filter((line) => line !== '');
    assert.deepEqual(commands, [
      'npm publish --ignore-scripts --provenance --access public ./cli/*.tgz',
    ]);
  });

  test('use actions pinned to a commit, with a version comment', () => {
    const used = [...texts.values()].flatMap((text) => text.match(/(?<=\buses: ).*/g) ?? []);
    assert.ok(used.length > 10);
    for (const action of used) {
      assert.match(action, /^\.\/|@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, action);
    }
  });

  test('install and run only what the lock file names, without package scripts', () => {
    const allowed =
      /^(npm ci --ignore-scripts --no-audit --no-fund|npm publish --ignore-scripts --provenance [^&|;]*|npm run [^&|;]*|npx --no-install (vsce|ovsx) .*)$/;
    const making = jobs.filter(({ name }) => /^(package|publish).yml (?!test$)/.test(name));
    const lines = making.flatMap(({ job }) => job.steps ?? []).flatMap(commandsOf);
    assert.ok(lines.length > 6);
    for (const line of lines) {
      if (/\b(npm|npx|yarn|pnpm|corepack|curl|wget)\b/.test(line)) assert.match(line, allowed);
    }
    for (const tool of ['@vscode/vsce', 'ovsx'] as const) {
      assert.equal(manifest.devDependencies[tool], packages[`node_modules/${tool}`]?.version);
    }
  });

  test('make packages with the Node version of the project, which no install script downloads', () => {
    const { vsix, cli } = workflow('package.yml').jobs;
    for (const steps of [vsix?.steps ?? [], cli?.steps ?? []]) {
      const versions = steps.flatMap((step) => step.with?.['node-version'] ?? []);
      assert.deepEqual(versions, [manifest.devDependencies.node]);
    }
  });

  test('do not execute untrusted input', () => {
    for (const [name, { on }] of workflows) {
      assert.equal('pull_request_target' in on || 'workflow_run' in on, false, name);
    }
    for (const { name, job } of jobs) {
      for (const { run = '' } of job.steps ?? []) assert.doesNotMatch(run, /\$\{\{/, name);
    }
  });

  test('have time limits', () => {
    for (const { name, job } of jobs) {
      if (job.uses === undefined) assert.ok((job['timeout-minutes'] ?? 0) > 0, name);
    }
  });

  test('package every target, and publish only tags, after the tests', () => {
    const { vsix } = workflow('package.yml').jobs;
    assert.deepEqual(
      vsix?.strategy?.matrix['target'],
      targets.map(({ name }) => name),
    );
    const { on } = workflow('publish.yml');
    assert.deepEqual(on, { push: { tags: ['v*'] } });
  });

  test('test the oldest engine that the manifest allows, and the newest server', () => {
    const { oldest, newest } = serverVersions;
    const { engines } = workflow('test.yml').jobs;
    assert.deepEqual(engines?.strategy?.matrix['server'], [oldest, newest]);
    const version = /^\^1\.(\d+)\.0$/.exec(manifest.engines.vscode)?.[1];
    assert.ok(oldest.startsWith(`4.${version}.`), `${oldest} for ${manifest.engines.vscode}`);
  });
});
