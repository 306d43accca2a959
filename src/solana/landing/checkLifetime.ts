import type { WireTransaction } from '../wireTransaction.ts';
import type { LifetimeFacts } from './checkFacts.ts';
import { type DurableNonce, nonceOf } from './nonceOf.ts';
import type { Finding, LifetimeReport } from './transactionReport.ts';

/** A blockhash with fewer blocks left may expire on its way. */
const fewBlocks = 30;

interface Checked {
  readonly lifetime: LifetimeReport;
  readonly findings: readonly Finding[];
}

export function checkLifetime(
  transaction: WireTransaction,
  facts: LifetimeFacts | undefined,
): Checked {
  const { blockhash } = transaction;
  const nonce = nonceOf(transaction);
  if (nonce !== null) return checkNonce(blockhash, nonce, facts);
  const known = facts?.kind === 'blockhash' ? facts : null;
  const lifetime: LifetimeReport = {
    kind: 'blockhash',
    blockhash,
    isValid: known?.isValid ?? null,
    blocksLeft: known?.blocksLeft ?? null,
  };
  if (known === null) {
    return {
      lifetime,
      findings: [
        {
          rank: 'inform',
          code: 'blockhash-not-checked',
          message: 'Its blockhash was not checked: this connection has no node to ask.',
        },
      ],
    };
  }
  if (!known.isValid) {
    return {
      lifetime,
      findings: [
        {
          rank: 'refuse',
          code: 'blockhash-expired',
          message: `Its blockhash ${blockhash} is expired or not of this chain: sign it again with a new one.`,
        },
      ],
    };
  }
  const left = known.blocksLeft;
  if (left === null || left >= fewBlocks) return { lifetime, findings: [] };
  return {
    lifetime,
    findings: [
      {
        rank: 'warn',
        code: 'blockhash-expires-soon',
        message: `Its blockhash expires in ${left} blocks: it may be too late when it arrives.`,
      },
    ],
  };
}

function checkNonce(
  blockhash: string,
  { account, authority }: DurableNonce,
  facts: LifetimeFacts | undefined,
): Checked {
  const known = facts?.kind === 'nonce' ? facts : null;
  const isValid = known === null ? null : known.nonce === blockhash;
  const findings: Finding[] = [
    {
      rank: 'inform',
      code: 'durable-nonce',
      message: `It uses the durable nonce of ${account}: it does not expire until that advances.`,
    },
  ];
  if (known?.nonce === null) {
    findings.push({
      rank: 'refuse',
      code: 'no-nonce-account',
      message: `The account ${account} holds no durable nonce.`,
    });
  } else if (isValid === false) {
    findings.push({
      rank: 'refuse',
      code: 'nonce-advanced',
      message: `The nonce of ${account} is ${known?.nonce} now: sign it again with that.`,
    });
  } else if (known !== null && known.authority !== authority) {
    findings.push({
      rank: 'refuse',
      code: 'nonce-authority',
      message: `${authority} is not the authority of the nonce ${account}.`,
    });
  }
  return { lifetime: { kind: 'nonce', nonce: blockhash, account, authority, isValid }, findings };
}
