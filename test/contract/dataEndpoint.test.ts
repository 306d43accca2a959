import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { dataTimeHeader } from '../../src/api/dataTime.ts';
import { percentileKeys, statisticsProviders } from '../../src/api/enumerations.ts';
import { operations } from '../../src/api/operations.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { developmentAccount } from '../../src/engine/sandbox/developmentAccounts.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { instructions, signedWithKit } from '../fixtures/signedTransactions.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { contractKey, ServeProcess, withKey } from './serveProcess.ts';

describe('A third-party client', suiteLimit, () => {
  let served: ServeProcess;
  before(async () => {
    served = await ServeProcess.openSandbox();
  });
  after(() => served?.stop());

  const ask = async (path: string) => {
    const { statusCode, body, headers } = await served.request(path);
    return { statusCode, headers, value: JSON.parse(body) };
  };
  const post = (path: string, body: object) =>
    served.requestWithBody(path, JSON.stringify(body), 'POST');

  it('can send the published example of a Finder request, as a query and as a body', async () => {
    // https://docs.circular.fi/api/finder/endpoint, with limits for a smaller market.
    const example = {
      tokensMint: [wrappedSolMint, usdcMint],
      tokensExclude: ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
      tokensMax: 1,
      tokensTimeRange: 3_000,
      ...{ tokensMinMarketCap: 50_000, tokensMaxMarketCap: 1_000_000_000_000 },
      ...{ tokensMinVolume: 1, tokensMaxVolume: 1_000_000_000 },
      ...{ tokensMinRevenues: 1, tokensMaxRevenues: 1_000_000_000 },
      ...{ tokensMinProfits: 1, tokensMaxProfits: 1_000_000_000 },
      ...{ tokensMinLiquidity: 10_000, tokensMaxLiquidity: 10_000_000_000 },
      ...{ tokensMinTransactions: 5, tokensMaxTransactions: 100_000_000 },
      tokensMinPool: 2,
      tokensAMMS: ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo,2'],
    };
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(example)) {
      for (const one of [value].flat()) query.append(name, String(one));
    }
    const inBody = await served.requestWithBody('/finder', JSON.stringify(example));
    for (const value of [(await ask(`/finder?${query}`)).value, JSON.parse(inBody.body)]) {
      assert.equal(value.tokens?.length, 1, JSON.stringify(value).slice(0, 300));
      assert.ok(value.tokens[0].AMMs.length > 0);
      assert.equal(value.tokensUnknownMarketCap, 0);
    }
  });

  it('can end a path with a slash', async () => {
    const { statusCode, value } = await ask(`/tokens/infos/?token=${usdcMint}`);
    assert.deepEqual([statusCode, value.decimals], [200, 6]);
  });

  it('gets numbers in every percentile table, without providers that have no sample', async () => {
    const providers = statisticsProviders.map((name) => `providers=${name}`).join('&');
    // No transaction uses that many compute units.
    const none = 'computeUnitMin=1400000&computeUnitMax=1400000';
    for (const kind of ['tips', 'fees']) {
      const path = `/market/${kind}/by/computeUnit?${providers}`;
      assert.deepEqual((await ask(`${path}&${none}`)).value, {});
      const tables = Object.values((await ask(path)).value).flatMap((entry) =>
        kind === 'fees' ? [entry] : Object.values(entry as object),
      ) as { number: number; percentiles: Record<string, unknown> }[];
      assert.ok(tables.length > 0);
      for (const { number, percentiles } of tables) {
        assert.ok(number > 0);
        assert.deepEqual(Object.keys(percentiles), [...percentileKeys]);
        assert.ok(Object.values(percentiles).every((value) => typeof value === 'number'));
      }
    }
  });

  for (const { method, path } of [
    ...Object.values(operations),
    { method: 'POST', path: '/transactions/no-failure/my-bot' },
    { method: 'POST', path: '/rpc' },
    { method: 'GET', path: '/openapi.json' },
  ]) {
    it(`learns which methods ${path} accepts`, async () => {
      const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
      for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((m) => m !== method)) {
        const { statusCode, headers, body } = await served.request(`${path}?a=1`, withKey, other);
        assert.deepEqual([other, statusCode, headers.allow], [other, 405, allow]);
        assert.match(
          JSON.parse(body).message,
          new RegExp(`^${other} is not allowed; use ${allow}`),
        );
      }
      const options = await served.request(path, withKey, 'OPTIONS');
      assert.deepEqual([options.statusCode, options.headers.allow], [204, allow]);
      const stranger = await served.request(path, {}, 'PUT');
      assert.equal(stranger.statusCode, 401);
    });
  }

  it('gets the headers of a GET without a body for HEAD', async () => {
    const { statusCode, headers, body } = await served.request(
      `/tokens/infos?token=${usdcMint}`,
      withKey,
      'HEAD',
    );
    assert.deepEqual([statusCode, body], [200, '']);
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.ok(Number(headers['content-length']) > 0);
    assert.equal((await served.request('/finder', withKey, 'HEAD')).statusCode, 400);
  });

  it('gets the new path for a path of an earlier interface', async () => {
    for (const path of ['/market/tokens', `/market/tokens/?tokensMint=${wrappedSolMint}`]) {
      const { statusCode, value } = await ask(path);
      assert.equal(statusCode, 404);
      assert.match(value.message, /it is GET \/finder now; \/openapi\.json/);
    }
    assert.doesNotMatch((await ask('/market/nothing')).value.message, /finder/);
  });

  it('gets the end of a response’s time windows in a header', async () => {
    for (const path of [
      `/finder?tokensMint=${wrappedSolMint}`,
      `/market/cache?tokens=${usdcMint}`,
    ]) {
      const { headers } = await ask(path);
      const now = String(headers[dataTimeHeader]);
      assert.equal(new Date(now).toISOString(), now);
      assert.ok(Math.abs(Date.now() - Date.parse(now)) < 600_000, now);
    }
    const client = new HttpMarketClient({ baseUrl: served.url, apiKey: contractKey });
    try {
      const { dataTimeMilliseconds } = await client.callPartial('tokenInfo', { token: usdcMint });
      assert.ok(Math.abs(Date.now() - Number(dataTimeMilliseconds)) < 600_000);
    } finally {
      await client.close();
    }
  });

  it('can land through the no-failure path, which simulates first', async () => {
    const payer = await createKeyPairSignerFromBytes(developmentAccount(3).secretKey);
    const question = { jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] };
    const { blockhash } = JSON.parse((await post('/rpc', question)).body).result.value;
    const land = async (lamports: bigint) => {
      const transfer = instructions.transfer(payer.address, wrappedSolMint, lamports);
      const bytes = await signedWithKit({
        version: 0,
        payer,
        instructions: [transfer],
        blockhash,
      });
      const { body } = await post('/transactions/no-failure/my-bot', {
        jsonrpc: '2.0',
        id: 9,
        method: 'sendTransaction',
        params: [Buffer.from(bytes).toString('base64'), { skipPreflight: true }],
      });
      return JSON.parse(body);
    };
    const accepted = await land(1_000n);
    assert.equal(typeof accepted.result?.signature, 'string', JSON.stringify(accepted));
    assert.equal((await land(2n ** 60n)).error?.code, -32002);
  });
});
