import { t } from '@vscode/l10n';
import type { WireTransaction } from '../wireTransaction.ts';
import type { LifetimeFacts } from './checkFacts.ts';
import { type DurableNonce, findDurableNonce } from './durableNonce.ts';
import type { Finding, LifetimeReport } from './transactionReport.ts';

/** A blockhash with fewer blocks left may expire on its way. */
const expiresSoonBlocks = 30;

interface LifetimeCheck {
  readonly lifetime: LifetimeReport;
  readonly findings: readonly Finding[];
}

export function checkLifetime(
  transaction: WireTransaction,
  facts: LifetimeFacts | undefined,
): LifetimeCheck {
  const { blockhash } = transaction;
  const nonce = findDurableNonce(transaction);
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
          message: t('Its blockhash was not checked: this connection has no node to ask.'),
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
          message: t(
            'Its blockhash {0} is expired or not of this chain: sign it again with a new one.',
            blockhash,
          ),
        },
      ],
    };
  }
  const left = known.blocksLeft;
  if (left === null || left >= expiresSoonBlocks) return { lifetime, findings: [] };
  return {
    lifetime,
    findings: [
      {
        rank: 'warn',
        code: 'blockhash-expires-soon',
        message: t(
          'Its blockhash expires in {0} blocks: it may be too late when it arrives.',
          left,
        ),
      },
    ],
  };
}

function checkNonce(
  blockhash: string,
  { account, authority }: DurableNonce,
  facts: LifetimeFacts | undefined,
): LifetimeCheck {
  const known = facts?.kind === 'nonce' ? facts : null;
  const isValid = known === null ? null : known.nonce === blockhash;
  const findings: Finding[] = [
    {
      rank: 'inform',
      code: 'durable-nonce',
      message: t(
        'It uses the durable nonce of {0}: it does not expire until that advances.',
        account,
      ),
    },
  ];
  if (known?.nonce === null) {
    findings.push({
      rank: 'refuse',
      code: 'no-nonce-account',
      message: t('The account {0} holds no durable nonce.', account),
    });
  } else if (isValid === false) {
    findings.push({
      rank: 'refuse',
      code: 'nonce-advanced',
      message: t(
        'The nonce of {0} is {1} now: sign it again with that.',
        account,
        String(known?.nonce),
      ),
    });
  } else if (known !== null && known.authority !== authority) {
    findings.push({
      rank: 'refuse',
      code: 'nonce-authority',
      message: t('{0} is not the authority of the nonce {1}.', authority, account),
    });
  }
  return { lifetime: { kind: 'nonce', nonce: blockhash, account, authority, isValid }, findings };
}
