import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { ConnectionStore } from '../connection/connectionStore.ts';
import type { MarketConnection } from '../connection/marketConnection.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import type { Log } from '../log.ts';
import type { Prompter } from '../prompts/prompter.ts';
import { type LandingActive, LandingCalls } from './landingCalls.ts';
import { expectedCluster } from './landingSettings.ts';
import { LandingsView } from './landingsView.ts';
import { LandTransaction } from './landTransaction.ts';
import { madeWallets, SandboxWallet } from './sandboxWallet.ts';

export interface LandingPartsOptions {
  readonly active: LandingActive & Pick<ActiveConnection, 'overview'>;
  readonly store: Pick<ConnectionStore, 'all'>;
  readonly market: Pick<MarketConnection, 'onLanding' | 'onState'>;
  readonly prompter: Prompter;
  readonly log: Log;
  /** Addresses of the wallets that the user tracks. */
  readonly trackedWallets: () => Promise<readonly string[]>;
  /** For the key files of Sandbox wallets, outside of every workspace. */
  readonly walletFolder: string;
}

/** Everything that lands transactions from the editor. */
export class LandingParts implements Disposable {
  readonly view: LandingsView;
  readonly #own = new DisposableList();

  constructor(options: LandingPartsOptions) {
    const { active, store, market, prompter, log, walletFolder } = options;
    const wallets = () => ownWallets(options);
    const calls = new LandingCalls({ active, store, wallets, cluster: expectedCluster });
    this.view = this.#own.add(new LandingsView({ calls, market, prompter, log }));
    const showLandings = () => this.view.reveal();
    this.#own.add(new LandTransaction({ calls, active, prompter, log, showLandings }));
    this.#own.add(new SandboxWallet({ calls, active, prompter, folder: walletFolder }));
  }

  dispose(): void {
    this.#own.dispose();
  }
}

/** Who tracks no wallet has not said which are the user's own. */
async function ownWallets({ trackedWallets, walletFolder }: LandingPartsOptions) {
  const tracked = await trackedWallets();
  return tracked.length === 0 ? [] : [...tracked, ...(await madeWallets(walletFolder))];
}
