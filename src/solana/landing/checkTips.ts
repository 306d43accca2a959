import { tipProviderNames, tipProviders } from '../tipAccounts.ts';
import type { Call, ReadInstruction } from './calls.ts';
import type { CheckFacts } from './checkFacts.ts';
import type { ResolvedKey } from './checkLookups.ts';
import { tipMinimumsLamports } from './tipMinimums.ts';
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
  providerName: tipProviderNames.get(provider) ?? provider,
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
        message: `The tip account ${recipient} comes from a lookup table: providers may not see the tip there.`,
      });
    }
  }
  for (const [provider, lamports] of sums) {
    const least = tipMinimumsLamports.get(provider);
    if (least !== undefined && lamports < least) {
      findings.push({
        rank: 'warn',
        code: 'tip-below-minimum',
        message: `The tip of ${lamports} lamports is below what ${tipProviderNames.get(provider) ?? provider} asks for: ${least} lamports.`,
      });
    }
  }
  const needed = channel?.minimumTipLamports ?? 0n;
  if (tips.length === 0 && needed > 0n) {
    findings.push({
      rank: 'warn',
      code: 'no-tip',
      message: `It pays no tip at top level; ${channel?.host ?? 'this way'} asks for at least ${needed} lamports.`,
    });
  }
  const provider = channel?.provider ?? null;
  if (provider !== null && tips.length > 0 && !sums.has(provider)) {
    findings.push({
      rank: 'warn',
      code: 'tip-elsewhere',
      message: `It tips ${[...sums.keys()].join(', ')}, and is sent through ${channel?.host}.`,
    });
  }
  return findings;
}
