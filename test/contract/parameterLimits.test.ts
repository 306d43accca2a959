import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type OperationName, operations } from '../../src/api/operations.ts';
import {
  formatDescriptionKey,
  isRawAmount,
  rawBoundKey,
  type SchemaNode,
} from '../../src/api/schema.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { writeRecordedBlocks } from './recordedBlocks.ts';
import { type RawHttpResponse, ServeProcess } from './serveProcess.ts';

type Parameters = Readonly<Record<string, unknown>>;

const least: Readonly<Record<Exclude<OperationName, 'landTransaction'>, Parameters>> = {
  finder: { tokensMint: [wrappedSolMint] },
  tipsByComputeUnit: {},
  tipsByGains: {},
  feesByComputeUnit: {},
  tokenInfo: { token: usdcMint },
  walletOverview: { wallets: [wrappedSolMint] },
  walletTransactions: { wallets: [wrappedSolMint] },
  transaction: { signature: '5'.repeat(86) },
  marketCache: {},
};

interface Violation {
  readonly given: unknown;
  readonly limits: readonly (string | number)[];
}

function violations(schema: SchemaNode): Violation[] {
  if (isRawAmount(schema)) {
    const limits = ['0', '18446744073709551615'];
    // Range bounds accept fractions.
    const fractions = schema[rawBoundKey] === undefined ? ['1.5'] : [];
    return ['-1', '18446744073709551616', ...fractions, 'x', true].map((given) => ({
      given,
      limits,
    }));
  }
  if (schema.enum !== undefined) {
    const { enum: limits } = schema;
    return ['NOBODY', `${limits[0]}x`, 7].map((given) => ({ given, limits }));
  }
  switch (schema.type) {
    case 'array':
      return violationsOfList(schema);
    case 'string':
      return [...misspelt(schema), '"', '1'.repeat(5_000), 7].map((given) => ({
        given,
        limits: ['must be'],
      }));
    case 'boolean':
      return ['maybe', '2', 2].map((given) => ({ given, limits: ['true or false'] }));
    default:
      return violationsOfNumber(schema);
  }
}

/** Invalid Base58; for an address, also valid Base58 of one byte more or less. */
const misspelt = ({ maxLength }: SchemaNode & { readonly maxLength?: number }): string[] =>
  maxLength === 44
    ? ['O0Il', `0${wrappedSolMint.slice(1)}`, `${wrappedSolMint}1`, '1'.repeat(35), 'z'.repeat(44)]
    : ['O0Il'];

function violationsOfNumber({ type, minimum, maximum }: SchemaNode): Violation[] {
  const limits = [minimum, maximum].filter((limit) => limit !== undefined);
  return [
    ...(minimum === undefined ? [] : [minimum - 1, -1e300]),
    ...(maximum === undefined ? [] : [maximum + 1, 1e300]),
    ...(type === 'integer' ? [1.5] : []),
    'ten',
    '1e400',
    'NaN',
    '0x10',
    true,
  ].map((given) => ({ given, limits }));
}

function violationsOfList({ items = {}, minItems, maxItems = 0 }: SchemaNode): Violation[] {
  const isPair = items[formatDescriptionKey]?.includes('<max_pools>') === true;
  const entry = items.enum?.[0] ?? `${wrappedSolMint}${isPair ? ',1' : ''}`;
  return [
    { given: Array.from({ length: maxItems + 1 }, () => entry), limits: [maxItems] },
    ...(minItems === undefined ? [] : [{ given: [], limits: [minItems, maxItems] }]),
    ...violations(items).map(({ given, limits }) => ({ given: [entry, given], limits })),
  ];
}

