import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import type { Command } from '../../../../src/backend/commands/commandLine.ts';
import { coverageCommand } from '../../../../src/backend/commands/coverage.ts';
import { landCommand } from '../../../../src/backend/commands/land.ts';
import { parseMarketSource } from '../../../../src/backend/commands/marketSource.ts';
import { simulateCommand } from '../../../../src/backend/commands/simulate.ts';
import { StandaloneTools } from '../../../../src/backend/mcp/standaloneTools.ts';
import { type BlockingProxy, startBlockingProxy } from '../../../blockingProxy.ts';

/** Without a DNS record, so that only the proxy can be reached. */
const host = 'far.invalid';
const url = `https://${host}/`;

describe('The command line behind a proxy', { timeout: 120_000 }, () => {
  let transaction: string;
  let config: string;
  let proxy: BlockingProxy;
  let tunnels: (string | undefined)[] = [];

  before(async () => {
    proxy = await startBlockingProxy();
    ({ transaction, tunnels } = proxy);
    config = join(proxy.folder, 'config.toml');
    await writeFile(
      config,
      '[[group]]\nmarkets = ["GWPLjamb5ZxrGbTsYNWW7V3p1pAMryZSfaPFTdaEsWgC"]\n',
    );
  });
  after(() => proxy.close());

  const context = (environment: Record<string, string>) => ({
    stdout: new PassThrough(),
    stderr: new PassThrough().resume(),
    environment: { ARBSCOPE_API_KEY: 'key-1', ...environment },
    signal: new AbortController().signal,
  });

  /** What the command prints, or the message of its error. */
  async function outcome(
    command: Command,
    args: string[],
    environment: Record<string, string>,
  ): Promise<string> {
    tunnels.length = 0;
    const terminal = context(environment);
    const printed = text(terminal.stdout);
    const message = await command.run(args, terminal).then(
      () => '',
      (error: Error) => error.message,
    );
    terminal.stdout.end();
    return `${await printed}${message}`;
  }

  const asked: readonly (readonly [what: string, Command, args: () => string[]])[] = [
    ['simulate over a node', simulateCommand, () => [transaction, '--rpc-url', url]],
    ['simulate over a service', simulateCommand, () => [transaction, '--service-url', url]],
    ['land over a node', landCommand, () => [transaction, '--rpc-url', url, '--no-journal']],
    ['land over a service', landCommand, () => [transaction, '--landing-url', url, '--no-journal']],
    ['coverage over a service', coverageCommand, () => [config, '--service-url', url]],
  ];
  for (const [what, command, args] of asked) {
    it(`uses HTTPS_PROXY for ${what}, and names it when it refuses`, async () => {
      const printed = await outcome(command, args(), { HTTPS_PROXY: `http://${proxy.host}` });
      assert.match(printed, new RegExp(`proxy ${proxy.host} blocks ${host}`));
      assert.equal(tunnels[0], `${host}:443`);
    });
  }

  it('uses HTTPS_PROXY for the tools of mcp', async () => {
    tunnels.length = 0;
    const terminal = context({ HTTPS_PROXY: proxy.host });
    const tools = new StandaloneTools(
      await parseMarketSource({ path: [], 'service-url': url }, terminal),
      () => undefined,
    );
    const { signal } = terminal;
    const response = tools.call(
      'arbscope_fees_by_compute_unit',
      {},
      { signal, onProgress: () => undefined },
    );
    await assert.rejects(response, new RegExp(`proxy ${proxy.host} blocks ${host}`));
    await tools.close();
    assert.equal(tunnels[0], `${host}:443`);
  });

  it('uses the most specific of the variables, in upper or lower case', async () => {
    const args = [transaction, '--service-url', url];
    const other = 'http://other.invalid:1';
    const mine = `http://${proxy.host}`;
    for (const environment of [
      { https_proxy: mine, HTTPS_PROXY: other },
      { HTTPS_PROXY: mine, all_proxy: other, HTTP_PROXY: other },
      { ALL_PROXY: mine, http_proxy: other },
      { http_proxy: mine, HTTPS_PROXY: '' },
    ]) {
      await outcome(simulateCommand, args, environment);
      assert.equal(tunnels[0], `${host}:443`, JSON.stringify(environment));
    }
  });

  it('connects directly to the hosts of NO_PROXY', async () => {
    const args = [transaction, '--service-url', url];
    const through = { HTTPS_PROXY: `http://${proxy.host}` };
    for (const except of ['*', host, '.invalid', '*.invalid', 'a.test, far.invalid:443']) {
      await outcome(simulateCommand, args, { ...through, NO_PROXY: except });
      assert.deepEqual(tunnels, [], except);
    }
    for (const except of ['r.invalid', 'far.invalid:8443', 'a.far.invalid']) {
      await outcome(simulateCommand, args, { ...through, no_proxy: except });
      assert.equal(tunnels[0], `${host}:443`, except);
    }
  });

  it('rejects a URL that an unencoded character of the password cuts, without the password', async () => {
    for (const cut of ['http://me:canary#1@127.0.0.1:1', 'http://me:12/canary@127.0.0.1:1']) {
      const args = [transaction, '--rpc-url', url];
      assert.equal(
        await outcome(simulateCommand, args, { https_proxy: cut }),
        'The proxy in https_proxy is not a valid URL. Special characters in the user name and password must be percent-encoded, such as %23 for #.',
      );
    }
  });

  it('rejects a proxy of another kind, with the name of the variable and without its password', async () => {
    const environment = { ALL_PROXY: 'socks4://me:canary@127.0.0.1:1' };
    const message = await outcome(simulateCommand, [transaction, '--rpc-url', url], environment);
    assert.equal(
      message,
      'The proxy in ALL_PROXY must be a URL that starts with http://, https:// or socks5://',
    );
  });
});
