import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { TransactionDetail } from '../../api/transaction.ts';
import type { CallResponse, TransactionRequest } from '../../backend/protocol/callProtocol.ts';
import type { TransactionContent } from '../../webview/messages/transaction.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import { parseCallResponse } from '../backend/channelMessages.ts';
import type { ActiveConnection } from '../connections/activeConnection.ts';
import type { ConnectionStore } from '../connections/connectionStore.ts';
import type { Connection, NodeConnection } from '../connections/connections.ts';
import { asMarketError, waitingMessage } from '../ui/errorDescription.ts';
import type { LoadOptions } from '../ui/panels/panelKind.ts';
import { buildTransactionContent } from './transactionContent.ts';

export interface TransactionLoaderOptions {
  readonly active: Pick<ActiveConnection, 'service' | 'current' | 'settingsOf'>;
  readonly backend: Pick<BackendClient, 'request'>;
  readonly store: Pick<ConnectionStore, 'all'>;
}

/**
 * Finds what a panel shows of a transaction: the active connection is asked, and where it is a
 * service that does not know the signature, a node that the user has set up, which says so.
 */
export class TransactionLoader {
  readonly #options: TransactionLoaderOptions;

  constructor(options: TransactionLoaderOptions) {
    this.#options = options;
  }

  /** Throws a MarketError. */
  async load(signature: string, options: LoadOptions): Promise<TransactionContent> {
    const { active, store } = this.#options;
    // The connection that answers, whatever is chosen meanwhile.
    const { current } = active;
    try {
      return await this.#fetch(current, signature, options);
    } catch (error) {
      const node = store.all.find((one) => one.kind === 'node');
      const isUnknown = current.kind === 'service' && MarketError.is(error, 'not-found');
      if (!isUnknown || node === undefined) throw error;
      options.report(t('{0} does not know it: asking {1}…', current.name, node.name));
      try {
        return await this.#fetchFromNode(current, node, signature, options.signal);
      } catch (failure) {
        throw bothFailedError(current, node, failure);
      }
    }
  }

  async #fetch(
    { name, kind }: Connection,
    signature: string,
    { signal, report, forceRefresh = false }: LoadOptions,
  ): Promise<TransactionContent> {
    const notes: string[] = [];
    const answer = await this.#options.active.service.transaction(
      { signature },
      {
        signal,
        forceRefresh,
        onWaiting: (progress) => report(waitingMessage(progress)),
        onResponse: (about) => notes.push(...faultMessages(about)),
      },
    );
    if (answer.from_node === true) {
      notes.unshift(
        t('Not in the index: fetched from the node and decoded here. Each price has its own time.'),
      );
    }
    const source = { name, isSimulated: kind === 'sandbox', note: notes.join(' ') };
    return buildTransactionContent(answer, source, Date.now());
  }

  async #fetchFromNode(
    service: Connection,
    node: NodeConnection,
    signature: string,
    signal: AbortSignal,
  ): Promise<TransactionContent> {
    const { active, backend } = this.#options;
    const request: TransactionRequest = { settings: await active.settingsOf(node), signature };
    const { result } = parseCallResponse(
      await backend.request('readTransaction', request, { signal }),
    );
    const note = t(
      '{0} does not know this signature: it was fetched from the node {1} and decoded here. Figures in USD are at the prices of its own swaps alone.',
      service.name,
      node.name,
    );
    const source = { name: node.name, isSimulated: false, note };
    // The process decoded it itself, and speaks the same language.
    return buildTransactionContent(result as TransactionDetail, source, Date.now());
  }
}

/** What came of asking both; the kind is the node's, for that is where something can be done. */
function bothFailedError(service: Connection, node: NodeConnection, failure: unknown): MarketError {
  const { kind, message } = asMarketError(failure);
  const values = [service.name, node.name, message] as const;
  const text =
    kind === 'not-found'
      ? t('{0} does not know this signature. {1}: {2}', ...values)
      : t('{0} does not know this signature, and the node {1} did not tell it: {2}', ...values);
  return new MarketError(kind, text, { cause: failure });
}

function faultMessages({ faults = [] }: Omit<CallResponse, 'result'>): string[] {
  if (faults.length === 0) return [];
  const messages = faults.map(({ message }) => sanitizeText(message, 200)).join(' ');
  return [t('Left out, for it cannot be read: {0}', messages)];
}
