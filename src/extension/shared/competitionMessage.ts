import { ammPrograms, botPrograms } from '../../solana/knownPrograms.ts';
import type { Sent } from '../../webview/messages/competition.ts';
import type { TrackedWallets } from './trackedWallets.ts';

export type WalletLabels = Pick<TrackedWallets, 'addresses' | 'labelOf'>;

/** Labels of the tracked wallets, by address. */
export const trackedLabels = (wallets: WalletLabels): Record<string, string> =>
  Object.fromEntries(wallets.addresses.map((address) => [address, wallets.labelOf(address)]));

/** A message to a page cannot contain a `bigint`. */
export const withoutBigints = <Value>(value: Value): Sent<Value> =>
  JSON.parse(
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === 'bigint' ? member.toString() : member,
    ),
  ) as Sent<Value>;

/** Names of the known programs among these addresses, by address. */
export const programNames = (programs: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(
    [...programs].flatMap((program) => {
      const name = ammPrograms.get(program)?.name ?? botPrograms.get(program)?.name;
      return name === undefined ? [] : [[program, name] as const];
    }),
  );
