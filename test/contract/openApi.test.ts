import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Compile } from 'typebox/compile';
import { arbitrageStream } from '../../src/api/arbscope/arbitrages.ts';
import { arbscopeOperations } from '../../src/api/arbscope/arbscopeOperations.ts';
import { dataTimeHeader } from '../../src/api/dataTime.ts';
import { rateLimits } from '../../src/api/limits.ts';
import { operations } from '../../src/api/operations.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { type RecordedBlocks, writeRecordedBlocks } from './recordedBlocks.ts';
import { ServeProcess } from './serveProcess.ts';

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

describe('The served OpenAPI document', suiteLimit, () => {
  let directory = '';
  let served: ServeProcess;
  let blocks: RecordedBlocks;
  let document: { paths: Record<string, Record<string, Operation>>; openapi: string };

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-openapi-'));
    blocks = await writeRecordedBlocks(directory);
    served = await ServeProcess.open(['--source', 'recorded', '--path', directory]);
    const { statusCode, body } = await served.request('/openapi.json', {});
    assert.equal(statusCode, 200);
    document = JSON.parse(body);
  });
  after(async () => {
    await served?.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const operationAt = (path: string, method = 'get'): Operation => {
    const operation = document.paths[path]?.[method];
    assert.ok(operation, path);
    return operation;
  };

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

  it('describes the actual responses', async () => {
    const [signature = ''] = blocks.arbitrages;
    const transaction = await served.request(`/transaction?signature=${signature}`);
    const { wallet } = JSON.parse(transaction.body);
    const window = 'maxTimeRange=86400';
    for (const target of [
      `/finder?tokensMint=${wrappedSolMint},${usdcMint}&tokensTimeRange=86400&wallets=${wallet}`,
      `/market/tips/by/computeUnit?${window}&computeUnitMin=0&computeUnitMax=1400000`,
      `/market/tips/by/gains?${window}&inputAmountMin=0&inputAmountMax=18446744073709551615`,
      `/market/fees/by/computeUnit?${window}&providers=JITO&providers=NO_PROVIDER`,
      `/tokens/infos?token=${usdcMint}`,
      `/wallets/overview?wallets=${wallet}`,
      `/wallets/transactions?wallets=${wallet}&isSuccess=True`,
      `/transaction?signature=${signature}`,
      '/arbscope/status?',
      `/arbscope/arbitrages?wallets=${wallet}`,
      `/arbscope/wallets?wallets=${wallet}`,
      `/arbscope/history?wallets=${wallet}&interval=3600`,
    ]) {
      const { responses } = operationAt(target.slice(0, target.indexOf('?')));
      const schemaOf = (status: number) =>
        responses[status]?.content['application/json']?.schema ?? assert.fail(`${status}`);
      const { statusCode, headers, body } = await served.request(target);
      assert.equal(statusCode, 200, target);
      assert.match(String(headers['content-type']), /^application\/json/);
      assert.notEqual(body, '{}', target);
      const validator = Compile(schemaOf(200));
      const value: unknown = JSON.parse(body);
      assert.ok(validator.Check(value), `${target}: ${JSON.stringify(validator.Errors(value)[0])}`);
      assert.ok(!Compile(schemaOf(200)).Check('something else'), target);
    }
  });
});
