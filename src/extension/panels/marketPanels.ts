import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ImageRequest } from '../../market/callProtocol.ts';
import { wrappedSolMint } from '../../solana/knownMints.ts';
import type {
  PercentileContent,
  PercentileQuery,
  PercentileRequest,
} from '../../webview/messages/percentiles.ts';
import type { TokenContent, TokenRequest, TokenState } from '../../webview/messages/token.ts';
import { type ActiveConnection, placeOfFailure } from '../connection/activeConnection.ts';
import type { MarketConnection } from '../connection/marketConnection.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import type { MarketMemory } from '../editor/marketMemory.ts';
import type { Log } from '../log.ts';
import { readUserSetting, registerCommand } from '../register.ts';
import type { FinderAnswer } from '../views/finderAnswer.ts';
import { Panels } from './panels.ts';
import { PercentileHistory } from './percentileHistory.ts';
import { percentileSource, percentilesPanel, withLimit } from './percentilesPanel.ts';
import { mintOf, queryOf } from './rowTargets.ts';
import { TokenImages } from './tokenImages.ts';
import { isMint, tokenPanel } from './tokenPanel.ts';
import { TokenPools } from './tokenPools.ts';

export interface MarketPanelsOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'request' | 'current' | 'overview' | 'onSwitch' | 'onOverview'
  >;
  readonly market: Pick<MarketConnection, 'request'>;
  readonly finder: { readonly answer: FinderAnswer | null };
  readonly memory: Pick<MarketMemory, 'mint'>;
  /** Where answers of the last day are kept. */
  readonly historyFolder: string;
  /** Folder of the extension. */
  readonly root: vscode.Uri;
  readonly log: Log;
}

/** The percentile charts and the tokens, and the commands that open them. */
export class MarketPanels implements Disposable {
  readonly percentiles: Panels<PercentileQuery, PercentileContent, PercentileRequest>;
  readonly tokens: Panels<TokenState, TokenContent, TokenRequest>;
  readonly #own = new DisposableList();

  constructor(options: MarketPanelsOptions) {
    const { active, market, finder, memory, historyFolder, root, log } = options;
    const { service } = active;
    const source = () => {
      const told = percentileSource(active);
      // A service tells no price by itself, but its transactions do.
      return { ...told, solPrice: told.solPrice ?? priceOf(memory, wrappedSolMint) };
    };
    const place = () => placeOfFailure(active);
    const history = new PercentileHistory({ folder: historyFolder });
    this.percentiles = this.#own.add(
      new Panels({ kind: percentilesPanel({ service, source, history, log }), root, log, place }),
    );
    const images = new TokenImages({
      request: (url, signal) => market.request('fetchImage', imageRequest(url), { signal }),
      areWanted: () => readUserSetting('arbscope.token.showPictures'),
      isTrusted: () => vscode.workspace.isTrusted,
    });
    this.tokens = this.#own.add(
      new Panels({
        kind: tokenPanel({
          service,
          images,
          source,
          pools: new TokenPools({ request: active.request.bind(active) }),
          price: (mint) => priceOf(memory, mint),
          finder: () => figuresOf(finder.answer),
        }),
        root,
        log,
        place,
      }),
    );
    this.#own.add(
      active.onOverview(() => this.percentiles.update((content) => withLimit(content, source()))),
    );
    this.#own.add(
      active.onSwitch(() => {
        this.percentiles.reload();
        this.tokens.reload();
      }),
    );
    this.#own.add(registerCommand('arbscope.openPercentiles', (what) => this.#percentiles(what)));
    this.#own.add(registerCommand('arbscope.openToken', (what) => this.#token(what)));
  }

  dispose(): void {
    this.#own.dispose();
  }

  #percentiles(what: unknown): void {
    this.percentiles.open(queryOf(what, this.percentiles.stateOf('')));
  }

  async #token(what: unknown): Promise<void> {
    const mint = mintOf(what) ?? (await askForMint());
    if (mint !== undefined) this.tokens.open({ mint });
  }
}

function priceOf(memory: Pick<MarketMemory, 'mint'>, mint: string): TokenContent['price'] {
  const { priceUsd = null, pricedAt = '' } = memory.mint(mint) ?? {};
  if (priceUsd === null || !Number.isFinite(priceUsd)) return null;
  const at = Date.parse(pricedAt);
  return { usd: priceUsd, atMilliseconds: Number.isFinite(at) ? at : null };
}

const imageRequest = (url: string): ImageRequest => ({ url });

const figuresOf = (answer: FinderAnswer | null) =>
  answer === null
    ? null
    : {
        result: answer.result,
        windowSeconds:
          answer.result.filters.tokensTimeRange ?? answer.request.tokensTimeRange ?? null,
        answeredAtMilliseconds: answer.answeredAtMilliseconds,
      };

async function askForMint(): Promise<string | undefined> {
  const text = await vscode.window.showInputBox({
    title: t('Open Token'),
    prompt: t('Mint of the token'),
    placeHolder: t('Base58, 32 to 44 characters'),
    validateInput: (typed) =>
      isMint(typed.trim()) ? null : t('A mint is an address of 32 bytes in Base58.'),
  });
  return text?.trim();
}
