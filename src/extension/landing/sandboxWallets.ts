import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeBase58 } from '../../solana/base58.ts';
import type { LandingClient } from './landingClient.ts';

const airdropLamports = 100_000_000_000n;
/** PKCS #8 prefix before the 32 bytes of the private key. */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const keyBytes = 32;

const keyFile = (folder: string, address: string): string => join(folder, `${address}.json`);

export async function sandboxWalletAddresses(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => /^(\w{32,44})\.json$/.exec(name)?.[1] ?? []);
}

/** Funds a new wallet, then writes a key file for the Solana tools: a JSON list of 64 bytes. */
export async function createSandboxWallet(
  folder: string,
  client: Pick<LandingClient, 'airdrop'>,
): Promise<{ readonly address: string; readonly path: string; readonly lamports: bigint }> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-keyBytes);
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-keyBytes);
  const address = encodeBase58(point);
  const lamports = await client.airdrop(address, airdropLamports);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = keyFile(folder, address);
  const text = `${JSON.stringify([...seed, ...point])}\n`;
  await writeKeyFile(path, text);
  return { address, path, lamports };
}

/** Only the user can read the file, which must not exist yet. */
async function writeKeyFile(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  await chmod(path, 0o600);
}

export async function readSandboxKey(folder: string, address: string): Promise<KeyObject> {
  const text = await readFile(keyFile(folder, address), 'utf8');
  const seed = Uint8Array.from(JSON.parse(text) as readonly number[]).subarray(0, keyBytes);
  const key = Buffer.concat([keyPrefix, seed]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
