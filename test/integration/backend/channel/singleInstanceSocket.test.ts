import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, link, mkdtemp, rename, rm, unlink, utimes, writeFile } from 'node:fs/promises';
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
    await leaveDeadSocket();
  });

  /** A killed process leaves its socket; closing would remove it. */
  async function leaveDeadSocket(): Promise<void> {
    const dead = await listen();
    await link(path, `${path}.kept`);
    dead.close();
    await once(dead, 'close');
    await rename(`${path}.kept`, path);
  }
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

  test('waits again for a socket that replaced it, even with the same inode number', async () => {
    let waits = 0;
    const result = await listenAsSingleInstance(newServer(), path, async () => {
      waits += 1;
      if (waits === 1) {
        await unlink(path);
        await leaveDeadSocket();
      } else if (waits === 2) {
        assert.ok(existsSync(path), 'the new socket was removed after one refusal');
        await unlink(path);
        await listen();
      }
    });
    assert.equal(result, 'already-served');
  });

  test('leaves it to another process that is removing it', async () => {
    await writeFile(`${path}.lock`, '');
    await assert.rejects(
      listenAsSingleInstance(newServer(), path, async () => {}),
      /cannot be taken over/,
    );
    assert.ok(existsSync(path));
  });

  test('replaces it if the process that was removing it has died', async () => {
    await writeFile(`${path}.lock`, '');
    await utimes(`${path}.lock`, 1, 1);
    assert.equal(await listenAsSingleInstance(newServer(), path, async () => {}), 'listening');
    assert.ok(!existsSync(`${path}.lock`));
  });

  test('replaces it if it still refuses them', async () => {
    assert.equal(await listenAsSingleInstance(newServer(), path, async () => {}), 'listening');
  });
});
