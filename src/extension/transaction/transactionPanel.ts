import { t } from '@vscode/l10n';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  isTransactionState,
  parseTransactionRequest,
  type TransactionContent,
  type TransactionPageRequest,
  type TransactionState,
} from '../../webview/messages/transaction.ts';
import { panelIds } from '../contributions.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import type { PanelKind } from '../ui/panels/panelKind.ts';
import { parseSignature } from './parseSignature.ts';
import type { TransactionDocuments } from './transactionDocuments.ts';
import type { TransactionLoader } from './transactionLoader.ts';

export function createTransactionPanel(
  loader: Pick<TransactionLoader, 'load'>,
  documents: Pick<TransactionDocuments, 'open'>,
): PanelKind<TransactionState, TransactionContent, TransactionPageRequest> {
  return {
    id: panelIds.transaction,
    page: 'transaction',
    isState: (value): value is TransactionState =>
      isTransactionState(value) && parseSignature(value.signature).kind === 'signature',
    keyOf: ({ signature }) => signature,
    titleOf: ({ signature }) => t('Transaction {0}', shortAddress(signature)),
    load: ({ signature }, options) => loader.load(signature, options),
    readRequest: parseTransactionRequest,
    handle: async (request, { state }) => {
      if (request.type === 'open-document') {
        await documents.open(state.signature, AbortSignal.timeout(documentTimeoutMilliseconds));
        return;
      }
      await openExplorer(request.what, request.id);
    },
  };
}

const documentTimeoutMilliseconds = 60_000;
