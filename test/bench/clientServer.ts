/** Answers every request with one token info; ends with the process that started it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

const body = JSON.stringify({
  name: 'Wrapped SOL',
  symbol: 'SOL',
  decimals: 9,
  program: 'spl-token',
  image_uri: '',
  authorities: { update: null, freeze: null, close: null, mint: null },
  metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
});

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit(0));
