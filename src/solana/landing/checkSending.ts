import { t } from '@vscode/l10n';
import {
  formatCount,
  formatLamportsAsSol,
  formatPercent,
  formatTimeAgo,
} from '../../api/format.ts';
import { joinLabel, joinList, joinNote, joinSentences } from '../../api/join.ts';
import { wrappedSolMint } from '../baseMints.ts';
import { publishedRentExemptLamports } from '../rent.ts';
import { shortAddress } from '../shortAddress.ts';
import { tipProviderByAccount } from '../tipAccounts.ts';
import type { CheckFacts } from './checkFacts.ts';
import { succeedingTrade, valueInLamports } from './simulatedOutcome.ts';
import {
  type FeeReport,
  type Findings,
  noNodeMessage,
  type OutflowReport,
  type SimulationReport,
} from './transactionReport.ts';

/** A fee above this percentage of the simulated gain needs confirmation. */
const maxFeeSharePercent = 50n;

export function checkCosts(
  fees: FeeReport,
  outflow: OutflowReport,
  facts: CheckFacts,
  findings: Findings,
): void {
  const {
    payerLamports,
    // A wallet must not end below it, except at 0.
    walletRentExemptLamports = publishedRentExemptLamports,
    simulation,
  } = facts;
  if (payerLamports !== undefined) {
    const held = payerLamports ?? 0n;
    const asked = fees.feeLamports + outflow.tipLamports + outflow.lamports;
    if (held < fees.feeLamports) {
      findings.refuse(
        'payer-cannot-pay-fee',
        t('The fee payer cannot pay the fee'),
        t(
          '{0} available, {1} required',
          formatLamportsAsSol(held),
          formatLamportsAsSol(fees.feeLamports),
        ),
      );
    } else if (held < asked) {
      findings.warn(
        'payer-short',
        t('The fee payer has too little SOL'),
        t('{0} available, {1} required', formatLamportsAsSol(held), formatLamportsAsSol(asked)),
      );
    } else if (held > asked && held - asked < walletRentExemptLamports) {
      findings.warn(
        'payer-below-rent',
        t('Fee payer left below the rent-exempt minimum'),
        t(
          '{0} available, {1} required',
          formatLamportsAsSol(held - asked),
          formatLamportsAsSol(walletRentExemptLamports),
        ),
      );
    }
  }
  if (simulation === undefined) return;
  if (!simulation.isSuccess) {
    findings.warn(
      'simulation-failed',
      t('Simulation failed'),
      joinSentences([simulation.error ?? '', simulation.advice ?? '']),
    );
    return;
  }
  if (simulation.unitsConsumed !== null && simulation.unitsConsumed > fees.computeUnitLimit) {
    findings.warn(
      'over-compute-units',
      t('Compute unit limit exceeded in the simulation'),
      `${formatCount(simulation.unitsConsumed)} / ${formatCount(fees.computeUnitLimit)} CU`,
    );
  }
  const trade = succeedingTrade(facts.outcome);
  const gross =
    (trade === null ? null : valueInLamports(trade.gross)) ??
    simulatedGain(simulation) + fees.feeLamports + outflow.tipLamports;
  if (gross <= 0n) return;
  const gain = t('gain {0}', formatLamportsAsSol(gross));
  const isTipTold = findings.has('net-gain-negative') || findings.has('tip-share-high');
  if (outflow.tipLamports > gross && !isTipTold) {
    findings.warn(
      'tip-above-gain',
      t('Tip above the simulated gain'),
      joinList([t('tips {0}', formatLamportsAsSol(outflow.tipLamports)), gain]),
    );
  }
  if (fees.feeLamports * 100n > gross * maxFeeSharePercent) {
    findings.warn(
      'fee-above-share',
      t('Fee above {0} of the simulated gain', formatPercent(Number(maxFeeSharePercent) / 100)),
      joinList([t('fee {0}', formatLamportsAsSol(fees.feeLamports)), gain]),
    );
  }
}

/** Used if no route is known. Includes wrapped SOL, ignores gains in other tokens. */
const simulatedGain = ({ changes }: SimulationReport): bigint =>
  changes
    .filter(
      ({ account, mint }) =>
        mint === wrappedSolMint || (mint === null && !tipProviderByAccount.has(account)),
    )
    .reduce((sum, { before, after }) => sum + after - before, 0n);

/** The same message with another signature within this time is most likely a double click. */
const duplicateMessageMilliseconds = 10_000;

export const sandboxCluster = 'sandbox';

export const bundleOnlyMessage = t('Sent as a bundle only, with no fallback.');

export function checkSending(
  feePayer: string,
  { submission, history, cluster, expectedCluster, wallets }: CheckFacts,
  findings: Findings,
): void {
  const { sameSignatureMilliseconds: same, sameMessageMilliseconds: message } = history ?? {};
  if (same !== undefined) {
    findings.warn(
      'sent-before',
      joinLabel(t('Already sent'), formatTimeAgo(0, same)),
      t('A transaction lands only once. Send it again only if it was lost.'),
    );
  } else if (message !== undefined && message <= duplicateMessageMilliseconds) {
    findings.warn(
      'same-message',
      joinLabel(t('Same message already sent'), formatTimeAgo(0, message)),
    );
  }
  if (cluster !== undefined) {
    const network = cluster.name ?? t('chain with genesis {0}', cluster.genesisHash);
    if (expectedCluster !== undefined && cluster.name !== expectedCluster) {
      findings.refuse(
        'other-cluster',
        joinLabel(t('Wrong network'), network),
        joinLabel(t('Expected network'), expectedCluster),
      );
    } else if (cluster.name !== sandboxCluster) {
      findings.inform('cluster', joinLabel(t('Network'), network));
    }
  } else if (expectedCluster !== undefined) {
    findings.inform(
      'cluster-not-checked',
      joinLabel(t('Network not checked'), expectedCluster),
      noNodeMessage,
    );
  }
  if (wallets !== undefined && wallets.size > 0 && !wallets.has(feePayer)) {
    findings.warn(
      'other-wallet',
      joinLabel(t('Not one of your wallets'), joinNote(shortAddress(feePayer), t('fee payer'))),
      feePayer,
    );
  }
  if (submission !== undefined) {
    const { receiver, simulates, isBundleOnly, openPathDescription } = submission;
    findings.inform(
      'channel',
      simulates ? t('Sent to {0}, simulated first', receiver) : t('Sent to {0}', receiver),
      isBundleOnly ? bundleOnlyMessage : openPathDescription,
    );
  }
}
