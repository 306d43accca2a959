import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { operations } from '../../../src/api/operations.ts';
import { toJsonSchema } from '../../../src/api/toJsonSchema.ts';

const standardTypes = new Set([
  'object',
  'array',
  'string',
  'number',
  'integer',
  'boolean',
  'null',
]);

function* nodes(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const member of Object.values(value)) yield* nodes(member);
}

describe('An operation as plain JSON Schema', () => {
  for (const [name, { parameters, response }] of Object.entries(operations)) {
    test(`uses only standard keywords: ${name}`, () => {
      for (const schema of [toJsonSchema(parameters), toJsonSchema(response)]) {
        for (const node of nodes(schema)) {
          if (typeof node['type'] === 'string') {
            assert.equal(standardTypes.has(node['type']), true, node['type']);
          }
          for (const key of Object.keys(node)) assert.equal(key.startsWith('x-'), false, key);
        }
        // Survives JSON: contains no bigint, function or undefined.
        assert.deepEqual(JSON.parse(JSON.stringify(schema)), schema);
      }
    });
  }

  test('describes a raw amount as an integer with its width', () => {
    const schema = toJsonSchema(operations.transaction.response) as {
      properties: Record<string, unknown>;
    };
    assert.deepEqual(schema.properties['fees'], {
      type: 'integer',
      format: 'uint64',
      minimum: 0,
      description: 'Transaction fee, lamports',
    });
  });

  test('describes the values of an object keyed by address', () => {
    const schema = toJsonSchema(operations.feesByComputeUnit.response) as {
      type: string;
      additionalProperties: { required: string[] };
    };
    assert.equal(schema.type, 'object');
    assert.deepEqual(schema.additionalProperties.required, ['number', 'percentiles']);
  });
});
