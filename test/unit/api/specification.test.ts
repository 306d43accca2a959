import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  finderBots,
  finderProviders,
  percentileKeys,
  plans,
  statisticsProviders,
} from '../../../src/api/enumerations.ts';
import { LandRequestOptions } from '../../../src/api/landTransaction.ts';
import * as limits from '../../../src/api/limits.ts';
import { operations } from '../../../src/api/operations.ts';
import { isRawAmount, type SchemaNode } from '../../../src/api/schema.ts';
import * as specification from '../../fixtures/specification.ts';

/** Arbscope's additions to the wire format; everything else must be in the document. */
const additions = new Set([
  // Extensions of the embedded service.
  'marketCache[].accounts[].isCaller',
  'marketCache[].accounts[].isUnknown',
  'marketCache[].accountsNote',
  'finder.parameters.tokensMinVolumeArbitrage',
  'finder.parameters.tokensMaxVolumeArbitrage',
  'finder.parameters.tokensMinVolumeTrade',
  'finder.parameters.tokensMaxVolumeTrade',
  'transaction.route_map_details[].pool',
  'transaction.route_map_details[].amm',
  'transaction.bot',
  'transaction.bot_fees_details',
  'transaction.from_node',
  'transaction.failure',
  'transaction.bot_attempt',
  'transaction.priority_fees',
  'transaction.other_payments_details',
  'transaction.rent',
  'transaction.closing_differences_details',
  'transaction.version',
  // Extension of the embedded service: unreadable members.
  'tokenInfo.unknown_members',
  'tokenInfo.price',
  'tokenInfo.price_timestamp',
  'tipsByComputeUnit.parameters.to',
  'tipsByGains.parameters.to',
  'feesByComputeUnit.parameters.to',
  'feesByComputeUnit.*.durableNonces',
  'feesByComputeUnit.*.unknownNonces',
  'finder.tokensUnknownMarketCap',
  'finder.tokensUnknownLiquidity',
]);

/** Fields that may also be `null`, although the document names only a number or text. */
const mayBeNull = /(\.price|\.price_timestamp|\.percentiles\.p\d\d|\.timestamp|\.compute_unit)$/;

/** Raw input amounts must be integers, where the document says number. */
const narrowed = new Set([
  'tipsByGains.parameters.inputAmountMin',
  'tipsByGains.parameters.inputAmountMax',
]);

const same = (path: string, actual: string, expected: string): void => {
  if (actual === `${expected}|null` && mayBeNull.test(path)) return;
  if (actual === 'integer' && expected === 'number' && narrowed.has(path)) return;
  assert.equal(actual, expected, path);
};

function compare(path: string, schema: SchemaNode | undefined, shape: specification.Shape): void {
  assert.ok(schema, `${path} is in the document but not in the code`);
  if (typeof shape === 'string') {
    same(path, kindOf(schema), shape);
    return;
  }
  if (Array.isArray(shape)) {
    assert.equal(schema.type, 'array', path);
    compare(`${path}[]`, schema.items, shape[0]);
    return;
  }
  assert.equal(schema.type, 'object', path);
  const [any] = Object.values(schema.patternProperties ?? {});
  const members = any ? { '*': any } : (schema.properties ?? {});
  for (const [name, member] of Object.entries(shape)) {
    compare(`${path}.${name}`, (members as Record<string, SchemaNode>)[name], member);
  }
  for (const name of Object.keys(members)) {
    if (additions.has(`${path}.${name}`)) continue;
    assert.equal(Object.hasOwn(shape, name), true, `${path}.${name} is not in the document`);
  }
}

function kindOf(schema: SchemaNode): string {
  if (isRawAmount(schema)) return 'integer';
  if (schema.anyOf) return schema.anyOf.map(kindOf).join('|');
  return schema.type ?? 'unknown';
}

describe('The API matches the specification:', () => {
  test('the list of operations', () => {
    assert.deepEqual(Object.keys(operations), Object.keys(specification.operations));
  });

  for (const [name, expected] of Object.entries(specification.operations)) {
    const operation = operations[name as keyof typeof operations];

    test(`${expected.title}: method, path and rate limit`, () => {
      assert.equal(operation.method, expected.method);
      assert.equal(operation.path, expected.path);
      assert.equal(operation.summary, expected.title);
      assert.deepEqual(limits.rateLimits[name as keyof typeof operations] ?? null, expected.rate);
    });

    test(`${expected.title}: parameters with their rules`, () => {
      const schema = operation.parameters as SchemaNode;
      const properties = schema.properties ?? {};
      for (const [parameter, rule] of Object.entries(expected.parameters)) {
        const path = `${name}.parameters.${parameter}`;
        const property = properties[parameter];
        if (parameter === 'params') assert.equal(property?.type, 'array');
        else compare(path, property, rule.type);
        const required = schema.required?.includes(parameter) ?? false;
        if (rule.required === 'required') assert.equal(required, true, path);
        if (rule.required === 'optional') assert.equal(required, false, path);
        for (const bound of ['minimum', 'maximum', 'minItems', 'maxItems'] as const) {
          if (rule[bound] !== undefined) assert.equal(property?.[bound], rule[bound], path);
        }
        const limited = property?.items ?? property;
        const values = limited?.enum ?? (limited?.const === undefined ? [] : [limited.const]);
        assert.deepEqual(values, rule.values ?? [], path);
      }
      for (const parameter of Object.keys(properties)) {
        if (additions.has(`${name}.parameters.${parameter}`)) continue;
        assert.equal(Object.hasOwn(expected.parameters, parameter), true, `${name}: ${parameter}`);
      }
    });

    test(`${expected.title}: every field of the response`, () => {
      compare(name, operation.response as SchemaNode, expected.response);
    });
  }

  test('the landing options', () => {
    compare('options', LandRequestOptions as object as SchemaNode, {
      frontRunningProtection: 'boolean',
    });
  });

  test('enumerations', () => {
    const inCode = { finderProviders, finderBots, statisticsProviders, percentileKeys, plans };
    assert.deepEqual(inCode, specification.enumerations);
  });

  test('constants', () => {
    const inCode = new Map<string, unknown>(Object.entries(limits));
    for (const [name, value] of Object.entries(specification.constants)) {
      assert.deepEqual(inCode.get(name), value, name);
    }
  });
});
