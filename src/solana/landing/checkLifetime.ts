import { t } from '@vscode/l10n';
import type { WireTransaction } from '../wireTransaction.ts';
import type { LifetimeFacts } from './checkFacts.ts';
import { type DurableNonce, findDurableNonce } from './durableNonce.ts';
import type { Findings, LifetimeReport } from './transactionReport.ts';

/** A blockhash with fewer blocks left may expire on its way. */
const expiresSoonBlocks = 30;

export function checkLifetime(
  transaction: WireTransaction,
  facts: LifetimeFacts | undefined,
  findings: Findings,
): LifetimeReport {
  const { blockhash } = transaction;
  const nonce = findDurableNonce(transaction);
  if (nonce !== null) return checkNonce(blockhash, nonce, facts, findings);
  const known = facts?.kind === 'blockhash' ? facts : null;
  const blocksLeft = known?.blocksLeft ?? null;
  if (known === null) {
    findings.inform(
      'blockhash-not-checked',
      t('Its blockhash was not checked: this connection has no node to ask.'),
    );
  } else if (!known.isValid) {
    findings.refuse(
      'blockhash-expired',
      t(
        'Its blockhash {0} is expired or not of this chain: sign it again with a new one.',
        blockhash,
      ),
    );
  } else if (blocksLeft !== null && blocksLeft < expiresSoonBlocks) {
    findings.warn(
      'blockhash-expires-soon',
      t('Its blockhash expires in {0} blocks: it may be too late when it arrives.', blocksLeft),
    );
  }
  return { kind: 'blockhash', blockhash, isValid: known?.isValid ?? null, blocksLeft };
}

function checkNonce(
  blockhash: string,
  { account, authority }: DurableNonce,
  facts: LifetimeFacts | undefined,
  findings: Findings,
): LifetimeReport {
  const known = facts?.kind === 'nonce' ? facts : null;
  const isValid = known === null ? null : known.nonce === blockhash;
  findings.inform(
    'durable-nonce',
    t('It uses the durable nonce of {0}: it does not expire until that advances.', account),
  );
  if (known?.nonce === null) {
    findings.refuse('no-nonce-account', t('The account {0} holds no durable nonce.', account));
  } else if (known !== null && isValid === false) {
    findings.refuse(
      'nonce-advanced',
      t('The nonce of {0} is {1} now: sign it again with that.', account, known.nonce),
    );
  } else if (known !== null && known.authority !== authority) {
    findings.refuse(
      'nonce-authority',
      t('{0} is not the authority of the nonce {1}.', authority, account),
    );
  }
  return { kind: 'nonce', nonce: blockhash, account, authority, isValid };
}
