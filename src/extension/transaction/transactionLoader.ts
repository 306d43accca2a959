import { t } from '@vscode/l10n';
import type { RecordedNames } from '../../api/arbscope/idlNames.ts';
import { MarketError } from '../../api/marketError.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { TransactionDetail } from '../../api/transaction.ts';
import type {
  CallResponse,
  NodeTransactionResponse,
  TransactionRequest,
} from '../../backend/protocol/callProtocol.ts';
import type { NameTransactionResponse } from '../../backend/protocol/idlProtocol.ts';
import type { TransactionContent } from '../../webview/messages/transaction.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import { parseCallResponse } from '../backend/channelMessages.ts';
import type { ConnectionStore } from '../backend/connectionStore.ts';
import { asMarketError, waitingMessage } from '../backend/errorDescription.ts';
import { type Connection, isSimulated, type NodeConnection } from '../base/connections.ts';
import type { ErrorSources } from '../idl/errorSources.ts';
import type { WorkspaceIdls } from '../idl/workspaceIdls.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { LoadOptions } from '../ui/panels/panelKind.ts';
import { findRecordedExample } from './findRecordedExample.ts';
import { buildTransactionContent } from './transactionContent.ts';
import { transactionNames } from './transactionNames.ts';

export interface TransactionLoaderOptions {
  readonly active: Pick<ActiveConnection, 'service' | 'current' | 'settingsOf' | 'request'>;
  readonly backend: Pick<BackendClient, 'request'>;
  readonly store: Pick<ConnectionStore, 'all'>;
  readonly recentResponses: Pick<RecentResponses, 'addTransaction'>;
  /** Of the workspace's programs. */
  readonly idls: Pick<WorkspaceIdls, 'isEmpty' | 'mayName'>;
  readonly errorSources: Pick<ErrorSources, 'find'>;
}

/** Loads a transaction from the active connection, or else from the user's own node. */
export class TransactionLoader {
  readonly #options: TransactionLoaderOptions;

  constructor(options: TransactionLoaderOptions) {
    this.#options = options;
  }

  async load(signature: string, options: LoadOptions): Promise<TransactionContent> {
    const { active, store } = this.#options;
    // Keep the connection: the user may switch it meanwhile.
    const { current } = active;
    const recorded = await findRecordedExample(signature);
    if (recorded !== null) return buildTransactionContent(recorded.detail, recorded.source);
    try {
      return await this.#withNames(
        current,
        await this.#fetch(current, signature, options),
        options,
      );
    } catch (error) {
      const node = nodeIn(store);
      const isUnknown = current.kind === 'service' && MarketError.is(error, 'not-found');
      if (!isUnknown || node === undefined) throw error;
      options.report(t('Not found by {0}. Querying {1}…', current.name, node.name));
      try {
        return await this.#fetchFromNode(current, node, signature, options.signal);
      } catch (failure) {
        // Use the node's error kind: the user can act on it.
        const { kind, message } = asMarketError(failure);
        const text = t('Not found by {0}. {1}: {2}', current.name, node.name, message);
        throw new MarketError(kind, text, { cause: failure });
      }
    }
  }

  /** The index has no instructions, so the chain is queried if there may be IDLs. */
  async #withNames(
    current: Connection,
    content: TransactionContent,
    { signal }: LoadOptions,
  ): Promise<TransactionContent> {
    const { idls } = this.#options;
    if (!idls.mayName(current)) return content;
    try {
      const names = await this.#loadNames(current, content.signature, signal);
      return names === null ? content : await this.#addNames(content, names, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      // Nobody expects names of a program that may publish none.
      if (idls.isEmpty) return content;
      const note = t('Instructions were not named: {0}', asMarketError(error).message);
      return { ...content, sourceNote: [content.sourceNote, note].filter(Boolean).join(' ') };
    }
  }

  async #addNames(
    content: TransactionContent,
    names: RecordedNames,
    signal: AbortSignal,
  ): Promise<TransactionContent> {
    const { error } = names;
    const errorSource =
      error === null
        ? ''
        : await this.#options.errorSources.find(error.program, error.name, signal);
    return { ...content, ...transactionNames(names), errorSource };
  }

  /** A service has no instructions, but the user's node may. `null`: there is none. */
  async #loadNames(
    current: Connection,
    signature: string,
    signal: AbortSignal,
  ): Promise<NameTransactionResponse> {
    const { active, backend, store } = this.#options;
    if (current.kind !== 'service') {
      const names = await active.request('nameTransaction', { signature }, { signal });
      return names as NameTransactionResponse;
    }
    const node = isSimulated(current) ? undefined : nodeIn(store);
    if (node === undefined) return null;
    const request: TransactionRequest = { settings: await active.settingsOf(node), signature };
    const read = await backend.request('readTransaction', request, { signal });
    return (read as NodeTransactionResponse).names;
  }

  async #fetch(
    { name }: Connection,
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
    this.#options.recentResponses.addTransaction(answer);
    if (answer.from_node === true) {
      notes.unshift(t('Not in the index. Fetched from the node and decoded on this machine.'));
    }
    // The response may have told it.
    const { current } = this.#options.active;
    const source = { name, isSimulated: isSimulated(current), note: notes.join(' ') };
    return buildTransactionContent(answer, source);
  }

  async #fetchFromNode(
    service: Connection,
    node: NodeConnection,
    signature: string,
    signal: AbortSignal,
  ): Promise<TransactionContent> {
    const { active, backend } = this.#options;
    const request: TransactionRequest = { settings: await active.settingsOf(node), signature };
    const read = await backend.request('readTransaction', request, { signal });
    const { result } = parseCallResponse(read);
    const { names } = read as NodeTransactionResponse;
    const note = t(
      'Not found by {0}. Fetched from the node {1} and decoded on this machine. USD prices come from its own swaps.',
      service.name,
      node.name,
    );
    const source = { name: node.name, isSimulated: false, note };
    // Not validated: our own backend decoded it.
    const content = buildTransactionContent(result as TransactionDetail, source);
    return await this.#addNames(content, names, signal);
  }
}

const nodeIn = (store: Pick<ConnectionStore, 'all'>): NodeConnection | undefined =>
  store.all.find((one) => one.kind === 'node');

function faultMessages({ faults = [] }: Omit<CallResponse, 'result'>): string[] {
  if (faults.length === 0) return [];
  const messages = faults.map(({ message }) => sanitizeText(message, 200)).join(' ');
  return [t('Some parts could not be read: {0}', messages)];
}
