import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { FinderResult } from '../../../../src/api/finder.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { TokenInfo } from '../../../../src/api/tokenInfo.ts';
import type {
  Connection,
  EarlyResponder,
  OpenConnection,
} from '../../../../src/backend/connectionBase/connection.ts';
import { ConnectionOpener } from '../../../../src/backend/connections/connectionOpener.ts';
import { ConnectionRegistry } from '../../../../src/backend/connections/connectionRegistry.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { suiteLimit } from '../../../suiteLimit.ts';

const { signal } = new AbortController();
const options = {
  signal,
  window: {},
  priority: 'interactive',
  onProgress: () => undefined,
} as const;

describe('An opening connection', suiteLimit, () => {
  const named = (name: string): Connection =>
    ({ call: async () => ({ result: name }), close: async () => undefined }) as never;
  const early: EarlyResponder = {
    ...named('early'),
    covers: (operation) => operation === 'finder',
  };

  function openRegistry() {
    const opening = Promise.withResolvers<Connection>();
    let tellEarly: Parameters<OpenConnection>[1]['onEarlyResponder'];
    const registry = new ConnectionRegistry({
      open: (_settings, { onEarlyResponder }) => {
        tellEarly = onEarlyResponder;
        return opening.promise;
      },
      onStatus: () => undefined,
    });
    const { connectionId } = registry.acquire(options.window, { kind: 'sandbox' }).status;
    const call = async (operation: 'finder' | 'walletOverview'): Promise<unknown> => {
      const asked = { operation, parameters: {} };
      const responder = await registry.whenResponding(options.window, connectionId, asked, signal);
      return (await responder.call(operation, {}, options)).result;
    };
    return { registry, opening, call, tellEarly: () => tellEarly?.(early) };
  }

  it('responds through its early responder if that covers the call, otherwise once it is open', async () => {
    const { registry, opening, call, tellEarly } = openRegistry();
    const before = call('finder');
    const overview = call('walletOverview');
    tellEarly();
    assert.equal(await before, 'early');
    assert.equal(await call('finder'), 'early');
    opening.resolve(named('whole'));
    assert.equal(await overview, 'whole');
    assert.equal(await call('finder'), 'whole');
    await registry.close();
  });

  it('responds once it is open if there is no early responder', async () => {
    const { registry, opening, call } = openRegistry();
    const finder = call('finder');
    opening.resolve(named('whole'));
    assert.equal(await finder, 'whole');
    await registry.close();
  });

  it('fails with the reason, with or without an early responder', async () => {
    const { registry, opening, call } = openRegistry();
    const finder = call('finder');
    opening.reject(new MarketError('service-failing', 'no market'));
    await assert.rejects(finder, /no market/);
    await registry.close();
  });
});

describe('An opening Sandbox', suiteLimit, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-early-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('has the finder of the last hour and its token infos before its day is indexed', async () => {
    const opener = new ConnectionOpener({ storageFolder: folder, secret: 'secret' });
    const { promise: responds, resolve: onEarlyResponder } =
      Promise.withResolvers<EarlyResponder>();
    const opening = opener.open(
      { kind: 'sandbox' },
      { signal, onStatus: () => undefined, onEarlyResponder },
    );
    const early = await Promise.race([responds, opening]);
    assert.ok('covers' in early);
    const token = wrappedSolMint;
    // Calls to the early responder complete even after the day is indexed.
    const calls = Promise.all([
      early.call('finder', { tokensMint: [token] }, options),
      early.call('tokenInfo', { token }, options),
    ]);
    assert.equal(early.covers('finder', {}), true);
    assert.equal(early.covers('finder', { tokensTimeRange: 7_200 }), false);
    assert.equal(early.covers('finder', { thresholdMaxTimeRange: 7_200 }), false);
    assert.equal(early.covers('finder', { percentilesTimeRange: 7_200 }), false);
    assert.equal(early.covers('tokenInfo', { token }), true);
    assert.equal(early.covers('tokenInfo', { token: 'unknown' }), false);
    assert.equal(early.covers('walletOverview', {}), false);
    const [finder, info] = await calls;
    assert.ok((finder.result as FinderResult).tokens.length > 10);
    const connection = await opening;
    // Meanwhile the token may have another price.
    const ofToken = ({ result }: { readonly result: unknown }) => {
      const { price: _, price_timestamp: __, ...others } = result as TokenInfo;
      return others;
    };
    assert.deepEqual(
      ofToken(await connection.call('tokenInfo', { token }, options)),
      ofToken(info),
    );
    await connection.close();
  });
});
