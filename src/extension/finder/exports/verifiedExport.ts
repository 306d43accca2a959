import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import {
  type BotPrograms,
  notArbPrograms,
  smbMarketPrograms,
  smbPoolLists,
} from '../../../botConfig/botPrograms.ts';
import type { ConfigForm } from '../../../botConfig/model.ts';
import type { ExpectedExport, ExportFault } from '../../../botConfig/verifyExport.ts';
import { botPlan, type ExportInput } from './formats/botPlan.ts';
import { poolAddresses } from './formats/exportedPools.ts';
import { type FormatId, formats } from './formats/formats.ts';

/** Reads a file back as the bot does; null: it matches `expected`. Throws a MarketError. */
export type VerifyExport = (text: string, expected: ExpectedExport) => Promise<ExportFault | null>;

/** The form used to read each format back; null programs: its pools are not compared. */
const readBackAs: Readonly<
  Partial<Record<FormatId, { readonly form: ConfigForm; readonly programs: BotPrograms | null }>>
> = {
  'smb-mints': { form: 'smb-mints', programs: smbPoolLists },
  'smb-markets': { form: 'smb-markets', programs: smbMarketPrograms },
  // Not compared, because it omits planned groups that the bot would reject.
  'smb-v10': { form: 'smb-v10', programs: null },
  'smb-finder': { form: 'smb-finder', programs: null },
  'notarb-markets-json': { form: 'notarb-json', programs: notArbPrograms },
  'notarb-markets-toml': { form: 'notarb-toml', programs: notArbPrograms },
  'notarb-lookup-tables': { form: 'lookup-tables', programs: null },
  'notarb-lookup-tables-plain': { form: 'lookup-tables', programs: null },
};

/**
 * Reads the text back, because a bot trades by it. Throws an Error for the user if the format
 * cannot express the result, and a MarketError if the verification fails.
 */
export async function writeVerified(
  format: FormatId,
  input: ExportInput,
  verify: VerifyExport,
): Promise<string> {
  const text = await formats[format].write(input);
  const expected = readBackAs[format];
  if (expected === undefined) return text;
  const { form, programs } = expected;
  const pools = programs === null ? undefined : poolAddresses(botPlan(input, programs).pools);
  const fault = await verify(text, { form, pools });
  if (fault === null) return text;
  throw new MarketError(
    'unreadable-answer',
    t('The exported file does not read back as the bot would read it. Nothing was written.'),
  );
}
