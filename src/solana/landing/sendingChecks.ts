import { wrappedSolMint } from '../knownMints.ts';
import { tipProviders } from '../tipAccounts.ts';
import type { TransactionVersion } from '../wireTransaction.ts';
import type { CheckFacts } from './checkFacts.ts';
import type { FeeReport, Finding, OutflowReport, SimulationReport } from './transactionReport.ts';

interface Money {
  readonly fees: FeeReport;
  readonly outflow: OutflowReport;
  readonly feePayer: string;
}

/** Rent-exempt minimum of an account without data: below it a wallet may not end, unless at 0. */
const walletRentLamports = 890_880n;
/** A fee above this part of what the simulation gains is worth a question. */
const feeSharePercent = 50n;
const wholePercent = 100n;

/** Whether the payer can pay, and whether it is worth it. */
export function checkMoney({ fees, outflow, feePayer }: Money, facts: CheckFacts): Finding[] {
  const findings: Finding[] = [];
  const found = (rank: Finding['rank'], code: string, message: string) => {
    findings.push({ rank, code, message });
  };
  const { payerLamports, simulation } = facts;
  if (payerLamports !== undefined) {
    const held = payerLamports ?? 0n;
    const asked = fees.feeLamports + outflow.tipLamports + outflow.lamports;
    if (held < fees.feeLamports) {
      found(
        'refuse',
        'payer-cannot-pay-fee',
        `The fee payer ${feePayer} holds ${held} lamports; the fee alone is ${fees.feeLamports}.`,
      );
    } else if (held < asked) {
      found(
        'warn',
        'payer-short',
        `The fee payer holds ${held} lamports; fee, tips and transfers come to ${asked}.`,
      );
    } else if (held > asked && held - asked < walletRentLamports) {
      found(
        'warn',
        'payer-below-rent',
        `The fee payer would be left with ${held - asked} lamports, below the rent of a wallet (${walletRentLamports}).`,
      );
    }
  }
  if (simulation === undefined) return findings;
  if (!simulation.isSuccess) {
    found('warn', 'simulation-failed', `The simulation failed: ${simulation.error}.`);
    return findings;
  }
  if (simulation.unitsConsumed !== null && simulation.unitsConsumed > fees.computeUnitLimit) {
    found(
      'warn',
      'over-compute-units',
      `The simulation used ${simulation.unitsConsumed} units of the ${fees.computeUnitLimit} allowed.`,
    );
  }
  const gross = simulatedGain(simulation) + fees.feeLamports + outflow.tipLamports;
  if (gross <= 0n) return findings;
  if (outflow.tipLamports > gross) {
    found(
      'warn',
      'tip-above-gain',
      `The tip of ${outflow.tipLamports} lamports is more than the simulated gain of ${gross}.`,
    );
  }
  if (fees.feeLamports * wholePercent > gross * feeSharePercent) {
    found(
      'warn',
      'fee-above-share',
      `The fee of ${fees.feeLamports} lamports is more than ${feeSharePercent} % of the simulated gain of ${gross}.`,
    );
  }
  return findings;
}

/**
 * Lamports that the signers have more than before, wrapped ones among them: an arbitrage often ends
 * in an account of wrapped SOL. A gain in another token is not weighed here.
 */
const simulatedGain = ({ changes }: SimulationReport): bigint =>
  changes
    .filter(
      ({ account, mint }) =>
        mint === wrappedSolMint || (mint === null && !tipProviders.has(account)),
    )
    .reduce((sum, { before, after }) => sum + after - before, 0n);

/** The same message under another signature within this is most likely a double click. */
const sameMessageMilliseconds = 10_000;

/** As the Sandbox's chain calls itself: nothing of it can be mistaken for another. */
export const sandboxCluster = 'sandbox';

/** What the way to the chain and what was sent before have to say. */
export function checkSending(
  version: TransactionVersion,
  feePayer: string,
  { channel, history, cluster, expectedCluster, wallets }: CheckFacts,
): Finding[] {
  const findings: Finding[] = [];
  const found = (rank: Finding['rank'], code: string, message: string) => {
    findings.push({ rank, code, message });
  };
  const { sameSignatureMilliseconds: same, sameMessageMilliseconds: message } = history ?? {};
  if (same !== undefined) {
    found(
      'warn',
      'sent-before',
      `It was sent already, ${ago(same)} ago. A transaction counts once: sending it again only helps when it was lost.`,
    );
  } else if (message !== undefined && message <= sameMessageMilliseconds) {
    found('warn', 'same-message', `The same message was sent ${ago(message)} ago.`);
  }
  if (cluster !== undefined) {
    if (expectedCluster !== undefined && cluster.name !== expectedCluster) {
      found(
        'refuse',
        'other-cluster',
        `The node is of ${cluster.name ?? `the chain with genesis ${cluster.genesisHash}`}, not of ${expectedCluster}.`,
      );
    } else if (cluster.name !== sandboxCluster) {
      found(
        'inform',
        'cluster',
        `The node is of ${cluster.name ?? `a chain of its own (genesis ${cluster.genesisHash})`}.`,
      );
    }
  } else if (expectedCluster !== undefined) {
    found(
      'inform',
      'cluster-not-checked',
      `That it goes to ${expectedCluster} was not checked: there is no node to ask.`,
    );
  }
  if (wallets !== undefined && wallets.size > 0 && !wallets.has(feePayer)) {
    found('warn', 'other-wallet', `The fee payer ${feePayer} is not among your wallets.`);
  }
  if (version === 1 && cluster?.name === 'mainnet-beta') {
    found(
      'warn',
      'version-1',
      'Version 1 may not be active on this chain yet: nodes without it refuse it.',
    );
  }
  if (channel !== undefined) {
    const way = channel.isBundleOnly
      ? 'as a bundle only, and in no other way when that fails'
      : (channel.openWay ?? 'on the open path as well as in bundles');
    const checks = channel.simulates ? ' It is simulated there first.' : '';
    found('inform', 'channel', `It is sent to ${channel.host} ${way}.${checks}`);
  }
  return findings;
}

function ago(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
