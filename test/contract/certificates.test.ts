import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { selfSignedCertificate } from '../selfSignedCertificate.ts';
import { suiteLimit } from '../suiteLimit.ts';

describe('With NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment', suiteLimit, () => {
  let server: Server;
  let requests: string[] = [];

  before(async () => {
    // Both certificates are self-signed, so neither is trusted.
    const certificate = selfSignedCertificate('localhost');
    // gRPC connects over HTTP/2 only.
    const options = { ...certificate, ALPNProtocols: ['h2', 'http/1.1'] };
    server = createServer(options, (request, response) => {
      requests.push(request.url ?? '');
      response.end('{"jsonrpc":"2.0","id":1,"result":7}');
    });
    server.addContext('metadata.example', selfSignedCertificate('metadata.example'));
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  for (const target of [
    'a node',
    'a block engine',
    'a node under test',
    'a service',
    'a Geyser server',
    'a ClickHouse store',
    'the metadata of a token',
  ]) {
    it(`sends nothing to ${target} with an untrusted certificate`, async () => {
      requests = [];
      const { port } = server.address() as AddressInfo;
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'untrustedCertificate.ts'), target, String(port)],
        {
          env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const output: Buffer[] = [];
      child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
      const [code] = await once(child, 'close');
      assert.equal(code, 0);
      // The plain control request gets through, so the variable is in effect.
      assert.deepEqual(requests, ['/control'], Buffer.concat(output).toString());
      assert.match(Buffer.concat(output).toString(), /^failed: .*CERT/i);
    });
  }
});
