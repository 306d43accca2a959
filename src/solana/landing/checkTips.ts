import { t } from '@vscode/l10n';
import { formatLamportsAsSol } from '../../api/format.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import { shortAddress } from '../shortAddress.ts';
import { tipProviderByAccount, tipProviderNames } from '../tipAccounts.ts';
import type { CheckFacts } from './checkFacts.ts';
import type { ResolvedAccount } from './checkLookups.ts';
import type { DecodedInstruction } from './decodedInstruction.ts';
import { tipMinimums, tipMinimumsDate } from './tipMinimums.ts';
import type { Findings, TipReport } from './transactionReport.ts';

/** Of the instructions, and further ones that the simulation reveals. */
export function checkTips(
  calls: readonly { readonly call: DecodedInstruction }[],
  keys: readonly ResolvedAccount[],
  signers: ReadonlySet<string>,
  facts: CheckFacts,
  findings: Findings,
): TipReport[] {
  const tables = new Map(keys.map(({ address, table }) => [address, table]));
  const tips: TipReport[] = [];
  const addTip = (recipient: string, lamports: bigint, instruction: number) => {
    const provider = tipProviderByAccount.get(recipient);
    if (provider === undefined) return;
    tips.push({
      provider,
      providerName: providerName(provider),
      recipient,
      lamports,
      instruction,
      table: tables.get(recipient) ?? null,
      inner: instruction === -1,
    });
  };
  calls.forEach(({ call: { lamports } }, instruction) => {
    const { from = null, to = null, amount = 0n } = lamports ?? {};
    if (from !== null && to !== null && signers.has(from)) addTip(to, amount, instruction);
  });
  for (const { account, mint, before, after } of facts.simulation?.changes ?? []) {
    const isKnown = tips.some(({ recipient }) => recipient === account);
    if (!isKnown && mint === null && after > before) addTip(account, after - before, -1);
  }
  findTipFaults(tips, facts, findings);
  return tips;
}

function findTipFaults(
  tips: readonly TipReport[],
  { submission }: CheckFacts,
  findings: Findings,
): void {
  const sums = new Map<string, bigint>();
  for (const { provider, lamports, table, recipient } of tips) {
    sums.set(provider, (sums.get(provider) ?? 0n) + lamports);
    if (table !== null) {
      findings.warn(
        'tip-from-table',
        joinLabel(t('Tip account from a lookup table'), shortAddress(recipient)),
        t('The provider may not see the tip.'),
      );
    }
  }
  for (const [provider, lamports] of sums) checkMinimumTip(provider, lamports, findings);
  const needed = submission?.minimumTipLamports ?? 0n;
  if (tips.length === 0 && needed > 0n) {
    findings.warn(
      'no-tip',
      t('No tip at top level'),
      t('{0} requires at least {1}', submission?.receiver ?? '', formatLamportsAsSol(needed)),
    );
  }
  const provider = submission?.provider ?? null;
  if (provider !== null && tips.length > 0 && !sums.has(provider)) {
    findings.warn(
      'tip-elsewhere',
      t('No tip for {0}', providerName(provider)),
      t(
        'It tips {0}, but {1} requires a tip for {2}.',
        joinList([...sums.keys()].map(providerName)),
        submission?.receiver ?? '',
        providerName(provider),
      ),
    );
  }
  const counted = provider === null ? tips : tips.filter((tip) => tip.provider === provider);
  const sum = counted.reduce((total, { lamports }) => total + lamports, 0n);
  if (counted.length > 0 && sum < needed && !findings.has('tip-below-minimum')) {
    findings.warn(
      'tip-below-minimum',
      tipTooLowMessage,
      formatTipShortfall(sum, submission?.receiver ?? '', needed),
    );
  }
}

const tipTooLowMessage = t('Tip below the minimum');

const formatTipShortfall = (paid: bigint, recipient: string, required: bigint): string =>
  t(
    'Tip {0}; {1} requires {2}',
    formatLamportsAsSol(paid),
    recipient,
    formatLamportsAsSol(required),
  );

const providerName = (provider: string): string => tipProviderNames.get(provider) ?? provider;

function checkMinimumTip(provider: string, lamports: bigint, findings: Findings): void {
  const least = tipMinimums.get(provider);
  const name = providerName(provider);
  if (least === undefined) {
    findings.inform('tip-minimum-unknown', joinLabel(t('Minimum tip unknown'), name));
  } else if (lamports < least.lamports) {
    findings.warn(
      'tip-below-minimum',
      tipTooLowMessage,
      joinNote(
        formatTipShortfall(lamports, name, least.lamports),
        joinList([least.source, tipMinimumsDate]),
      ),
    );
  }
}
