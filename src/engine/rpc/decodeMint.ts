import { t } from '@vscode/l10n';
import { ByteReader, readOrNull } from '../../solana/byteReader.ts';
import { findProgramAddress } from '../../solana/findProgramAddress.ts';
import { token2022Program, tokenProgram } from '../../solana/knownPrograms.ts';
import type {
  AccountInfo,
  MetadataCreator,
  OnChainMint,
  TokenMetadata,
  TransferFee,
} from './accountReader.ts';

/** Layouts: spl-token `Mint`; spl-token-2022 `extension` (type, length and value after the base). */
const mintBytes = 82;
/** A mint with extensions is padded to the size of a token account; the account type follows. */
const accountTypeAt = 165;
const mintAccountType = 1;
const extensionTypes = {
  transferFeeConfig: 1,
  mintCloseAuthority: 3,
  metadataPointer: 18,
  tokenMetadata: 19,
} as const;

export interface DecodedMint {
  readonly mint: OnChainMint;
  readonly metadata: TokenMetadata | null;
}

/** `null` if the account is not an initialized mint of a token program. */
export function decodeMintAccount(account: AccountInfo): DecodedMint | null {
  const { owner, data } = account;
  if (owner !== tokenProgram && owner !== token2022Program) return null;
  return readOrNull(() => {
    const extensions = owner === token2022Program ? readExtensions(data) : new Map();
    if (extensions === null || (owner === tokenProgram && data.length !== mintBytes)) return null;
    const reader = new ByteReader(data);
    const mintAuthority = readOptionalAuthority(reader);
    const supply = reader.u64();
    const decimals = reader.u8();
    if (!reader.bool()) return null;
    const close = extensions.get(extensionTypes.mintCloseAuthority);
    const pointer = extensions.get(extensionTypes.metadataPointer);
    const fees = extensions.get(extensionTypes.transferFeeConfig);
    const metadata = extensions.get(extensionTypes.tokenMetadata);
    return {
      mint: {
        program: owner === tokenProgram ? 'spl-token' : 'spl-token-2022',
        decimals,
        supply,
        mintAuthority,
        freezeAuthority: readOptionalAuthority(reader),
        closeAuthority: close ? new ByteReader(close).optionalAddress() : null,
        // The address follows the 32 bytes of the authority.
        metadataPointer: pointer ? new ByteReader(pointer, 32).optionalAddress() : null,
        transferFees: fees ? readFees(new ByteReader(fees, 32 + 32 + 8)) : null,
      },
      metadata: metadata ? readEmbeddedMetadata(account.address, metadata) : null,
    };
  });
}

/** An authority after a u32 that says whether it is set. */
function readOptionalAuthority(reader: ByteReader): string | null {
  const isThere = reader.u32() !== 0;
  const address = reader.address();
  return isThere ? address : null;
}

/** By type; `null` if the account is not a mint. */
function readExtensions(data: Uint8Array): ReadonlyMap<number, Uint8Array> | null {
  const found = new Map<number, Uint8Array>();
  if (data.length === mintBytes) return found;
  const reader = new ByteReader(data, accountTypeAt);
  if (reader.u8() !== mintAccountType) return null;
  while (reader.remaining >= 4) {
    const type = reader.u16();
    const length = reader.u16();
    if (type === 0) break;
    found.set(type, reader.bytes(length));
  }
  return found;
}

function readFees(reader: ByteReader): NonNullable<OnChainMint['transferFees']> {
  const readFee = (): TransferFee => ({
    epoch: reader.u64(),
    maximumFee: reader.u64(),
    basisPoints: reader.u16(),
  });
  return { older: readFee(), newer: readFee() };
}

function readEmbeddedMetadata(address: string, bytes: Uint8Array): TokenMetadata | null {
  return readOrNull(() => {
    const reader = new ByteReader(bytes);
    const updateAuthority = reader.optionalAddress();
    reader.bytes(32);
    return {
      account: address,
      updateAuthority,
      name: reader.text(textLimits.name),
      symbol: reader.text(textLimits.symbol),
      uri: reader.text(textLimits.uri),
      sellerFeeBasisPoints: 0,
      creators: [],
      hasPrimarySaleHappened: false,
      isMutable: updateAuthority !== null,
    };
  });
}

/** Layout: mpl-token-metadata, `Metadata` account. */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';

/** In characters. On chain the limits are 32, 10 and 200 bytes. */
const textLimits = { name: 64, symbol: 32, uri: 512 } as const;

const metadataKey = 4;
const creatorsMaximum = 5;

/** `null` if `mint` is not an address. */
export const findMetadataAddress = (mint: string): string | null =>
  findProgramAddress(metadataProgram, [
    'metadata',
    { address: metadataProgram },
    { address: mint },
  ]);

/** `null` if the account is not the metadata of this mint. */
export function decodeMetaplexMetadata(account: AccountInfo, mint: string): TokenMetadata | null {
  if (account.owner !== metadataProgram) return null;
  return readOrNull(() => {
    const reader = new ByteReader(account.data);
    if (reader.u8() !== metadataKey) return null;
    const updateAuthority = reader.optionalAddress();
    if (reader.address() !== mint) return null;
    return {
      account: account.address,
      updateAuthority,
      name: reader.text(textLimits.name),
      symbol: reader.text(textLimits.symbol),
      uri: reader.text(textLimits.uri),
      sellerFeeBasisPoints: reader.u16(),
      creators: readCreators(reader),
      hasPrimarySaleHappened: reader.bool(),
      isMutable: reader.bool(),
    };
  });
}

function readCreators(reader: ByteReader): MetadataCreator[] {
  if (!reader.bool()) return [];
  const count = reader.u32();
  if (count > creatorsMaximum) throw new RangeError(t('more creators than the program allows'));
  return Array.from({ length: count }, () => ({
    address: reader.address(),
    isVerified: reader.bool(),
    share: reader.u8(),
  }));
}
