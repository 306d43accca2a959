import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { copySampleBot, sandboxSeed } from '../../../scripts/editor/sampleBot.ts';
import { sampleBotFolder } from '../../../scripts/paths.ts';
import { defaultSandboxSeed } from '../../../src/backend/engines/sourceConfig.ts';
import { checkConfig } from '../../../src/botConfig/checkConfig.ts';
import { parseConfig } from '../../../src/botConfig/parseConfig.ts';
import type { SourceBlock } from '../../../src/engine/chain/blockSource.ts';
import { readIdl } from '../../../src/engine/idl/readIdl.ts';
import { SimulatedMarket } from '../../../src/engine/sandbox/simulatedMarket.ts';
import { SimulatedSource } from '../../../src/engine/sandbox/simulatedSource.ts';
import { ammPrograms, routerPrograms } from '../../../src/solana/knownPrograms.ts';
import { sandboxAmmErrors, sandboxAmmProgram } from '../../../src/solana/sandboxAmm.ts';
import { tipProviderByAccount } from '../../../src/solana/tipAccounts.ts';

const daySeconds = 86_400;
const hourMilliseconds = 3_600_000;
const midnight = Date.UTC(2026, 6, 31);

async function isInHistory(wanted: string, nowMilliseconds: number): Promise<boolean> {
  const source = new SimulatedSource({ seed: defaultSandboxSeed, nowMilliseconds });
  const blocks: SourceBlock[] = [];
  for await (const block of source.history(AbortSignal.timeout(60_000))) blocks.push(block);
  const has = (block: SourceBlock | undefined): boolean => {
    const { records = [] } = block?.decoded?.(() => false) ?? {};
    return records.some(({ signature }) => signature === wanted);
  };
  // It is a few minutes old, or among the oldest: blocks are generated when they are read.
  return blocks.some((oldest, at) => has(blocks.at(-1 - at)) || has(oldest));
}

describe('The sample bot', () => {
  let parent: string;
  before(async () => {
    parent = await mkdtemp(join(tmpdir(), 'arbscope-sample-bot-'));
  });
  after(() => rm(parent, { recursive: true, force: true }));

  async function addressesAt(nowMilliseconds: number): Promise<string[]> {
    const folder = await copySampleBot(parent, nowMilliseconds);
    const names = ['config.toml', ...(await readdir(join(folder, 'src'))).map((n) => `src/${n}`)];
    const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    return texts.join('\n').match(/\b[1-9A-HJ-NP-Za-km-z]{32,88}\b/g) ?? [];
  }

  test('has an IDL that names each error of the Sandbox’s AMM', async () => {
    const folder = join(sampleBotFolder, 'programs/sandbox-amm');
    const read = readIdl(await readFile(join(folder, 'idl.json')));
    const [idl] = read.kind === 'idl' ? read.idls : [];
    assert.equal(idl?.address, sandboxAmmProgram);
    const codes = idl.errors.map(({ code }) => code);
    assert.deepEqual(codes, Object.values(sandboxAmmErrors));
    const source = await readFile(join(folder, 'src/lib.rs'), 'utf8');
    for (const { name } of idl.errors) assert.match(source, new RegExp(`^ +${name},$`, 'm'));
  });

  test('targets the market that every user’s Sandbox has', () => {
    assert.equal(sandboxSeed, defaultSandboxSeed);
  });

  test('uses only mints, pools, programs, wallets and tip accounts of the Sandbox', async () => {
    const market = new SimulatedMarket(defaultSandboxSeed);
    const ofSandbox = new Set([
      ...market.tokens.map(({ mint }) => mint),
      ...market.pools.all.flatMap(({ address, lookup }) => [address, lookup.accountKey]),
      ...market.wallets.searchers.map(({ address }) => address),
    ]);
    const addresses = (await addressesAt(midnight)).filter(({ length }) => length <= 44);
    const isKnown = (address: string): boolean =>
      [ofSandbox, ammPrograms, routerPrograms, tipProviderByAccount].some((one) =>
        one.has(address),
      );
    assert.ok(addresses.length > 30, String(addresses.length));
    assert.deepEqual(
      addresses.filter((address) => !isKnown(address)),
      [],
    );
  });

  test('has a config without a problem', async () => {
    const text = await readFile(join(sampleBotFolder, 'config.toml'), 'utf8');
    const market = new SimulatedMarket(defaultSandboxSeed);
    const pools = new Map(
      market.pools.all.map(({ address, amm, tokenA, tokenB, lookup }) => [
        address,
        {
          program: amm.program,
          mints: [tokenA.mint, tokenB.mint],
          lookupTable: lookup.accountKey,
        },
      ]),
    );
    const { config, problems } = parseConfig(text);
    assert.equal(config?.form, 'smb-mints');
    assert.deepEqual(problems, []);
    assert.deepEqual(checkConfig(text, config, { pools, nowMilliseconds: midnight }), []);
    assert.equal(config.groups.length, 3);
  });

  for (const [time, milliseconds] of [
    ['just before midnight', midnight - 1_000],
    ['just after midnight', midnight + 1_000],
    ['in the quiet of the morning', midnight + 3 * hourMilliseconds],
    ['in the busiest hour', midnight + 15 * hourMilliseconds],
  ] as const) {
    test(`has a signature that the Sandbox finds ${time}, and for the rest of the day`, async () => {
      const signature = (await addressesAt(milliseconds)).find(({ length }) => length > 80);
      assert.ok(signature !== undefined);
      const laterMilliseconds = milliseconds + (daySeconds * 1_000 * 23) / 24;
      for (const at of [milliseconds, laterMilliseconds]) {
        assert.ok(await isInHistory(signature, at), new Date(at).toISOString());
      }
    });
  }
});
