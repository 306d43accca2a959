import type { ActiveConnection } from '../connections/activeConnection.ts';
import { sourceLabel } from '../connections/connections.ts';
import { type Disposable, DisposableStore } from '../disposable.ts';
import { AddressCodeLensProvider } from './addressCodeLensProvider.ts';
import { AddressCompletionProvider } from './addressCompletionProvider.ts';
import { AddressDiagnostics } from './addressDiagnostics.ts';
import { AddressHoverProvider } from './addressHoverProvider.ts';
import { AddressInlayHintProvider } from './addressInlayHintProvider.ts';
import { AddressLinkProvider } from './addressLinkProvider.ts';
import { AddressMenu } from './addressMenu.ts';
import { AddressQuickFixProvider } from './addressQuickFixProvider.ts';
import { AddressTerminalLinkProvider } from './addressTerminalLinkProvider.ts';
import { findPoolInBackend, lookupTableSizeFromBackend } from './backendLookups.ts';
import { DocumentScanner } from './documentScanner.ts';
import { InspectTransactionCommand } from './inspectTransactionCommand.ts';
import { LookUpCommand } from './lookUpCommand.ts';
import type { RecentResponses } from './recentResponses.ts';
import { RemoteLookup } from './remoteLookup.ts';

export interface AddressesFeatureOptions {
  readonly active: Pick<ActiveConnection, 'service' | 'current' | 'onSwitch' | 'request'>;
  readonly recentResponses: RecentResponses;
  /** The tracked wallets, once they are known; they have their names wherever they stand. */
  readonly trackedWallets: Promise<NamedWallets>;
}

/** Wallets with names, which may change. */
export interface NamedWallets {
  readonly all: Iterable<{ readonly address: string; readonly name: string }>;
  readonly onChange: (listener: () => void) => Disposable;
}

/** Everything that makes addresses come alive in documents and terminals. */
export class AddressesFeature extends DisposableStore {
  /** For tests, as the editor runs no terminal link for them. */
  readonly terminalLinks: AddressTerminalLinkProvider;
  readonly hovers: AddressHoverProvider;
  readonly #recentResponses: RecentResponses;

  constructor({ active, recentResponses, trackedWallets }: AddressesFeatureOptions) {
    super();
    this.#recentResponses = recentResponses;
    const remoteLookup = new RemoteLookup({
      service: active.service,
      recentResponses,
      findPool: (address, signal) => findPoolInBackend(active, address, signal),
      lookupTableSize: (address, signal) => lookupTableSizeFromBackend(active, address, signal),
    });
    const scanner = new DocumentScanner();
    const label = () => sourceLabel(active.current);
    // What the last market told is not true of another one.
    this.add(
      active.onSwitch(() => {
        recentResponses.clear();
        remoteLookup.clear();
      }),
    );
    this.hovers = this.add(
      new AddressHoverProvider({ recentResponses, remoteLookup, sourceLabel: label }),
    );
    this.add(
      new LookUpCommand(new AddressMenu({ recentResponses, remoteLookup, sourceLabel: label })),
    );
    this.add(new InspectTransactionCommand());
    this.terminalLinks = this.add(new AddressTerminalLinkProvider(recentResponses));
    this.add(new AddressLinkProvider({ scanner, recentResponses }));
    this.add(
      new AddressQuickFixProvider(this.add(new AddressDiagnostics({ scanner, recentResponses }))),
    );
    this.add(new AddressInlayHintProvider(recentResponses));
    this.add(new AddressCodeLensProvider({ scanner, recentResponses }));
    this.add(new AddressCompletionProvider(recentResponses));
    // Whoever loads them tells of a failure.
    trackedWallets.then((tracked) => this.#followWallets(tracked)).catch(() => undefined);
  }

  /** Now and when they change. */
  #followWallets(wallets: NamedWallets): void {
    const remember = () => this.#recentResponses.setWallets(wallets.all);
    remember();
    this.add(wallets.onChange(remember));
  }
}
