import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, RpcTransactionBuilder, u64 } from './rpcTransactionBuilder.ts';
import { dogMint, jupiter, trader } from './swapFixtures.ts';

const zeroFi = 'ZERor4xhbUycZ6gb9ntrhqscUcZmAbQDjEAtCf4hbZY';

it('the decoder follows a router’s own accounts through ZeroFi, whose vaults own themselves', () => {
  const router = address('authority of the router');
  const builder = new RpcTransactionBuilder(trader).call(jupiter, [trader], [1]);
  const own = builder.account(trader, wrappedSolMint);
  const shared = {
    [wrappedSolMint]: builder.account(router, wrappedSolMint),
    [dogMint]: builder.account(router, dogMint),
  };
  const swap = (pair: string, pay: readonly [string, bigint], get: readonly [string, bigint]) => {
    const [source, target] = [shared[pay[0]] ?? '', shared[get[0]] ?? ''];
    const vault = (mint: string) => {
      const name = `vault of ${pair} for ${mint}`;
      return builder.account(address(name), mint, { name });
    };
    const [vaultIn, vaultOut] = [vault(pay[0]), vault(get[0])];
    const state = (of: string) => address(`state of ${of}`);
    builder.call(
      zeroFi,
      [pair, state(vaultIn), vaultIn, state(vaultOut), vaultOut, source, target, router],
      [6, ...u64(pay[1]), ...u64(0n)],
      2,
    );
    builder.transfer(source, vaultIn, pay[1], { depth: 3 });
    builder.transfer(vaultOut, target, get[1], { depth: 3 });
  };
  const pairs = [address('first pair'), address('second pair')] as const;
  builder.transfer(own, shared[wrappedSolMint] ?? '', 100n);
  swap(pairs[0], [wrappedSolMint, 100n], [dogMint, 9n]);
  swap(pairs[1], [dogMint, 9n], [wrappedSolMint, 130n]);
  builder.transfer(shared[wrappedSolMint] ?? '', own, 130n);
  const { record } = decodeTransaction(builder.build());
  assert.equal(record?.type, 'arbitrage');
  assert.deepEqual(
    record.legs.map(({ pool }) => pool),
    pairs,
  );
  assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 30n }]);
});
