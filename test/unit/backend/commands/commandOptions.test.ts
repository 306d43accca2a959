import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { type Command, UsageError } from '../../../../src/backend/commands/commandLine.ts';
import { coverageCommand } from '../../../../src/backend/commands/coverage.ts';
import { decodeCommand } from '../../../../src/backend/commands/decode.ts';
import { importCommand } from '../../../../src/backend/commands/import.ts';
import { ingestCommand } from '../../../../src/backend/commands/ingest.ts';
import { keysCommand } from '../../../../src/backend/commands/keys.ts';
import { landCommand } from '../../../../src/backend/commands/land.ts';
import { mcpCommand } from '../../../../src/backend/commands/mcp.ts';
import { serveCommand } from '../../../../src/backend/commands/serve.ts';
import { simulateCommand } from '../../../../src/backend/commands/simulate.ts';

/** Not a Base58 secret key, so that no redaction hides it. */
const secret = 'k3y-0f-a-service-5f1c9e';
const url = 'http://127.0.0.1:9';

async function refusal(command: Command, args: readonly string[]): Promise<string> {
  const context = {
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    environment: { ARBSCOPE_API_KEY: 'key-1' },
    signal: new AbortController().signal,
  };
  const error: unknown = await command.run(args, context).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof UsageError, `${args.join(' ')}: ${String(error)}`);
  assert.doesNotMatch(error.message, /\n/);
  return error.message;
}

describe('Options of the command line', () => {
  const refused: readonly (readonly [string, Command, readonly string[], RegExp])[] = [
    [
      'an unknown option',
      landCommand,
      ['-', '--walet', 'x'],
      /^land does not take --walet\. .*--wa/,
    ],
    [
      'an option of another command',
      decodeCommand,
      ['-', '--store', 'x'],
      /Its options are --idl$/,
    ],
    ['a short option', serveCommand(''), ['-p', '1'], /^serve does not take -p\. /],
    [
      'a second value',
      landCommand,
      ['-', '--cluster', 'devnet', '--cluster=devnet'],
      /^--cluster is given more than once/,
    ],
    ['a second flag', landCommand, ['-', '--check', '--check'], /^--check is given more than once/],
    [
      'an option as a value',
      landCommand,
      ['-', '--wallet', '--check'],
      /^--wallet needs a value: --wallet ADDRESS/,
    ],
    ['a missing value', serveCommand(''), ['--port'], /^--port needs a value: --port N$/],
    ['an empty value', serveCommand(''), ['--port='], /^--port needs a value/],
    ['a value of a flag', landCommand, ['-', '--check=no'], /^--check takes no value/],
    [
      'a wallet that is no address',
      landCommand,
      ['-', '--wallet', secret],
      /^--wallet must be a Solana address$/,
    ],
    [
      'a cluster without a name',
      landCommand,
      ['-', '--cluster', 'mainnet'],
      /^--cluster must be mainnet-beta, devnet, testnet$/,
    ],
    [
      'a node that is no URL',
      simulateCommand,
      ['-', '--rpc-url', secret],
      /^--rpc-url must be a URL$/,
    ],
    [
      'a Sandbox and a node',
      landCommand,
      ['-', '--seed', '1', '--rpc-url', url],
      /^--seed does not go with --rpc-url$/,
    ],
    [
      'two journals',
      landCommand,
      ['-', '--journal', 'x', '--no-journal'],
      /^--journal does not go with/,
    ],
    [
      'trust without a service',
      simulateCommand,
      ['-', '--trust-loopback'],
      /^--trust-loopback goes with --service-url$/,
    ],
    [
      'a block engine without a node',
      simulateCommand,
      ['-', '--block-engine-url', url],
      /^--block-engine-url requires --rpc-url/,
    ],
    [
      'a service and a store',
      coverageCommand,
      ['-', '--service-url', url, '--store', 'x'],
      /^--service-url does not go with --store$/,
    ],
    ['half of an editor', mcpCommand(''), ['--socket', 'x'], /need --secret-file/],
    [
      'days to follow',
      ingestCommand,
      ['--store', 'x', '--to', '2026-01-01'],
      /^--to goes with --from$/,
    ],
    ['no store', importCommand, ['x'], /^import needs --store FILE$/],
    [
      'an unknown scope',
      keysCommand,
      ['add', 'x', '--keys', 'f', '--scope', secret],
      /^--scope must be read, land, metrics$/,
    ],
    ['no input', simulateCommand, [], /^simulate needs one FILE or TRANSACTION, or -$/],
  ];
  for (const [what, command, args, message] of refused) {
    it(`refuses ${what} in one line that says what to do`, async () => {
      assert.match(await refusal(command, args), message);
    });
  }

  it('never repeats a key that was given in the wrong place', async () => {
    for (const args of [
      [`--${secret}`],
      [`--api-key=${secret}`],
      [`-${secret}`],
      ...['port', 'tier', 'log', 'address', 'source', 'commitment', 'seed', 'host-name'].map(
        (option) => [`--${option}`, `${secret}_`],
      ),
    ]) {
      assert.doesNotMatch(await refusal(serveCommand(''), args), /k3y/);
    }
  });

  it('shows every option in the usage', () => {
    assert.match(landCommand.usage, /^land FILE\|TRANSACTION\|- \[--check\] .*\[--seed N\]/);
    assert.match(landCommand.usage, /\[--wallet ADDRESS\]\.\.\./);
    assert.match(importCommand.usage, /^import FILE\.\.\. --store FILE$/);
    assert.doesNotMatch(mcpCommand('').usage, /--socket/);
  });
});
