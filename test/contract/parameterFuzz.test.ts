// Only in test:all: it sends random parameters to every operation.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { arbscopeOperations } from '../../src/api/arbscope/arbscopeOperations.ts';
import { operations } from '../../src/api/operations.ts';
import { isRawAmount, type SchemaNode } from '../../src/api/schema.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { anyText } from '../fixtures/anyText.ts';
import { unsignedTransaction } from '../fixtures/unsignedTransaction.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { type RawHttpResponse, ServeProcess } from './serveProcess.ts';

/** Expected statuses; every other status is a bug of the server. */
const allowed: ReadonlySet<number> = new Set([200, 400, 402, 404]);
const runs = 80;

const base58 = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(encodeBase58);
const address = fc.oneof(
  fc.constantFrom(wrappedSolMint, usdcMint, usdtMint, '11111111111111111111111111111111'),
  base58(32),
);
const numbers = fc.oneof(
  fc.constantFrom(
    ...[0, -0, 1, -1, 0.5, 5, 50, 51, 100, 3_600, 86_400, 86_401, 1e9],
    ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, 2 ** 53, 2 ** 63, 2 ** 64, 1e19, 1e38],
    ...[1e39, 1e300, -1e300, Number.MAX_VALUE, Number.MIN_VALUE],
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** A transaction with up to three changed bytes, in each accepted text form. */
const transactions = fc
  .array(fc.tuple(fc.nat({ max: unsignedTransaction.bytes.length - 1 }), fc.nat({ max: 255 })), {
    maxLength: 3,
  })
  .chain((changes) => {
    const bytes = Buffer.from(unsignedTransaction.bytes);
    for (const [at, byte] of changes) bytes[at] = byte;
    const texts = [bytes.toString('base64'), encodeBase58(bytes), JSON.stringify([...bytes])];
    return fc.constantFrom(...texts);
  });

/** Mostly valid values, including the schema's bounds. */
function inside(
  schema: SchemaNode & { readonly pattern?: string; readonly maxLength?: number },
): fc.Arbitrary<unknown> {
  if (isRawAmount(schema)) {
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    return fc.oneof(fc.constantFrom(0n, 2n ** 53n + 1n, 2n ** 64n - 1n), amounts).map(String);
  }
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'array':
      return fc.array(inside(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: 5,
      });
    case 'string':
      if (schema.pattern?.includes('[pP]')) return fc.integer({ min: 0, max: 100 }).map(String);
      if (schema.pattern?.includes(',')) {
        return fc.tuple(address, fc.integer({ min: 0, max: 10 })).map((pair) => pair.join(','));
      }
      if ((schema.maxLength ?? 0) > 10_000) return transactions;
      return schema.maxLength === 88 ? base58(64) : address;
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number': {
      const { minimum = -1e308, maximum = 1e308 } = schema;
      const number = numbers.filter((value) => value >= minimum && value <= maximum);
      return schema.type === 'integer' ? number.map(Math.trunc) : number;
    }
    default:
      return fc.jsonValue();
  }
}

const anything = fc.oneof(
  numbers,
  anyText(60),
  fc.constantFrom('', "'", '"; --', '\0', '\ud800', 'NaN', '-Infinity', '1e400', '__proto__'),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(address, { maxLength: 60 }),
);

/** The required parameters and some others; in about half of the cases, one is arbitrary. */
function requests(schema: SchemaNode): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const properties = new Map(Object.entries(schema.properties ?? {}));
  const names = [...properties.keys()];
  return fc
    .record({
      some: fc.subarray(names, { maxLength: Math.min(6, names.length) }),
      hostile: fc.option(fc.constantFrom(...names), { freq: 2 }),
    })
    .chain(({ some, hostile }) => {
      const chosen = new Set([...(schema.required ?? []), ...some, ...(hostile ? [hostile] : [])]);
      return fc.record(
        Object.fromEntries(
          [...chosen].map((name) => [
            name,
            name === hostile ? anything : inside(properties.get(name) ?? {}),
          ]),
        ),
      );
    });
}

function queryOf(parameters: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      query.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each));
    }
  }
  return query.toString();
}

describe('With random parameters, the served Sandbox', suiteLimit, () => {
  let served: ServeProcess;
  before(async () => {
    served = await ServeProcess.openSandbox();
  });
  after(() => served?.stop());

  const seen = new Map<string, number>();
  function assertForeseen(path: string, { statusCode, body }: RawHttpResponse): void {
    assert.ok(allowed.has(statusCode), `${statusCode} ${body.slice(0, 300)}`);
    const value = JSON.parse(body);
    if (statusCode !== 200) {
      assert.deepEqual(Object.keys(value), ['statusCode', 'error', 'message']);
      assert.ok(value.message.length < 1_500);
    }
    const key = `${path} ${statusCode}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }

  const { status: _, ...withParameters } = { ...operations, ...arbscopeOperations };
  for (const { path, method, parameters } of Object.values(withParameters)) {
    it(`responds to ${method} ${path}, or reports an error`, async () => {
      const arbitrary = requests(parameters as SchemaNode);
      await fc.assert(
        fc.asyncProperty(arbitrary, async (given) => {
          const asBody = await served.requestWithBody(path, JSON.stringify(given), method);
          assertForeseen(path, asBody);
          if (method !== 'GET') return;
          const query = queryOf(given);
          if (query.length < 60_000) assertForeseen(path, await served.request(`${path}?${query}`));
        }),
        { numRuns: runs },
      );
    });
  }

  it('has accepted and refused enough requests, without a failure in its log', () => {
    const paths = ['/finder', '/market/tips/by/gains', '/wallets/overview', '/arbscope/simulate'];
    for (const path of paths) {
      for (const status of [200, 400]) assert.ok((seen.get(`${path} ${status}`) ?? 0) > 5, path);
    }
    // `serve` only warns if another program uses the next port.
    const failures = served.process.errors.filter((line) => !/used for WebSockets/.test(line));
    assert.deepEqual(failures, []);
  });
});
