import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import bs58 from 'bs58';

/** Wallets that every Sandbox funds. Their keys are public: never use them on a real chain. */
const developmentAccountCount = 10;
export const developmentLamports = 1_000_000_000_000n;

const privateKeyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface DevelopmentAccount {
  readonly address: string;
  /** 64 bytes: seed and public key. */
  readonly secretKey: Uint8Array;
}

export const developmentAccount = (index: number): DevelopmentAccount =>
  accountOf(`arbscope sandbox development account ${index}`);

export const faucetAccount = (): DevelopmentAccount => accountOf('arbscope sandbox faucet');

export const toPrivateKey = (secretKey: Uint8Array): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([privateKeyHeader, secretKey.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  });

function accountOf(name: string): DevelopmentAccount {
  const seed = createHash('sha256').update(name).digest();
  const privateKey = toPrivateKey(seed);
  const point = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    address: bs58.encode(point),
    secretKey: Uint8Array.from(Buffer.concat([seed, point])),
  };
}

export const developmentAccounts = (): DevelopmentAccount[] =>
  Array.from({ length: developmentAccountCount }, (_, index) => developmentAccount(index));
