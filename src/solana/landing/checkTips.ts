import { t } from '@vscode/l10n';
import { tipProviderNames, tipProviders } from '../tipAccounts.ts';
import type { Call, ReadInstruction } from './calls.ts';
import type { CheckFacts } from './checkFacts.ts';
import type { ResolvedKey } from './checkLookups.ts';
import { tipMinimums, tipMinimumsDate } from './tipMinimums.ts';
import type { Finding, TipReport } from './transactionReport.ts';

export interface TipQuestion {
  readonly calls: readonly { readonly instruction: ReadInstruction; readonly call: Call }[];
  readonly keys: readonly ResolvedKey[];
  readonly facts: CheckFacts;
  readonly signers: ReadonlySet<string>;
}

export function checkTips({ calls, keys, facts, signers }: TipQuestion): {
  readonly tips: readonly TipReport[];
  readonly findings: readonly Finding[];
} {
  const tables = new Map(keys.map(({ address, table }) => [address, table]));
  const tips: TipReport[] = calls.flatMap(({ call: { lamports } }, instruction) => {
    const { from, to, amount } = lamports ?? { from: null, to: null, amount: 0n };
    if (from === null || to === null || !signers.has(from)) return [];
    const provider = tipProviders.get(to);
    if (provider === undefined) return [];
    return [tipOf(provider, to, amount, instruction, tables.get(to) ?? null, false)];
  });
  for (const change of facts.simulation?.changes ?? []) {
    const provider = tipProviders.get(change.account);
    const isKnown = tips.some(({ recipient }) => recipient === change.account);
    if (provider === undefined || isKnown || change.mint !== null) continue;
    const amount = change.after - change.before;
    const table = tables.get(change.account) ?? null;
    if (amount > 0n) tips.push(tipOf(provider, change.account, amount, -1, table, true));
  }
  return { tips, findings: findingsOf(tips, facts) };
}

const tipOf = (
  provider: string,
  recipient: string,
  lamports: bigint,
  instruction: number,
  table: string | null,
  inner: boolean,
): TipReport => ({
  provider,
  providerName: nameOf(provider),
  recipient,
  lamports,
  instruction,
  table,
  inner,
});

function findingsOf(tips: readonly TipReport[], { channel }: CheckFacts): Finding[] {
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
  const needed = channel?.minimumTipLamports ?? 0n;
  for (const [provider, lamports] of sums) findings.push(...ofMinimum(provider, lamports));
  if (tips.length === 0 && needed > 0n) {
    findings.push({
      rank: 'warn',
      code: 'no-tip',
      message: t(
        'It pays no tip at top level; {0} asks for at least {1} lamports.',
        channel?.host ?? t('this way'),
        String(needed),
      ),
    });
  }
  const provider = channel?.provider ?? null;
  if (provider !== null && tips.length > 0 && !sums.has(provider)) {
    findings.push({
      rank: 'warn',
      code: 'tip-elsewhere',
      message: t(
        'It tips {0}, and is sent through {1}, which looks for tips to {2}.',
        [...sums.keys()].map(nameOf).join(', '),
        String(channel?.host),
        nameOf(provider),
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
        String(channel?.host),
        String(needed),
      ),
    });
  }
  return findings;
}

const nameOf = (provider: string): string => tipProviderNames.get(provider) ?? provider;

/** What the provider's own least tip says of what it is paid. */
function ofMinimum(provider: string, lamports: bigint): Finding[] {
  const least = tipMinimums.get(provider);
  const name = nameOf(provider);
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
