import { t } from '@vscode/l10n';
import { findProgramAddress } from '../../../marketCache/findProgramAddress.ts';
import type { AccountInfo, MetadataCreator, TokenMetadata } from '../../accountReader.ts';
import { ByteReader, readOrNull } from './byteReader.ts';

/** Layout: mpl-token-metadata, `Metadata` account. */
export const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s';

/** Longest texts that are kept, in characters. On chain they are 32, 10 and 200 bytes. */
export const textLimits = { name: 64, symbol: 32, uri: 512 } as const;

const metadataKey = 4;
const creatorsMaximum = 5;

/** Where the program keeps the metadata of a mint; `null` for what is no address. */
export const findMetadataAddress = (mint: string): string | null =>
  findProgramAddress(metadataProgram, [
    'metadata',
    { address: metadataProgram },
    { address: mint },
  ]);

/** `null` for an account that is no metadata of this mint. */
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
