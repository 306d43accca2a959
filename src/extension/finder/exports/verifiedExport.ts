import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import { smbMarketPrograms, smbPoolLists } from '../../../botConfig/botPrograms.ts';
import type { ConfigForm } from '../../../botConfig/model.ts';
import type { ExpectedExport, ExportFault } from '../../../botConfig/verifyExport.ts';
import { type BotPlan, botPlan, type ExportInput } from './formats/botPlan.ts';
import { poolAddresses } from './formats/exportedPools.ts';
import { type FormatId, formats } from './formats/formats.ts';
import { notArbPlan } from './formats/notArb.ts';

/** Reads a file back as the bot does; null: it matches `expected`. Throws a MarketError. */
export type VerifyExport = (text: string, expected: ExpectedExport) => Promise<ExportFault | null>;

type Plan = (input: ExportInput) => BotPlan;

/** The form used to read each format back; null plan: its pools are not compared. */
const readBackAs: Readonly<
  Partial<Record<FormatId, { readonly form: ConfigForm; readonly plan: Plan | null }>>
> = {
  'smb-mints': { form: 'smb-mints', plan: (input) => botPlan(input, smbPoolLists) },
  'smb-markets': { form: 'smb-markets', plan: (input) => botPlan(input, smbMarketPrograms) },
  // Not compared, because it omits planned groups that the bot would reject.
  'smb-v10': { form: 'smb-v10', plan: null },
  'smb-finder': { form: 'smb-finder', plan: null },
  'notarb-markets-json': { form: 'notarb-json', plan: notArbPlan },
  'notarb-markets-toml': { form: 'notarb-toml', plan: notArbPlan },
  'notarb-lookup-tables': { form: 'lookup-tables', plan: null },
  'notarb-lookup-tables-plain': { form: 'lookup-tables', plan: null },
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
  await input.answer.pairs?.loaded;
  const text = await formats[format].write(input);
  const expected = readBackAs[format];
  if (expected === undefined) return text;
  const { form, plan } = expected;
  const pools = plan === null ? undefined : poolAddresses(plan(input).pools);
  const fault = await verify(text, { form, pools });
  if (fault === null) return text;
  throw new MarketError(
    'unreadable-answer',
    t('The exported file does not read back as the bot would read it. Nothing was written.'),
  );
}
