import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ImageRequest } from '../../backend/protocol/callProtocol.ts';
import { wrappedSolMint } from '../../solana/knownMints.ts';
import type {
  PercentileContent,
  PercentileQuery,
  PercentileRequest,
} from '../../webview/messages/percentiles.ts';
import type { TokenContent, TokenRequest, TokenState } from '../../webview/messages/token.ts';
import type { RecentResponses } from '../addresses/recentResponses.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import { readUserSetting, registerCommand } from '../commandsAndSettings.ts';
import { type ActiveConnection, getErrorContext } from '../connections/activeConnection.ts';
import { DisposableStore } from '../disposable.ts';
import type { FinderResponse } from '../finder/finderResponse.ts';
import type { Log } from '../log.ts';
import { TokenImages } from '../token/tokenImages.ts';
import { createTokenPanel, isMint } from '../token/tokenPanel.ts';
import { TokenPools } from '../token/tokenPools.ts';
import { PanelManager } from '../ui/panels/panelManager.ts';
import { parseMintArgument, parsePercentileQueryArgument } from './panelArguments.ts';
import { PercentileHistory } from './percentileHistory.ts';
import { createPercentilesPanel, getPercentileSource, withRateLimit } from './percentilesPanel.ts';

export interface MarketPanelsFeatureOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'request' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly backend: Pick<BackendClient, 'request'>;
  readonly finder: { readonly response: FinderResponse | null };
  readonly memory: Pick<RecentResponses, 'mint'>;
  /** Where answers of the last day are kept. */
  readonly historyFolder: string;
  /** Folder of the extension. */
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

/** The percentile charts and the tokens, and the commands that open them. */
export class MarketPanelsFeature extends DisposableStore {
  readonly percentiles: PanelManager<PercentileQuery, PercentileContent, PercentileRequest>;
  readonly tokens: PanelManager<TokenState, TokenContent, TokenRequest>;

  constructor(options: MarketPanelsFeatureOptions) {
    super();
    const { active, backend, finder, memory, historyFolder, extensionUri, log } = options;
    const { service } = active;
    const source = () => {
      const connectionSource = getPercentileSource(active);
      // A service tells no price by itself, but its transactions do.
      return {
        ...connectionSource,
        solPrice: connectionSource.solPrice ?? tokenPrice(memory, wrappedSolMint),
      };
    };
    const errorContext = () => getErrorContext(active);
    const history = new PercentileHistory({ folder: historyFolder });
    this.percentiles = this.add(
      new PanelManager({
        kind: createPercentilesPanel({ service, source, history, log }),
        extensionUri,
        log,
        errorContext,
      }),
    );
    const images = new TokenImages({
      request: (url, signal) => backend.request('fetchImage', imageRequest(url), { signal }),
      isEnabled: () => readUserSetting('arbscope.token.showPictures'),
      isTrusted: () => vscode.workspace.isTrusted,
    });
    this.tokens = this.add(
      new PanelManager({
        kind: createTokenPanel({
          service,
          images,
          source,
          pools: new TokenPools({ request: active.request.bind(active) }),
          price: (mint) => tokenPrice(memory, mint),
          finder: () => toFinderFigures(finder.response),
        }),
        extensionUri,
        log,
        errorContext,
      }),
    );
    this.add(
      active.onOverview(() =>
        this.percentiles.update((content) => withRateLimit(content, source())),
      ),
    );
    this.add(
      active.onSwitch(() => {
        this.percentiles.reload();
        this.tokens.reload();
      }),
    );
    this.add(registerCommand('arbscope.openPercentiles', (what) => this.#openPercentiles(what)));
    this.add(registerCommand('arbscope.openToken', (what) => this.#openToken(what)));
  }

  #openPercentiles(what: unknown): void {
    this.percentiles.open(parsePercentileQueryArgument(what, this.percentiles.stateOf('')));
  }

  async #openToken(what: unknown): Promise<void> {
    const mint = parseMintArgument(what) ?? (await promptForMint());
    if (mint !== undefined) this.tokens.open({ mint });
  }
}

function tokenPrice(memory: Pick<RecentResponses, 'mint'>, mint: string): TokenContent['price'] {
  const { priceUsd = null, pricedAt = '' } = memory.mint(mint) ?? {};
  if (priceUsd === null || !Number.isFinite(priceUsd)) return null;
  const at = Date.parse(pricedAt);
  return { usd: priceUsd, atMilliseconds: Number.isFinite(at) ? at : null };
}

const imageRequest = (url: string): ImageRequest => ({ url });

const toFinderFigures = (answer: FinderResponse | null) =>
  answer === null
    ? null
    : {
        result: answer.result,
        windowSeconds:
          answer.result.filters.tokensTimeRange ?? answer.request.tokensTimeRange ?? null,
        answeredAtMilliseconds: answer.answeredAtMilliseconds,
      };

async function promptForMint(): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: t('Open Token'),
    prompt: t('Mint of the token'),
    placeHolder: t('Base58, 32 to 44 characters'),
    validateInput: (typed) =>
      isMint(typed.trim()) ? null : t('A mint is an address of 32 bytes in Base58.'),
  });
  return text?.trim();
}
