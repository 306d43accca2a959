import { encodeBase58 } from './base58.ts';
import type { ChainAccount } from './landing/chainAccounts.ts';

const upgradeableLoader = 'BPFLoaderUpgradeab1e11111111111111111111111';
/** Tags of the loader's account types (`UpgradeableLoaderState`). */
const tags = { program: 2, programData: 3 } as const;
const programBytes = 36;

/** Of program data, before the code, which may have megabytes. */
export const programDataHeaderBytes = 12;

/** Address of the account with a program's code; `null` if it cannot be upgraded. */
export function programDataAddress({ owner, data }: ChainAccount): string | null {
  if (owner !== upgradeableLoader || data.length !== programBytes) return null;
  return viewOf(data).readUInt32LE(0) === tags.program ? encodeBase58(data.subarray(4)) : null;
}

/** Slot of the last deployment, from the header of program data; `null` if it is not that. */
export function programDataSlot({ owner, data }: ChainAccount): number | null {
  if (owner !== upgradeableLoader || data.length < programDataHeaderBytes) return null;
  const view = viewOf(data);
  return view.readUInt32LE(0) === tags.programData ? Number(view.readBigUInt64LE(4)) : null;
}

const viewOf = (data: Uint8Array) => Buffer.from(data.buffer, data.byteOffset, data.length);
