import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Compile } from 'typebox/compile';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { type RecordedBlocks, writeRecordedBlocks } from './recordedBlocks.ts';
import { ServeProcess } from './serveProcess.ts';

interface Operation {
  readonly responses: Readonly<Record<string, { content: Record<string, { schema: object }> }>>;
}

describe('The served OpenAPI document', suiteLimit, () => {
  let directory = '';
  let served: ServeProcess;
  let blocks: RecordedBlocks;
  let document: { paths: Record<string, Record<string, Operation>> };

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

  const operationAt = (path: string): Operation =>
    document.paths[path]?.['get'] ?? assert.fail(path);

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
