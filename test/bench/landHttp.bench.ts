import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { type LandResponse, landingMethods } from '../../src/backend/protocol/landingProtocol.ts';
import { ChannelSession } from '../contract/channelSession.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { provingListener } from '../provingListener.ts';
import type { Bench } from './benchResult.ts';
import { median, percentile } from './percentile.ts';

const rounds = { warmUp: 30, measured: 200 } as const;
const limitMilliseconds = 5;

/**
 * Time from the user's confirmation to bytes on the wire: `land` of a window over the channel, the
 * journal entry, the submission, until a service on this machine receives it. The reference is a
 * bare POST to the same service.
 */
export const bench: Bench = async () => {
  let received = 0;
  let signature = '';
  const answer: RequestListener = (request, response) => {
    request.once('data', () => {
      received = performance.now();
    });
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'POST') {
        response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { signature, uuid: 'u' } }));
      } else response.writeHead(404).end('{"message":"unknown"}');
    });
  };
  const server = createServer(provingListener(() => 'bench-key', answer));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const session = await ChannelSession.open();
  const agent = new Agent();
  try {
    const window = await session.window();
    const connectionId = await window.open({
      kind: 'service',
      baseUrl: url,
      landingUrl: url,
      apiKey: 'bench-key',
      rates: { landTransaction: { requests: 100_000, perSeconds: 1 } },
    });
    const payer = await wallet(1);
    const other = (await wallet(2)).address;
    const times: number[] = [];
    const bare: number[] = [];
    for (let round = -rounds.warmUp; round < rounds.measured; round++) {
      const bytes = await signedWithKit({
        version: 0,
        payer,
        instructions: [instructions.transfer(payer.address, other, BigInt(round + 1_000))],
        blockhash: '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ',
      });
      const text = Buffer.from(bytes).toString('base64');
      const { id: planId, reports } = await window.connection.sendRequest<{
        id: string;
        reports: { signature: string }[];
      }>(landingMethods.prepareLanding, {
        connectionId,
        transactions: [text],
        frontRunningProtection: false,
      });
      signature = reports[0]?.signature ?? '';
      const start = performance.now();
      const { entries } = await window.connection.sendRequest<LandResponse>(landingMethods.land, {
        connectionId,
        planId,
      });
      if (entries[0]?.state !== 'accepted') throw new Error(entries[0]?.message);
      const took = received - start;
      const bareStart = performance.now();
      const { body } = await agent.request({
        origin: url,
        path: '/transactions',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ method: 'sendTransaction', params: [text] }),
      });
      await body.text();
      if (round < 0) continue;
      times.push(took);
      bare.push(received - bareStart);
    }
    const value = median(times);
    return [
      {
        name: 'land.wire',
        value,
        unit: `ms at the median (95th percentile ${percentile(times, 0.95).toFixed(2)}; at most ${limitMilliseconds})`,
        reference: { name: 'a bare POST', value: median(bare) },
        ratio: limitMilliseconds / value,
      },
    ];
  } finally {
    await session.end();
    await agent.destroy();
    server.closeAllConnections();
    server.close();
  }
};
