/**
 * Responds to every request with one token info, and to one for fees with 12 MB of a million
 * unknown members. Exits with the process that started it.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { operations } from '../../src/api/operations.ts';
import { provingListener } from '../provingListener.ts';

const body = JSON.stringify({
  name: 'Wrapped SOL',
  symbol: 'SOL',
  decimals: 9,
  program: 'spl-token',
  image_uri: '',
  authorities: { update: null, freeze: null, close: null, mint: null },
  metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
});

const unknownMembers = Array.from({ length: 1_000_000 }, (_, index) => `"u${index}":1`);
const hugeBody = `{"JITO":{${unknownMembers.join(',')}}}`;

const answer: RequestListener = (request, response) => {
  const isHuge = request.url?.startsWith(operations.feesByComputeUnit.path) === true;
  response.writeHead(200, { 'content-type': 'application/json' }).end(isHuge ? hugeBody : body);
};
const server = createServer(provingListener(() => 'bench-key', answer));
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit(0));
