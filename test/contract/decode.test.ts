import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { parseJson } from '../../src/api/json.ts';
import { poolsOfSteps } from '../poolsOfSteps.ts';
import { sharedData } from '../sharedData.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { type RecordedBlocks, writeRecordedBlocks } from './recordedBlocks.ts';

interface Amount {
  readonly mint: string;
  readonly amount: number | bigint;
}

interface Decoded {
  readonly signature: string;
  readonly type: string | null;
  readonly reason?: string;
  readonly failure: string | null;
  readonly timestamp: string | null;
  readonly fees: number | bigint;
  readonly compute_unit: number;
  readonly gains_details: readonly Amount[];
  readonly tips_details: readonly (Amount & { type: string; to: string[] })[];
  readonly route_map_details: readonly {
    readonly pool: string;
    readonly amm: string;
    readonly input_mint: string;
    readonly input_amount: number | bigint;
    readonly output_mint: string;
    readonly output_amount: number | bigint;
  }[];
}

/** The manual decoding that is stored with the real transactions. */
interface Truth {
  readonly signature: string;
  readonly isArbitrage: boolean;
  readonly blockTime: number | null;
  readonly feeLamports: number;
  readonly computeUnitsConsumed: number;
  readonly grossGains: readonly Amount[];
  readonly tips: readonly {
    provider: string;
    recipient: string;
    lamports?: number;
    amount?: number;
  }[];
  readonly steps: readonly {
    readonly pool?: string | null;
    readonly program: string;
    readonly inputMint: string;
    readonly inputAmount: number;
    readonly outputMint: string;
    readonly outputAmount: number;
  }[];
}

async function decode(...files: string[]) {
  const run = new BackendProcess(['decode', ...files]);
  const code = await run.ended;
  const answers = run.output.map((line) => parseJson(line) as Decoded);
  return { code, answers, errors: run.errors.join('\n') };
}

const byText = <Value>(values: readonly Value[]): string[] =>
  values
    .map((value) =>
      JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? String(item) : item)),
    )
    .sort();
const amounts = (list: readonly Amount[]) =>
  byText(list.map(({ mint, amount }) => [mint, String(amount)]));

