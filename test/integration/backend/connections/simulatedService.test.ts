import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { StatusUpdate } from '../../../../src/backend/connectionBase/connection.ts';
import { ConnectionOpener } from '../../../../src/backend/connections/connectionOpener.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { suiteLimit } from '../../../suiteLimit.ts';
import { openServed, servedKey } from '../server/servedDouble.ts';

describe('A service connection to a server of Arbscope', suiteLimit, () => {
  for (const isSimulated of [true, false]) {
    it(`learns with its first response that the market is ${isSimulated ? 'simulated' : 'real'}`, async (context) => {
      const folder = await mkdtemp(join(tmpdir(), 'arbscope-simulated-'));
      context.after(() => rm(folder, { recursive: true, force: true }));
      const { url } = await openServed(context, { isSimulated: () => isSimulated });
      const opener = new ConnectionOpener({ storageFolder: folder, secret: 'secret' });
      const changes: StatusUpdate[] = [];
      const { signal } = new AbortController();
      const connection = await opener.open(
        { kind: 'service', baseUrl: url, apiKey: servedKey },
        { signal, onStatus: (change) => changes.push(change) },
      );
      context.after(() => connection.close());
      const call = {
        signal,
        window: {},
        priority: 'interactive',
        onProgress: () => undefined,
      } as const;
      for (const forceRefresh of [false, true]) {
        await connection.call('tokenInfo', { token: wrappedSolMint }, { ...call, forceRefresh });
      }
      const told = changes.filter((change) => change.isSimulated !== undefined);
      assert.deepEqual(told, [{ isSimulated }]);
    });
  }
});
