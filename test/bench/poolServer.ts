/**
 * node poolServer.ts FILE: a service with a market cache of real size, which it first writes to the
 * file. Exits with the process that started it.
 */
import { createReadStream } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { provingListener } from '../provingListener.ts';
import { writePoolEntries } from './poolEntries.ts';

const [file = ''] = process.argv.slice(2);
await writePoolEntries(file);

const server = createServer(
  provingListener(
    () => 'bench-key',
    (_request, response) => send(response),
  ),
);
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit(0));

function send(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  createReadStream(file, { highWaterMark: 65_536 }).pipe(response);
}
