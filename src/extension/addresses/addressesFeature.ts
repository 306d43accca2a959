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
export class AddressesFeature implements Disposable {
  /** For tests, as the editor runs no terminal link for them. */
  readonly terminalLinks: AddressTerminalLinkProvider;
  readonly hovers: AddressHoverProvider;
  readonly #disposables = new DisposableStore();
  readonly #recentResponses: RecentResponses;

  constructor({ active, recentResponses, trackedWallets }: AddressesFeatureOptions) {
    const disposables = this.#disposables;
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
    disposables.add(
      active.onSwitch(() => {
        recentResponses.clear();
        remoteLookup.clear();
      }),
    );
    this.hovers = disposables.add(
      new AddressHoverProvider({ recentResponses, remoteLookup, sourceLabel: label }),
    );
    disposables.add(
      new LookUpCommand(new AddressMenu({ recentResponses, remoteLookup, sourceLabel: label })),
    );
    disposables.add(new InspectTransactionCommand());
    this.terminalLinks = disposables.add(new AddressTerminalLinkProvider(recentResponses));
    disposables.add(new AddressLinkProvider({ scanner, recentResponses }));
    disposables.add(
      new AddressQuickFixProvider(
        disposables.add(new AddressDiagnostics({ scanner, recentResponses })),
      ),
    );
    disposables.add(new AddressInlayHintProvider(recentResponses));
    disposables.add(new AddressCodeLensProvider({ scanner, recentResponses }));
    disposables.add(new AddressCompletionProvider(recentResponses));
    // Whoever loads them tells of a failure.
    trackedWallets.then((tracked) => this.#followWallets(tracked)).catch(() => undefined);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Now and when they change. */
  #followWallets(wallets: NamedWallets): void {
    const remember = () => this.#recentResponses.setWallets(wallets.all);
    remember();
    this.#disposables.add(wallets.onChange(remember));
  }
}
