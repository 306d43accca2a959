import { t } from '@vscode/l10n';
import { wrappedSolMint } from '../baseMints.ts';
import { tipProviderByAccount } from '../tipAccounts.ts';
import type { TransactionVersion } from '../wireTransaction.ts';
import type { CheckFacts } from './checkFacts.ts';
import type { FeeReport, Findings, OutflowReport, SimulationReport } from './transactionReport.ts';

/** Rent-exempt minimum of an account without data: below it a wallet may not end, unless at 0. */
const walletRentExemptLamports = 890_880n;
/** A fee above this part of what the simulation gains is worth a question. */
const maxFeeSharePercent = 50n;

/** Whether the payer can pay, and whether it is worth it. */
export function checkCosts(
  feePayer: string,
  fees: FeeReport,
  outflow: OutflowReport,
  { payerLamports, simulation }: CheckFacts,
  findings: Findings,
): void {
  if (payerLamports !== undefined) {
    const held = payerLamports ?? 0n;
    const asked = fees.feeLamports + outflow.tipLamports + outflow.lamports;
    if (held < fees.feeLamports) {
      findings.refuse(
        'payer-cannot-pay-fee',
        t(
          'The fee payer {0} holds {1} lamports; the fee alone is {2}.',
          feePayer,
          String(held),
          String(fees.feeLamports),
        ),
      );
    } else if (held < asked) {
      findings.warn(
        'payer-short',
        t(
          'The fee payer holds {0} lamports; fee, tips and transfers come to {1}.',
          String(held),
          String(asked),
        ),
      );
    } else if (held > asked && held - asked < walletRentExemptLamports) {
      findings.warn(
        'payer-below-rent',
        t(
          'The fee payer would be left with {0} lamports, below the rent of a wallet ({1}).',
          String(held - asked),
          String(walletRentExemptLamports),
        ),
      );
    }
  }
  if (simulation === undefined) return;
  if (!simulation.isSuccess) {
    findings.warn('simulation-failed', t('The simulation failed: {0}.', String(simulation.error)));
    return;
  }
  if (simulation.unitsConsumed !== null && simulation.unitsConsumed > fees.computeUnitLimit) {
    findings.warn(
      'over-compute-units',
      t(
        'The simulation used {0} units of the {1} allowed.',
        simulation.unitsConsumed,
        fees.computeUnitLimit,
      ),
    );
  }
  const gross = simulatedGain(simulation) + fees.feeLamports + outflow.tipLamports;
  if (gross <= 0n) return;
  if (outflow.tipLamports > gross) {
    findings.warn(
      'tip-above-gain',
      t(
        'The tip of {0} lamports is more than the simulated gain of {1}.',
        String(outflow.tipLamports),
        String(gross),
      ),
    );
  }
  if (fees.feeLamports * 100n > gross * maxFeeSharePercent) {
    findings.warn(
      'fee-above-share',
      t(
        'The fee of {0} lamports is more than {1} % of the simulated gain of {2}.',
        String(fees.feeLamports),
        String(maxFeeSharePercent),
        String(gross),
      ),
    );
  }
}

/**
 * Lamports that the signers have more than before, wrapped ones among them: an arbitrage often ends
 * in an account of wrapped SOL. A gain in another token is not weighed here.
 */
const simulatedGain = ({ changes }: SimulationReport): bigint =>
  changes
    .filter(
      ({ account, mint }) =>
        mint === wrappedSolMint || (mint === null && !tipProviderByAccount.has(account)),
    )
    .reduce((sum, { before, after }) => sum + after - before, 0n);

/** The same message under another signature within this is most likely a double click. */
const duplicateMessageMilliseconds = 10_000;

/** As the Sandbox's chain calls itself: nothing of it can be mistaken for another. */
export const sandboxCluster = 'sandbox';

/** What the way to the chain and what was sent before have to say. */
export function checkSending(
  version: TransactionVersion,
  feePayer: string,
  { submission, history, cluster, expectedCluster, wallets }: CheckFacts,
  findings: Findings,
): void {
  const { sameSignatureMilliseconds: same, sameMessageMilliseconds: message } = history ?? {};
  if (same !== undefined) {
    findings.warn(
      'sent-before',
      t(
        'It was sent already, {0} ago. A transaction counts once: sending it again only helps when it was lost.',
        formatElapsed(same),
      ),
    );
  } else if (message !== undefined && message <= duplicateMessageMilliseconds) {
    findings.warn('same-message', t('The same message was sent {0} ago.', formatElapsed(message)));
  }
  if (cluster !== undefined) {
    if (expectedCluster !== undefined && cluster.name !== expectedCluster) {
      findings.refuse(
        'other-cluster',
        t(
          'The node is of {0}, not of {1}.',
          cluster.name ?? t('the chain with genesis {0}', cluster.genesisHash),
          expectedCluster,
        ),
      );
    } else if (cluster.name !== sandboxCluster) {
      findings.inform(
        'cluster',
        t(
          'The node is of {0}.',
          cluster.name ?? t('a chain of its own (genesis {0})', cluster.genesisHash),
        ),
      );
    }
  } else if (expectedCluster !== undefined) {
    findings.inform(
      'cluster-not-checked',
      t('That it goes to {0} was not checked: there is no node to ask.', expectedCluster),
    );
  }
  if (wallets !== undefined && wallets.size > 0 && !wallets.has(feePayer)) {
    findings.warn('other-wallet', t('The fee payer {0} is not among your wallets.', feePayer));
  }
  if (version === 1 && cluster?.name === 'mainnet-beta') {
    findings.warn(
      'version-1',
      t('Version 1 may not be active on this chain yet: nodes without it refuse it.'),
    );
  }
  if (submission !== undefined) {
    const way = submission.isBundleOnly
      ? t('as a bundle only, and in no other way when that fails')
      : (submission.openPathDescription ?? t('on the open path as well as in bundles'));
    const words = [
      t('It is sent to {0} {1}.', submission.host, way),
      ...(submission.simulates ? [t('It is simulated there first.')] : []),
    ];
    findings.inform('channel', words.join(' '));
  }
}

function formatElapsed(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
