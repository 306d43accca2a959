import type { Unlanded } from '../../backend/protocol/callProtocol.ts';
import type { LandingEntry } from '../../backend/protocol/landingProtocol.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import type { ConnectionStore } from '../backend/connectionStore.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import type { ConfirmedReceivers } from '../connections/confirmedReceivers.ts';
import type { ErrorSources } from '../idl/errorSources.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { LandExampleCommand } from './landExampleCommand.ts';
import { LandingClient, type LandingConnection } from './landingClient.ts';
import { expectedCluster, gainLimits, landingOptions } from './landingSettings.ts';
import { LandingsView } from './landingsView.ts';
import { LandTransactionCommand } from './landTransactionCommand.ts';
import { SandboxWalletCommands } from './sandboxWalletCommands.ts';
import { sandboxWalletAddresses } from './sandboxWallets.ts';
import { findUnlanded } from './unlanded.ts';

export interface LandingFeatureOptions {
  readonly active: LandingConnection & Pick<ActiveConnection, 'overview' | 'service'>;
  readonly store: Pick<ConnectionStore, 'all'>;
  readonly receivers: ConfirmedReceivers;
  readonly market: Pick<
    BackendClient,
    'onLanding' | 'journalProblem' | 'onJournalProblem' | 'onState'
  >;
  readonly prompter: Prompter;
  readonly log: Log;
  readonly errorSources: ErrorSources;
  readonly tracked: Pick<TrackedWallets, 'addresses'>;
  /** Contains the Sandbox wallets' key files; outside every workspace. */
  readonly walletFolder: string;
}

export class LandingFeature extends DisposableStore {
  readonly view: LandingsView;
  readonly #client: LandingClient;
  readonly #active: LandingFeatureOptions['active'];

  constructor(options: LandingFeatureOptions) {
    super();
    const { active, store, receivers, market, prompter, log, walletFolder } = options;
    const wallets = () => userWallets(options);
    const client = new LandingClient({
      ...{ active, store, wallets },
      cluster: expectedCluster,
      options: landingOptions,
      gainLimits,
    });
    this.#client = client;
    this.#active = active;
    this.view = this.add(new LandingsView({ client, market, prompter, log }));
    this.add(
      new LandTransactionCommand({
        ...{ client, receivers, active, prompter, log },
        errorSources: options.errorSources,
        showLandings: () => this.view.reveal(),
        outcomeOf: (entry) => this.view.outcomeOf(entry),
        gainOf: (entry) => gainOf(active, entry),
      }),
    );
    this.add(new SandboxWalletCommands({ client, active, prompter, folder: walletFolder }));
    this.add(new LandExampleCommand({ client, active, prompter, folder: walletFolder }));
  }

  /** `null` if no landing on the connection's chain expired with this signature. */
  async unlanded(signature: string): Promise<Unlanded | null> {
    const isSandbox = this.#active.current.kind === 'sandbox';
    return findUnlanded(await this.#client.entries(), signature, isSandbox);
  }
}

/**
 * A service is not asked, because the request would count against the key's limit. Nor is another
 * kind of connection, to which the user may have switched since.
 */
async function gainOf(
  { service, current }: Pick<ActiveConnection, 'service' | 'current'>,
  { kind, state, signature }: LandingEntry,
): Promise<number | null> {
  if (kind === 'service' || current.kind !== kind || state !== 'landed') return null;
  try {
    const { type, net_gains_usd: gain } = await service.transaction({ signature });
    return type === 'arbitrage' ? gain : null;
  } catch {
    // The panel of the transaction says why it cannot be read.
    return null;
  }
}

/** Empty if the user tracks no wallet: then payers cannot be checked. */
async function userWallets({ tracked, walletFolder }: LandingFeatureOptions) {
  const { addresses } = tracked;
  return addresses.length === 0
    ? []
    : [...addresses, ...(await sandboxWalletAddresses(walletFolder))];
}
