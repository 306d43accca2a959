import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ChainIdls } from '../../../../src/backend/channel/chainIdls.ts';
import type { WindowConnection } from '../../../../src/backend/channel/windowConnection.ts';
import { WindowIdls } from '../../../../src/backend/channel/windowIdls.ts';
import { ProgramIdls } from '../../../../src/engine/idl/programIdls.ts';

const own = 'Vote111111111111111111111111111111111111111'.replace('Vote', 'Mine');
const other = own.replace('Mine', 'Your');
const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const text = JSON.stringify({ name: 'mine', instructions: [{ name: 'go', args: [] }] });

function chainOf(respond: (programs: readonly string[]) => Promise<ReadonlyMap<string, string>>) {
  const asked: (readonly string[])[] = [];
  const idlTexts = (programs: readonly string[]) => {
    asked.push(programs);
    return respond(programs);
  };
  return { asked, chain: { connectionId: 'node', connection: { idlTexts } } };
}

describe('IDLs of the chain', () => {
  it('are requested once per program, and not for programs that Arbscope knows', async () => {
    const { asked, chain } = chainOf(() => Promise.resolve(new Map([[own, text]])));
    const idls = new ChainIdls();
    for (let round = 0; round < 2; round++) {
      const found = await idls.add(ProgramIdls.none, [own, other, raydium, own], chain);
      assert.deepEqual(
        found.of(own).map(({ source, idl }) => [source, idl.name]),
        [['chain', 'mine']],
      );
      assert.deepEqual(found.of(other), []);
    }
    assert.deepEqual(asked, [[own, other]]);
  });

  it('are kept up to a number of bytes, and requested again behind it', async () => {
    const address = (at: number) => own.replace('Mine', `Mine${'abcdefghij'[at]}`).slice(0, -1);
    const long = JSON.stringify({ name: 'm', instructions: [], docs: 'x'.repeat(999_000) });
    const { asked, chain } = chainOf(async (all) => new Map(all.map((each) => [each, long])));
    const idls = new ChainIdls();
    for (let at = 0; at < 10; at++) await idls.add(ProgramIdls.none, [address(at)], chain);
    await idls.add(ProgramIdls.none, [address(9)], chain);
    assert.equal(asked.length, 10);
    const again = await idls.add(ProgramIdls.none, [address(0)], chain);
    assert.equal(again.of(address(0)).length, 1);
    assert.equal(asked.length, 11);
  });

  it('come behind those of the workspace', async () => {
    const { chain } = chainOf(() => Promise.resolve(new Map([[own, text]])));
    const idls = new ChainIdls();
    const [idl] = (await idls.add(ProgramIdls.none, [own], chain)).of(own);
    assert.ok(idl);
    const workspace = new ProgramIdls([{ ...idl, source: 'target/idl/mine.json' }]);
    const found = await idls.add(workspace, [own], chain);
    assert.deepEqual(
      found.of(own).map(({ source }) => source),
      ['target/idl/mine.json', 'chain'],
    );
  });

  it('hold up no request that is cancelled, and none where the user turned them off', async () => {
    const { asked, chain } = chainOf(() => Promise.withResolvers<never>().promise);
    const idls = new WindowIdls();
    const window = {} as WindowConnection;
    const asking = new AbortController();
    const found = idls.forPrograms({ window, signal: asking.signal }, [own], chain);
    asking.abort();
    await assert.rejects(found, { kind: 'cancelled' });
    idls.set(window, { files: [], isChainOff: true });
    const { signal } = new AbortController();
    assert.ok((await idls.forPrograms({ window, signal }, [other], chain)).isEmpty);
    assert.deepEqual(asked, [[own]]);
  });

  it('are none without a chain, after a failure, and in unreadable texts', async () => {
    const idls = new ChainIdls();
    const service = { connectionId: 'service', connection: {} };
    assert.ok((await idls.add(ProgramIdls.none, [own], service)).isEmpty);
    const failing = chainOf(() => Promise.reject(new Error('refused')));
    assert.ok((await idls.add(ProgramIdls.none, [own], failing.chain)).isEmpty);
    const broken = chainOf(() => Promise.resolve(new Map([[other, 'no IDL']])));
    assert.ok((await idls.add(ProgramIdls.none, [other], broken.chain)).isEmpty);
  });
});
