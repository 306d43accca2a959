import { t } from '@vscode/l10n';
import type { Competition } from '../../api/arbscope/competition.ts';
import { MarketError } from '../../api/marketError.ts';
import type { CompetitionRequest, Unlanded } from '../../backend/protocol/callProtocol.ts';
import type { CompetitionContent } from '../../webview/messages/competition.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import type { ChannelCallOptions } from '../backend/channelMarketService.ts';
import { parseCallResponse } from '../backend/channelMessages.ts';
import type { ConnectionStore } from '../backend/connectionStore.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import { isSimulated, type NodeConnection } from '../base/connections.ts';
import type { WalletLabels } from '../shared/competitionMessage.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { LoadOptions } from '../ui/panels/panelKind.ts';
import { buildCompetitionContent } from './competitionContent.ts';

export interface CompetitionLoaderOptions {
  readonly active: Pick<ActiveConnection, 'arbscope' | 'current' | 'settingsOf'>;
  readonly backend: Pick<BackendClient, 'request'>;
  readonly store: Pick<ConnectionStore, 'all'>;
  readonly recentResponses: Pick<RecentResponses, 'addCompetition'>;
  readonly tracked: WalletLabels;
  /** The user's transaction, if it expired before it reached a block. */
  readonly unlanded: (signature: string) => Promise<Unlanded | null>;
}

interface Asked extends Pick<CompetitionRequest, 'parameters'> {
  readonly slotsAfter: number;
}

/** Loads the competition for an arbitrage from the active connection, or else from the user's node. */
export class CompetitionLoader {
  readonly #options: CompetitionLoaderOptions;

  constructor(options: CompetitionLoaderOptions) {
    this.#options = options;
  }

  async load(
    signature: string,
    slotsAfter: number,
    options: LoadOptions,
  ): Promise<CompetitionContent> {
    const { active, store } = this.#options;
    // Keep the connection: the user may switch it meanwhile.
    const { current } = active;
    const { signal, report, forceRefresh = false } = options;
    report(t('Reading the blocks around the transaction…'));
    const onBlocks = (read: number, of: number) =>
      report(t('Reading the blocks around the transaction: {0} of {1}…', read, of));
    // The backend gives its bytes to no service.
    const unlanded = await this.#options.unlanded(signature);
    const parameters = { signature, after: slotsAfter, ...unlanded };
    try {
      const found = await active.arbscope.competition(parameters, {
        ...{ signal, forceRefresh, onBlocks },
      });
      const about = { source: current.name, isSimulated: isSimulated(current), note: '' };
      return this.#contentOf(found, slotsAfter, about);
    } catch (error) {
      const node = store.all.find((one) => one.kind === 'node');
      const isNotOffered = MarketError.is(error, 'not-offered');
      const isElsewhere = isNotOffered || MarketError.is(error, 'not-found');
      if (current.kind === 'service' && isElsewhere && node !== undefined) {
        report(t('{0} has no competition for it. Reading blocks of {1}…', current.name, node.name));
        const asked = { parameters, slotsAfter };
        return await this.#loadFromNode(current.name, node, asked, { signal, onBlocks });
      }
      if (isNotOffered && current.kind === 'service') {
        return { kind: 'not-offered', source: current.name };
      }
      throw error;
    }
  }

  async #loadFromNode(
    service: string,
    node: NodeConnection,
    { parameters, slotsAfter }: Asked,
    { signal, onBlocks }: Pick<ChannelCallOptions, 'signal' | 'onBlocks'>,
  ): Promise<CompetitionContent> {
    const { active, backend } = this.#options;
    const { name } = node;
    try {
      const request: CompetitionRequest = {
        settings: await active.settingsOf(node),
        parameters,
      };
      const { result } = parseCallResponse(
        await backend.request('readCompetition', request, {
          signal,
          onProgress: (progress) => {
            if (progress.kind === 'blocks') onBlocks?.(progress.read, progress.of);
          },
        }),
      );
      const note = t(
        '{0} has no competition for it. Read from blocks of the node {1}; only SOL has a price.',
        service,
        name,
      );
      // Not validated: our own backend computed it.
      const found = result as Competition;
      return this.#contentOf(found, slotsAfter, { source: name, isSimulated: false, note });
    } catch (failure) {
      // Use the node's error kind: the user can act on it.
      const { kind, message } = asMarketError(failure);
      throw new MarketError(kind, t('Competition from {0}: {1}', name, message), {
        cause: failure,
      });
    }
  }

  #contentOf(
    found: Competition,
    slotsAfter: number,
    about: { readonly source: string; readonly isSimulated: boolean; readonly note: string },
  ): CompetitionContent {
    const { recentResponses, tracked } = this.#options;
    recentResponses.addCompetition(found);
    return buildCompetitionContent(found, slotsAfter, { ...about, wallets: tracked });
  }
}
