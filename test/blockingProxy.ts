import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signedWithKit, wallet } from './fixtures/signedTransactions.ts';

export interface BlockingProxy {
  /** `host:port`. */
  readonly host: string;
  /** Targets of the tunnels that were requested. */
  readonly tunnels: (string | undefined)[];
  /** Temporary, for files of the test. */
  readonly folder: string;
  /** File with a signed transaction. */
  readonly transaction: string;
  close(): Promise<void>;
}

/** An http proxy that answers every tunnel with 403, and a transaction to send through it. */
export async function startBlockingProxy(): Promise<BlockingProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-proxy-'));
  const transaction = join(folder, 'transaction.b64');
  const blockhash = '11111111111111111111111111111111';
  const payer = await wallet(1);
  const bytes = await signedWithKit({ version: 0, payer, instructions: [], blockhash });
  await writeFile(transaction, Buffer.from(bytes).toString('base64'));
  const tunnels: (string | undefined)[] = [];
  const server = createServer().on('connect', (request, socket) => {
    tunnels.push(request.url);
    socket.on('error', () => undefined).end('HTTP/1.1 403 No\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ tunnels, folder, transaction },
    close: async () => {
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
