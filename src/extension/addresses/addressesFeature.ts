import * as vscode from 'vscode';
import type { LookupTableResponse } from '../../backend/protocol/callProtocol.ts';
import type { ActiveConnection } from '../connections/activeConnection.ts';
import { sourceLabel } from '../connections/connections.ts';
import { type Disposable, DisposableStore } from '../disposable.ts';
import { PoolClient } from '../marketCache/poolClient.ts';
import { addressCodeLensProvider } from './addressCodeLensProvider.ts';
import { addressCompletionProvider } from './addressCompletionProvider.ts';
import { AddressDiagnostics } from './addressDiagnostics.ts';
import { AddressHoverProvider } from './addressHoverProvider.ts';
import { addressInlayHintProvider } from './addressInlayHintProvider.ts';
import { addressLinkProvider } from './addressLinkProvider.ts';
import { showAddressMenu } from './addressMenu.ts';
import { addressQuickFixProvider } from './addressQuickFixProvider.ts';
import { AddressTerminalLinkProvider } from './addressTerminalLinkProvider.ts';
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
interface NamedWallets {
  readonly all: Iterable<{ readonly address: string; readonly name: string }>;
  readonly onChange: (listener: () => void) => Disposable;
}

/** Everything that makes addresses come alive in documents and terminals. */
export class AddressesFeature extends DisposableStore {
  /** For tests, as the editor runs no terminal link for them. */
  readonly terminalLinks: AddressTerminalLinkProvider;
  readonly hovers: AddressHoverProvider;

  constructor({ active, recentResponses, trackedWallets }: AddressesFeatureOptions) {
    super();
    const { languages } = vscode;
    const pools = new PoolClient(active);
    const remoteLookup = new RemoteLookup({
      service: active.service,
      recentResponses,
      findPool: async (address, signal) => {
        // An engine fills the table out of itself. A service's is large and counts against its
        // limits: there, whoever shows it has it filled.
        if (active.current.kind !== 'service') await pools.load({}, { signal });
        return await pools.find(address, { signal });
      },
      lookupTableSize: async (address, signal) => {
        const response = await active.request('lookupTable', { address }, { signal });
        return (response as LookupTableResponse).addresses;
      },
    });
    const scanner = new DocumentScanner();
    const options = {
      recentResponses,
      remoteLookup,
      sourceLabel: () => sourceLabel(active.current),
    };
    // What the last market told is not true of another one.
    this.add(
      active.onSwitch(() => {
        recentResponses.clear();
        remoteLookup.clear();
      }),
    );
    this.hovers = this.add(new AddressHoverProvider(options));
    this.add(new LookUpCommand((address) => showAddressMenu(address, options)));
    this.add(new InspectTransactionCommand());
    this.terminalLinks = new AddressTerminalLinkProvider(recentResponses);
    this.add(vscode.window.registerTerminalLinkProvider(this.terminalLinks));
    const links = addressLinkProvider(scanner, recentResponses);
    this.add(languages.registerDocumentLinkProvider('*', links));
    const diagnostics = this.add(new AddressDiagnostics(scanner, recentResponses));
    this.add(
      languages.registerCodeActionsProvider('*', addressQuickFixProvider(diagnostics), {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
    );
    /** Names have changed, or the setting that asks for them. */
    const changesOf = (section: 'arbscope.inlayHints' | 'arbscope.codeLens') => {
      const emitter = this.add(new vscode.EventEmitter<void>());
      this.add(recentResponses.onChange(() => emitter.fire()));
      this.add(
        vscode.workspace.onDidChangeConfiguration((change) => {
          if (change.affectsConfiguration(section)) emitter.fire();
        }),
      );
      return emitter.event;
    };
    const inlayHints = addressInlayHintProvider(recentResponses, changesOf('arbscope.inlayHints'));
    this.add(languages.registerInlayHintsProvider('*', inlayHints));
    const lensChanges = changesOf('arbscope.codeLens');
    const codeLenses = addressCodeLensProvider(scanner, recentResponses, lensChanges);
    this.add(languages.registerCodeLensProvider('*', codeLenses));
    const completions = addressCompletionProvider(recentResponses);
    this.add(languages.registerCompletionItemProvider('*', completions));
    const followWallets = (wallets: NamedWallets) => {
      const remember = () => recentResponses.setWallets(wallets.all);
      remember();
      this.add(wallets.onChange(remember));
    };
    // Whoever loads them tells of a failure.
    trackedWallets.then(followWallets).catch(() => undefined);
  }
}
