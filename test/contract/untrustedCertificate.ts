/** Child process of `certificates.test.ts`: queries a local server and prints the outcome. */
import { once } from 'node:events';
import { get } from 'node:https';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { probeGeyser } from '../../src/engine/sources/geyser/probeGeyser.ts';
import { probeNode } from '../../src/engine/sources/rpc/probeNode.ts';
import { RpcSource } from '../../src/engine/sources/rpc/rpcSource.ts';
import { ClickHouseDatabase } from '../../src/engine/store/clickhouse/database/clickHouseDatabase.ts';
import { parseClickHouseUrl } from '../../src/engine/store/clickhouse/database/clickHouseUrl.ts';
import { PublicHttpsClient } from '../../src/http/publicHttpsClient.ts';
import { signedWithKit, wallet } from '../fixtures/signedTransactions.ts';

const [target = '', port = ''] = process.argv.slice(2);
const url = `https://localhost:${port}`;
const never = new AbortController().signal;

const targets: Readonly<Record<string, () => Promise<unknown>>> = {
  'a node': () => source().landing.network(never),
  'a block engine': async () => {
    const blockhash = '11111111111111111111111111111111';
    const payer = await wallet(1);
    const bytes = await signedWithKit({ version: 0, payer, instructions: [], blockhash });
    return await source().landing.send(bytes, { frontRunningProtection: true }, never);
  },
  'a node under test': async () => {
    const [probe] = await probeNode({ url: `${url}/node` }, 'confirmed', never);
    throw probe?.error;
  },
  'a service': () =>
    new HttpMarketClient({ baseUrl: url, apiKey: 'key-1' }).service.feesByComputeUnit({}),
  'a Geyser server': async () => {
    const { error } = await probeGeyser({ url, token: 'token-1' }, 'confirmed', never);
    throw error;
  },
  'a ClickHouse store': async () => {
    const store = `clickhouse://someone:password@localhost:${port}/team?secure=true`;
    const database = await ClickHouseDatabase.open(parseClickHouseUrl(store));
    await database.query('SELECT 1');
  },
  'the metadata of a token': () =>
    new PublicHttpsClient({
      port: Number(port),
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      isAllowed: () => true,
    }).get(`https://metadata.example:${port}/`, { accept: '*/*', bytesMaximum: 1_000 }),
};

const source = () => new RpcSource({ url: `${url}/node`, blockEngineUrl: `${url}/bundles` });

const [response] = await once(get(`${url}/control`), 'response');
response.resume();
await once(response, 'end');
try {
  await targets[target]?.();
  console.log('answered');
} catch (error) {
  const { code = '', message = '' } = Object(error) as { code?: string; message?: string };
  console.log(`failed: ${message} ${code}`);
}
process.exit();
