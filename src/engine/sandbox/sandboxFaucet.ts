import { sign } from 'node:crypto';
import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { MarketError } from '../../api/marketError.ts';
import { decodeBase58 } from '../../solana/base58.ts';
import { computeBudgetProgram, systemProgram } from '../../solana/knownPrograms.ts';
import { faucetAccount, toPrivateKey } from './developmentAccounts.ts';
import type { VirtualMachine } from './virtualMachine.ts';

const faucet = faucetAccount();
/** Below 2^53, so that the balance is exact in every client. */
const faucetLamports = 9_000_000_000_000_000n;
const maxAirdropLamports = 1_000_000_000_000n;

/** Throws a MarketError for an amount outside the limits. */
export function assertAirdropLamports(lamports: bigint): void {
  if (lamports > 0n && lamports <= maxAirdropLamports) return;
  throw new MarketError(
    'bad-parameter',
    t('An airdrop must be 1 to {0} lamports', formatCount(maxAirdropLamports)),
  );
}

/** Call before a block, so that only transactions change balances within one. */
export function fillFaucet(machine: Pick<VirtualMachine, 'account' | 'setAccount'>): void {
  if ((machine.account(faucet.address)?.lamports ?? 0n) > faucetLamports / 2n) return;
  machine.setAccount(faucet.address, {
    owner: systemProgram,
    lamports: faucetLamports,
    data: new Uint8Array(0),
  });
}

/** More than an airdrop uses. The airdrop's number is added to make equal airdrops distinct. */
const baseComputeUnits = 1_000;
const maxAirdropsOfBlock = 100_000;

/** A signed legacy transaction. Different `number`s give different signatures. */
export function airdropTransaction(
  to: string,
  lamports: bigint,
  blockhash: string,
  number: number,
): Uint8Array {
  const key = (address: string) => decodeBase58(address) ?? new Uint8Array(32);
  const limit = Buffer.alloc(5);
  limit.writeUInt8(2);
  limit.writeUInt32LE(baseComputeUnits + (number % maxAirdropsOfBlock), 1);
  const transfer = Buffer.alloc(12);
  transfer.writeUInt32LE(2);
  transfer.writeBigUInt64LE(lamports, 4);
  const message = Buffer.concat([
    // One signer; both programs are read-only.
    Uint8Array.of(1, 0, 2),
    Uint8Array.of(4),
    ...[faucet.address, to, systemProgram, computeBudgetProgram].map(key),
    key(blockhash),
    Uint8Array.of(2),
    Uint8Array.of(3, 0, limit.length),
    limit,
    Uint8Array.of(2, 2, 0, 1, transfer.length),
    transfer,
  ]);
  const signature = sign(null, message, toPrivateKey(faucet.secretKey));
  return Uint8Array.from([1, ...signature, ...message]);
}