describe('A parameter outside its limits', suiteLimit, () => {
  let directory = '';
  let served: ServeProcess;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-limits-'));
    await writeRecordedBlocks(directory);
    served = await ServeProcess.open(['--source', 'recorded', '--path', directory]);
  });
  after(async () => {
    await served?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  /** Sends lists as repeated query keys; null for an empty list or too long a query. */
  async function inQuery(path: string, parameters: Parameters): Promise<RawHttpResponse | null> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
      const values = Array.isArray(value) ? value : [value];
      if (values.length === 0) return null;
      for (const each of values) query.append(name, String(each));
    }
    const text = query.toString();
    return text.length > 60_000 ? null : served.request(`${path}?${text}`);
  }

  function assertNamed(
    answer: RawHttpResponse,
    name: string,
    { given, limits }: Violation,
  ): string {
    const what = `${name}: ${JSON.stringify(given)?.slice(0, 80)}`;
    assert.equal(answer.statusCode, 400, `${what} -> ${answer.body.slice(0, 200)}`);
    const { message, ...rest } = JSON.parse(answer.body);
    assert.deepEqual(rest, { statusCode: 400, error: 'Bad Request' });
    assert.match(message, new RegExp(`^${name}(\\[\\d+\\])? `), what);
    for (const limit of limits) assert.ok(message.includes(String(limit)), `${what}: ${message}`);
    assert.ok(message.length < 400, message);
    return message;
  }

  for (const [operation, given] of Object.entries(least)) {
    const { path, parameters } = operations[operation as keyof typeof least];
    it(`of ${path} is reported with its limit, in a query and in a body`, async () => {
      const properties = Object.entries(parameters.properties) as [string, SchemaNode][];
      for (const [name, schema] of properties) {
        for (const violation of violations(schema)) {
          const wrong = { ...given, [name]: violation.given };
          const body = JSON.stringify(wrong);
          assertNamed(await served.requestWithBody(path, body), name, violation);
          const asked = await inQuery(path, wrong);
          // A query contains only text, so a number is a valid string there.
          const isTyped = typeof violation.given === 'number' && schema.type === 'string';
          if (asked !== null && !isTyped) assertNamed(asked, name, violation);
        }
        if (schema.type !== 'array') {
          const twice = await inQuery(path, { ...given, [name]: ['1', '2'] });
          assert.ok(twice);
          assertNamed(twice, name, { given: 'twice', limits: ['one value'] });
        }
      }
      for (const name of (parameters as SchemaNode).required ?? []) {
        const { [name]: _, ...without } = given;
        const missing = { given: undefined, limits: ['is missing'] };
        assertNamed(await served.requestWithBody(path, JSON.stringify(without)), name, missing);
      }
      const unknown = { given: 1, limits: ['is unknown'] };
      const body = JSON.stringify({ ...given, nothing: 1 });
      assertNamed(await served.requestWithBody(path, body), 'nothing', unknown);
    });
  }

  for (const [what, parameters, name, words] of [
    [
      'a token is both a base token and excluded',
      { tokensExclude: [usdcMint, wrappedSolMint] },
      'tokensExclude',
      `tokensExclude has ${wrappedSolMint}, which is in tokensMint as well; give one of the two`,
    ],
    [
      'an AMM has two limits',
      { tokensAMMS: [`${usdcMint},3`, `${usdcMint},4`] },
      'tokensAMMS',
      `tokensAMMS has ${usdcMint} with two limits; give one of the two`,
    ],
  ] as const) {
    it(`is reported by name if ${what}`, async () => {
      const answer = await inQuery('/finder', { ...least.finder, ...parameters });
      assert.ok(answer);
      const message = assertNamed(answer, name, { given: parameters, limits: [] });
      assert.equal(message, words);
    });
  }

  it('is not reported if lists repeat an entry without contradiction', async () => {
    const tokensAMMS = [`${usdcMint},3`, `${usdcMint},03`];
    const tokensMint = [wrappedSolMint, wrappedSolMint];
    const answer = await inQuery('/finder', { tokensMint, tokensAMMS, tokensExclude: [usdcMint] });
    assert.equal(answer?.statusCode, 200);
  });
});
