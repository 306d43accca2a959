import { t } from '@vscode/l10n';
import { shortAddress } from '../../solana/shortAddress.ts';
import {
  isTransactionState,
  readTransactionRequest,
  type TransactionContent,
  type TransactionRequest,
  type TransactionState,
} from '../../webview/messages/transaction.ts';
import { panelIds } from '../contributions.ts';
import { openExplorer } from '../openExplorer.ts';
import { readSignature } from '../transaction/signatureText.ts';
import type { TransactionDocuments } from '../transaction/transactionDocuments.ts';
import type { PanelKind } from './panelKind.ts';
import type { TransactionLookUp } from './transactionLookUp.ts';

export interface TransactionPanelOptions {
  readonly lookUp: Pick<TransactionLookUp, 'find'>;
  readonly documents: Pick<TransactionDocuments, 'open'>;
}

export type TransactionPanelKind = PanelKind<
  TransactionState,
  TransactionContent,
  TransactionRequest
>;

/** The panel of a transaction: its route, what it earned and what it cost. */
export function transactionPanel({
  lookUp,
  documents,
}: TransactionPanelOptions): TransactionPanelKind {
  return {
    id: panelIds.transaction,
    page: 'routeMap',
    isState: (value): value is TransactionState =>
      isTransactionState(value) && readSignature(value.signature).kind === 'signature',
    keyOf: ({ signature }) => signature,
    titleOf: ({ signature }) => t('Transaction {0}', shortAddress(signature)),
    load: ({ signature }, options) => lookUp.find(signature, options),
    readRequest: readTransactionRequest,
    handle: async (request, { state }) => {
      if (request.type === 'open-document') {
        await documents.open(state.signature, AbortSignal.timeout(documentMilliseconds));
        return;
      }
      await openExplorer(request.what, request.id);
    },
  };
}

const documentMilliseconds = 60_000;
