import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { shortAddress } from '../shortAddress.ts';
import type { WireTransaction } from '../wireTransaction.ts';
import type { LifetimeFacts } from './checkFacts.ts';
import { type DurableNonce, findDurableNonce } from './durableNonce.ts';
import { type Findings, type LifetimeReport, noNodeMessage } from './transactionReport.ts';

/** With fewer blocks left, a blockhash may expire before the transaction arrives. */
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
    findings.inform('blockhash-not-checked', t('Blockhash not checked'), noNodeMessage);
  } else if (!known.isValid) {
    findings.refuse(
      'blockhash-expired',
      t('Blockhash expired or from another chain'),
      t('Sign the transaction again with a new blockhash.'),
    );
  } else if (blocksLeft !== null && blocksLeft < expiresSoonBlocks) {
    findings.warn(
      'blockhash-expires-soon',
      blocksLeft === 1
        ? t('Blockhash expires in 1 block')
        : t('Blockhash expires in {0} blocks', blocksLeft),
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
    t('Durable nonce: valid until it advances'),
    joinLabel(t('Nonce account'), account),
  );
  if (known?.nonce === null) {
    findings.refuse(
      'no-nonce-account',
      joinLabel(t('Not a nonce account'), shortAddress(account)),
      account,
    );
  } else if (known !== null && isValid === false) {
    findings.refuse(
      'nonce-advanced',
      t('The nonce advanced: sign the transaction again'),
      joinLabel(t('Current nonce'), known.nonce),
    );
  } else if (known !== null && known.authority !== authority) {
    findings.refuse(
      'nonce-authority',
      joinLabel(t('Wrong nonce authority'), shortAddress(authority)),
      authority,
    );
  }
  return { kind: 'nonce', nonce: blockhash, account, authority, isValid };
}
