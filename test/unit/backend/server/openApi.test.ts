import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { arbitrageStream } from '../../../../src/api/arbscope/arbitrages.ts';
import { arbscopeOperations } from '../../../../src/api/arbscope/arbscopeOperations.ts';
import { dataTimeHeader } from '../../../../src/api/dataTime.ts';
import { rateLimits } from '../../../../src/api/limits.ts';
import { operations } from '../../../../src/api/operations.ts';
import { openApiDocument } from '../../../../src/backend/server/openApi.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: { type?: string; minimum?: number; maximum?: number; maxItems?: number };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<
    Record<string, { headers?: object; content: Record<string, { schema: object }> }>
  >;
  readonly [rate: `x-${string}`]: unknown;
}

describe('The OpenAPI document', () => {
  const text = JSON.stringify(openApiDocument('1.2.3'));
  const document: { paths: Record<string, Record<string, Operation>>; openapi: string } =
    JSON.parse(text);

  const operationAt = (path: string, method = 'get'): Operation =>
    document.paths[path]?.[method] ?? assert.fail(path);

  it('is valid OpenAPI 3.1 for an independent validator', async () => {
    assert.equal(document.openapi, '3.1.0');
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
  });

  it('has every operation with its parameters, limits, rates, responses and errors', () => {
    const all = { ...operations, ...arbscopeOperations, arbitrageStream };
    assert.equal(Object.keys(document.paths).length, Object.keys(all).length);
    for (const [name, { path, method, parameters }] of Object.entries(all)) {
      const operation = operationAt(path, method.toLowerCase());
      assert.equal(operation.operationId, name);
      assert.deepEqual(operation['x-rate-limit'], rateLimits[name as keyof typeof operations]);
      const type = name === 'arbitrageStream' ? 'text/event-stream' : 'application/json';
      assert.ok(operation.responses['200']?.content[type]?.schema, path);
      for (const status of ['400', '401', '403', '405', '413', '415', '429', '503']) {
        assert.ok(operation.responses[status]?.content['application/json']?.schema, status);
      }
      assert.ok(dataTimeHeader in (operation.responses[200]?.headers ?? {}), path);
      const isNotFound = name === 'transaction' || name === 'tokenInfo';
      assert.equal('404' in operation.responses, isNotFound, path);
      if (method !== 'GET') continue;
      assert.deepEqual(
        operation.parameters?.map((parameter) => parameter.name),
        Object.keys(parameters.properties),
      );
      for (const parameter of operation.parameters ?? []) {
        assert.equal(parameter.in, 'query');
        if (parameter.schema.type === 'array') assert.ok(parameter.schema.maxItems, parameter.name);
      }
    }
    const limitsOf = (path: string, name: string) => {
      const found = operationAt(path).parameters?.find((parameter) => parameter.name === name);
      const { minimum, maximum, maxItems } = found?.schema ?? {};
      return [found?.required, minimum ?? maxItems, maximum];
    };
    assert.deepEqual(limitsOf('/finder', 'tokensMax'), [false, 1, 50]);
    assert.deepEqual(limitsOf('/finder', 'tokensMint').slice(0, 1), [true]);
    assert.deepEqual(limitsOf('/finder', 'percentilesTimeRange'), [false, 0, 86_400]);
    assert.deepEqual(limitsOf('/wallets/overview', 'wallets'), [true, 5, undefined]);
  });

  it('is JSON Schema throughout, with raw amounts as integers', () => {
    assert.ok(!text.includes('bigint'));
    assert.ok(text.includes('"format":"uint64"'));
  });
});
