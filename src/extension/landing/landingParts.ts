import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { ConnectionStore } from '../connection/connectionStore.ts';
import type { MarketConnection } from '../connection/marketConnection.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import type { Log } from '../log.ts';
import type { Prompter } from '../prompts/prompter.ts';
import { type LandingActive, LandingCalls } from './landingCalls.ts';
import { LandingsView } from './landingsView.ts';
import { LandTransaction } from './landTransaction.ts';
import { SandboxWallet } from './sandboxWallet.ts';

export interface LandingPartsOptions {
  readonly active: LandingActive & Pick<ActiveConnection, 'overview'>;
  readonly store: Pick<ConnectionStore, 'all'>;
  readonly market: Pick<MarketConnection, 'onLanding' | 'onState'>;
  readonly prompter: Prompter;
  readonly log: Log;
  /** For the key files of Sandbox wallets, outside of every workspace. */
  readonly walletFolder: string;
}

/** Everything that lands transactions from the editor. */
export class LandingParts implements Disposable {
  readonly view: LandingsView;
  readonly #own = new DisposableList();

  constructor({ active, store, market, prompter, log, walletFolder }: LandingPartsOptions) {
    const calls = new LandingCalls(active, store);
    this.view = this.#own.add(new LandingsView({ calls, market, prompter, log }));
    const showLandings = () => this.view.reveal();
    this.#own.add(new LandTransaction({ calls, active, prompter, log, showLandings }));
    this.#own.add(new SandboxWallet({ calls, active, prompter, folder: walletFolder }));
  }

  dispose(): void {
    this.#own.dispose();
  }
}
