import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, type TestContext } from 'node:test';
import { connectEditorTools } from '../../../../src/backend/mcp/editorTools.ts';
import { computeProof } from '../../../../src/backend/protocol/channelProtocol.ts';
import { becomeAnotherUser } from '../../../anotherUser.ts';

const secret = randomBytes(32).toString('hex');
const version = '1.2.3';

describe('The MCP child process of an editor', { timeout: 30_000 }, () => {
  let folder = '';
  let place = { socketPath: '', secretFile: '' };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-child-'));
    place = { socketPath: join(folder, 'a.sock'), secretFile: join(folder, 'channel.secret') };
    await writeFile(place.secretFile, secret, { mode: 0o600 });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const join_ = () => connectEditorTools({ ...place, connectionId: '0', version });

  /** A program at the socket that records the data it receives. */
  async function impersonate(context: TestContext, behave: (socket: Socket, text: string) => void) {
    const heard: string[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        heard.push(bytes.toString());
        behave(socket, bytes.toString());
      });
    }).listen(place.socketPath);
    await once(server, 'listening');
    context.after(() => server.close());
    return heard;
  }

  const answerHello =
    (proofOf: (nonces: { clientNonce: string; serverNonce: string }) => string) =>
    (socket: Socket, text: string) => {
      const { id, params } = JSON.parse(text.slice(text.indexOf('{'))) as {
        id: number;
        params: { clientNonce: string };
      };
      const serverNonce = 'b'.repeat(64);
      const proof = proofOf({ clientNonce: params.clientNonce, serverNonce });
      const result = { protocolVersion: 3, version, serverNonce, proof };
      const body = JSON.stringify({ jsonrpc: '2.0', id, result });
      socket.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    };

  it('sends only hello to a program that does not know the secret', async (context) => {
    const wrong = 'f'.repeat(64);
    for (const proofOf of [
      () => wrong,
      () => '',
      (nonces: never) => computeProof(wrong, 'server', nonces),
    ]) {
      const heard = await impersonate(context, answerHello(proofOf as never));
      await assert.rejects(join_(), /belongs to another program or version/);
      assert.equal(heard.length, 1);
      assert.match(heard.join(), /"hello"/);
      assert.ok(!heard.join().includes(secret));
      await rm(place.socketPath, { force: true });
    }
  });

  it('disconnects from a program that sends too much before the proof', {
    timeout: 10_000,
  }, async (context) => {
    const closed = Promise.withResolvers<number>();
    await impersonate(context, (socket) => {
      const flood = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536, ' ')));
      };
      socket.on('drain', flood);
      socket.on('close', () => closed.resolve(socket.bytesWritten));
      flood();
    });
    await assert.rejects(join_());
    assert.ok((await closed.promise) < 2_000_000);
  });

  it('rejects a folder that others can write to, or of another user', {
    skip: process.getuid === undefined,
  }, async (context) => {
    const heard = await impersonate(context, () => undefined);
    await chmod(folder, 0o777);
    await assert.rejects(join_(), /is open to other users/);
    await chmod(folder, 0o700);
    becomeAnotherUser(context);
    await assert.rejects(join_(), /belongs to another user/);
    assert.deepEqual(heard, []);
  });
});
