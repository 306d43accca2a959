import { t } from '@vscode/l10n';
import { tipProviderByAccount, tipProviderNames } from '../tipAccounts.ts';
import type { CheckFacts } from './checkFacts.ts';
import type { ResolvedAccount } from './checkLookups.ts';
import type { DecodedInstruction, ResolvedInstruction } from './decodedInstruction.ts';
import { tipMinimums, tipMinimumsDate } from './tipMinimums.ts';
import type { Finding, TipReport } from './transactionReport.ts';

export interface TipCheckInput {
  readonly calls: readonly {
    readonly instruction: ResolvedInstruction;
    readonly call: DecodedInstruction;
  }[];
  readonly keys: readonly ResolvedAccount[];
  readonly facts: CheckFacts;
  readonly signers: ReadonlySet<string>;
}

export function checkTips({ calls, keys, facts, signers }: TipCheckInput): {
  readonly tips: readonly TipReport[];
  readonly findings: readonly Finding[];
} {
  const tables = new Map(keys.map(({ address, table }) => [address, table]));
  const tips: TipReport[] = calls.flatMap(({ call: { lamports } }, instruction) => {
    const { from, to, amount } = lamports ?? { from: null, to: null, amount: 0n };
    if (from === null || to === null || !signers.has(from)) return [];
    const provider = tipProviderByAccount.get(to);
    if (provider === undefined) return [];
    return [tipReport(provider, to, amount, instruction, tables.get(to) ?? null, false)];
  });
  for (const change of facts.simulation?.changes ?? []) {
    const provider = tipProviderByAccount.get(change.account);
    const isKnown = tips.some(({ recipient }) => recipient === change.account);
    if (provider === undefined || isKnown || change.mint !== null) continue;
    const amount = change.after - change.before;
    const table = tables.get(change.account) ?? null;
    if (amount > 0n) tips.push(tipReport(provider, change.account, amount, -1, table, true));
  }
  return { tips, findings: tipFindings(tips, facts) };
}

const tipReport = (
  provider: string,
  recipient: string,
  lamports: bigint,
  instruction: number,
  table: string | null,
  inner: boolean,
): TipReport => ({
  provider,
  providerName: providerName(provider),
  recipient,
  lamports,
  instruction,
  table,
  inner,
});

function tipFindings(tips: readonly TipReport[], { submission }: CheckFacts): Finding[] {
  const findings: Finding[] = [];
  const sums = new Map<string, bigint>();
  for (const { provider, lamports, table, recipient } of tips) {
    sums.set(provider, (sums.get(provider) ?? 0n) + lamports);
    if (table !== null) {
      findings.push({
        rank: 'warn',
        code: 'tip-from-table',
        message: t(
          'The tip account {0} comes from a lookup table: providers may not see the tip there.',
          recipient,
        ),
      });
    }
  }
  const needed = submission?.minimumTipLamports ?? 0n;
  for (const [provider, lamports] of sums) findings.push(...minimumTipFindings(provider, lamports));
  if (tips.length === 0 && needed > 0n) {
    findings.push({
      rank: 'warn',
      code: 'no-tip',
      message: t(
        'It pays no tip at top level; {0} asks for at least {1} lamports.',
        submission?.host ?? t('this way'),
        String(needed),
      ),
    });
  }
  const provider = submission?.provider ?? null;
  if (provider !== null && tips.length > 0 && !sums.has(provider)) {
    findings.push({
      rank: 'warn',
      code: 'tip-elsewhere',
      message: t(
        'It tips {0}, and is sent through {1}, which looks for tips to {2}.',
        [...sums.keys()].map(providerName).join(', '),
        String(submission?.host),
        providerName(provider),
      ),
    });
  }
  const counted = provider === null ? tips : tips.filter((tip) => tip.provider === provider);
  const sum = counted.reduce((total, { lamports }) => total + lamports, 0n);
  // Below the provider's own least as well: that was said above.
  const isSaid = findings.some(({ code }) => code === 'tip-below-minimum');
  if (counted.length > 0 && sum < needed && !isSaid) {
    findings.push({
      rank: 'warn',
      code: 'tip-below-minimum',
      message: t(
        'The tip of {0} lamports is below what {1} asks for: {2} lamports.',
        String(sum),
        String(submission?.host),
        String(needed),
      ),
    });
  }
  return findings;
}

const providerName = (provider: string): string => tipProviderNames.get(provider) ?? provider;

/** What the provider's own least tip says of what it is paid. */
function minimumTipFindings(provider: string, lamports: bigint): Finding[] {
  const least = tipMinimums.get(provider);
  const name = providerName(provider);
  if (least === undefined) {
    return [
      {
        rank: 'inform',
        code: 'tip-minimum-unknown',
        message: t(
          'What {0} asks for at least is not known here: compare the tip with what others pay.',
          name,
        ),
      },
    ];
  }
  if (lamports >= least.lamports) return [];
  return [
    {
      rank: 'warn',
      code: 'tip-below-minimum',
      message: t(
        'The tip of {0} lamports is below what {1} asks for: {2} lamports ({3}, {4}).',
        String(lamports),
        name,
        String(least.lamports),
        least.source,
        tipMinimumsDate,
      ),
    },
  ];
}
