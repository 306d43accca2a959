import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, link, mkdtemp, rename, rm, unlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { listenAsSingleInstance } from '../../../../src/backend/channel/singleInstanceSocket.ts';

describe('A backend that finds a socket which refuses connections', () => {
  let folder: string;
  let path: string;
  const servers: Server[] = [];
  const newServer = (): Server => {
    const server = createServer();
    servers.push(server);
    return server;
  };
  const listen = async (): Promise<Server> => {
    const server = newServer();
    server.listen(path);
    await once(server, 'listening');
    return server;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-socket-'));
    await chmod(folder, 0o700);
    path = join(folder, 'socket');
    // A socket stays behind when its process is killed, which closing it does not do.
    const dead = await listen();
    await link(path, `${path}.kept`);
    dead.close();
    await once(dead, 'close');
    await rename(`${path}.kept`, path);
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) server.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('leaves it to a process that was only starting', async () => {
    const result = await listenAsSingleInstance(newServer(), path, async () => {
      await unlink(path);
      await listen();
    });
    assert.equal(result, 'already-served');
  });

  test('takes it over when it still refuses them', async () => {
    assert.equal(await listenAsSingleInstance(newServer(), path, async () => {}), 'listening');
  });
});