describe('The decode command', suiteLimit, () => {
  let directory = '';
  let blocks: RecordedBlocks;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-decode-'));
    blocks = await writeRecordedBlocks(directory);
  });
  after(() => rm(directory, { recursive: true, force: true }));

  it('prints a line for every transaction of a block, with the arbitrages among them', async () => {
    const { code, answers, errors } = await decode(...blocks.files);
    assert.equal(errors, '');
    assert.equal(code, 0);
    const arbitrages = answers.filter(({ type }) => type === 'arbitrage');
    assert.deepEqual(
      arbitrages.map(({ signature }) => signature),
      blocks.arbitrages,
    );
    for (const answer of answers) {
      if (answer.type === null) assert.ok(answer.reason);
      else if (answer.type === 'arbitrage') assert.ok(answer.route_map_details.length >= 2);
    }
  });

  it('prints a record with its type for every class', async () => {
    const { answers } = await decode(...blocks.files);
    const ofType = (type: string) => answers.filter((answer) => answer.type === type);
    for (const { fees, failure, gains_details } of ofType('failed')) {
      assert.ok(fees > 0 && failure !== null && gains_details.length === 0);
    }
    for (const { fees, route_map_details } of ofType('bot-no-profit')) {
      assert.ok(fees > 0 && route_map_details.length === 0);
    }
    for (const { route_map_details } of ofType('circular-with-loss')) {
      assert.ok(route_map_details.length >= 2);
    }
    for (const type of ['failed', 'bot-no-profit', 'circular-with-loss']) {
      assert.ok(ofType(type).length > 0, type);
    }
  });

  it('reports which file cannot be read and why, and decodes the others', async () => {
    const [plain, packed] = blocks.files;
    assert.ok(plain !== undefined && packed !== undefined);
    const text = await readFile(plain, 'utf8');
    const file = async (name: string, content: string | Uint8Array) => {
      await writeFile(join(directory, name), content);
      return join(directory, name);
    };
    const bad = [
      await file('none.txt', 'no transaction'),
      await file('other.json', '{"jsonrpc":"2.0","result":{"value":1}}'),
      await file('cut.json', text.slice(0, text.length / 2)),
      await file('cut.gz', (await readFile(packed)).subarray(0, 500)),
      await file('meta.json', '{"slot":1,"transaction":["AA==","base64"],"meta":null}'),
      await file('version.json', '{"slot":1,"transaction":["AIMA","base64"],"meta":{"err":null}}'),
      join(directory, 'missing.json'),
    ];
    const { code, answers, errors } = await decode(...bad, plain);
    assert.equal(code, 1);
    for (const path of bad) assert.ok(errors.includes(path), path);
    assert.equal(errors.split('\n').length, bad.length);
    assert.ok(answers.some(({ type }) => type === 'arbitrage'));
  });

  it('prints and imports what a list has, and exits with 1 if it names an element as unreadable', async () => {
    const [plain = ''] = blocks.files;
    const list = join(directory, 'list.json');
    const block = await readFile(plain, 'utf8');
    await writeFile(list, `[{"jsonrpc":"2.0","id":1,"result":null},${block}]`);
    const { code, answers, errors } = await decode(list);
    assert.equal(code, 1);
    assert.match(errors, /^error: .*list\.json: element 1: its result is null.*$/);
    const arbitrages = answers.filter(({ type }) => type === 'arbitrage');
    const run = new BackendProcess(['import', list, '--store', join(directory, 'list.db')]);
    assert.equal(await run.ended, 1);
    assert.equal(run.errors.join('\n'), errors);
    assert.match(run.output.join('\n'), new RegExp(`contains ${arbitrages.length} arbitrage`));
  });

  it('reports a missing file argument and an unknown option with its usage', async () => {
    for (const args of [['decode'], ['decode', '--nothing']]) {
      const run = new BackendProcess(args);
      assert.equal(await run.ended, 2);
      assert.match(run.errors.join('\n'), /^error: .*\n\nUsage:\n {2}arbscope decode FILE/);
    }
  });

  it('exits quietly when its output is closed', async () => {
    const run = new BackendProcess(['decode', ...blocks.files]);
    run.child.stdout?.destroy();
    assert.equal(await run.ended, 0);
    assert.deepEqual(run.errors, []);
  });

  it('decodes real transactions as they were decoded by hand', async (context) => {
    const folder = sharedData('data', 'transactions');
    if (folder === undefined) return context.skip('the shared data is not here');
    const truth: { arbitrages: Truth[]; others: { signature: string }[] } = JSON.parse(
      await readFile(join(folder, 'truth.json'), 'utf8'),
    );
    const files = (await readdir(folder)).filter((name) => name !== 'truth.json');
    const { code, answers, errors } = await decode(...files.map((name) => join(folder, name)));
    assert.equal(errors, '');
    assert.equal(code, 0);
    assert.equal(answers.length, files.length);
    const found = new Map(answers.map((answer) => [answer.signature, answer]));
    const expected = truth.arbitrages.filter(({ isArbitrage }) => isArbitrage);
    assert.deepEqual(
      answers.flatMap(({ type, signature }) => (type === 'arbitrage' ? [signature] : [])).sort(),
      expected.map(({ signature }) => signature).sort(),
    );
    for (const reading of expected) {
      const answer = found.get(reading.signature);
      assert.ok(answer);
      const pools = poolsOfSteps(reading);
      const { blockTime } = reading;
      assert.equal(
        answer.timestamp,
        blockTime === null ? null : new Date(blockTime * 1_000).toISOString(),
      );
      assert.deepEqual(
        byText(
          answer.route_map_details.map((step) => [
            step.pool,
            step.amm,
            step.input_mint,
            String(step.input_amount),
            step.output_mint,
            String(step.output_amount),
          ]),
        ),
        byText(
          reading.steps.map((step, order) => [
            pools[order],
            step.program,
            step.inputMint,
            String(step.inputAmount),
            step.outputMint,
            String(step.outputAmount),
          ]),
        ),
        reading.signature,
      );
      assert.deepEqual(amounts(answer.gains_details), amounts(reading.grossGains));
      assert.equal(BigInt(answer.fees), BigInt(reading.feeLamports));
      assert.equal(answer.compute_unit, reading.computeUnitsConsumed);
      assert.deepEqual(
        answer.tips_details.map(({ type }) => type).sort(),
        [...new Set(reading.tips.map(({ provider }) => provider))].sort(),
      );
      assert.equal(
        answer.tips_details.reduce((sum, { amount }) => sum + BigInt(amount), 0n),
        reading.tips.reduce((sum, tip) => sum + BigInt(tip.lamports ?? tip.amount ?? 0), 0n),
      );
    }
  });
});
