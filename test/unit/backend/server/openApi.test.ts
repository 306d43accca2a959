import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operations } from '../../../../src/api/operations.ts';
import { openApiDocument } from '../../../../src/backend/server/openApi.ts';

describe('The OpenAPI document', () => {
  const text = JSON.stringify(openApiDocument('1.2.3'));
  const document = JSON.parse(text);

  it('lists every operation at its path and method', () => {
    for (const [name, { path, method }] of Object.entries(operations)) {
      assert.equal(document.paths[path][method.toLowerCase()].operationId, name);
    }
  });

  it('lists parameters with their bounds and which are required', () => {
    const parameters: { name: string; required: boolean; schema: { maximum?: number } }[] =
      document.paths['/finder'].get.parameters;
    const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
    assert.equal(byName.get('tokensMint')?.required, true);
    assert.equal(byName.get('tokensMax')?.required, false);
    assert.equal(byName.get('tokensMax')?.schema.maximum, 50);
  });

  it('is JSON Schema throughout, with raw amounts as integers', () => {
    assert.ok(!text.includes('bigint'));
    assert.ok(text.includes('"format":"uint64"'));
  });
});
