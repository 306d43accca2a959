/** A service with a market cache of real size; ends with the process that started it. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { provingListener } from '../provingListener.ts';
import { poolCount, poolEntry } from './poolEntries.ts';

const server = createServer(
  provingListener(
    () => 'bench-key',
    (_request, response) => void send(response),
  ),
);
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit(0));

async function send(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  let text = '[';
  for (let pool = 0; pool < poolCount; pool++) {
    text += `${pool === 0 ? '' : ','}${JSON.stringify(poolEntry(pool))}`;
    if (text.length < 65_536) continue;
    if (!response.write(text)) await once(response, 'drain');
    text = '';
  }
  response.end(`${text}]`);
}
