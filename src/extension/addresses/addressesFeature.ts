import * as vscode from 'vscode';
import type { LookupTableResponse } from '../../backend/protocol/callProtocol.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { sourceLabel } from '../base/connections.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { WorkspaceIdls } from '../idl/workspaceIdls.ts';
import { DocumentScanner } from '../shared/documentScanner.ts';
import { PoolClient } from '../shared/poolClient.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { rankWallet } from '../shared/walletRankings.ts';
import { AddressDiagnostics } from './addressDiagnostics.ts';
import { AddressHoverProvider } from './addressHoverProvider.ts';
import { showAddressMenu } from './addressMenu.ts';
import {
  addressCodeLensProvider,
  addressCompletionProvider,
  addressInlayHintProvider,
  addressLinkProvider,
  addressTerminalLinkProvider,
} from './addressProviders.ts';
import { addressQuickFixProvider } from './addressQuickFixProvider.ts';
import { InspectTransactionCommand } from './inspectTransactionCommand.ts';
import { LookUpCommand } from './lookUpCommand.ts';
import { RemoteLookup } from './remoteLookup.ts';

export interface AddressesFeatureOptions {
  readonly active: Pick<
    ActiveConnection,
    'service' | 'arbscope' | 'current' | 'onOverview' | 'onSwitch' | 'overview' | 'request'
  >;
  readonly recentResponses: RecentResponses;
  /** Their names appear wherever their addresses do. */
  readonly tracked: Pick<TrackedWallets, 'all' | 'onChange'>;
  readonly idls: WorkspaceIdls;
  readonly isBotConfig: (uri: vscode.Uri) => boolean;
}

export class AddressesFeature extends DisposableStore {
  /** Public for tests, because VS Code cannot run terminal links for them. */
  readonly terminalLinks: ReturnType<typeof addressTerminalLinkProvider>;
  readonly hovers: AddressHoverProvider;
  readonly diagnostics: AddressDiagnostics;

  constructor(options: AddressesFeatureOptions) {
    super();
    const { active, recentResponses, tracked } = options;
    const { languages } = vscode;
    const pools = new PoolClient(active);
    const remoteLookup = new RemoteLookup({
      service: active.service,
      recentResponses,
      findPool: async (address, signal) => {
        // The Sandbox and nodes fill the table themselves. A service's table is large and counts
        // against its rate limits, so only the Market Cache view loads it.
        if (active.current.kind !== 'service') await pools.load({}, { signal });
        return await pools.find(address, { signal });
      },
      rankWallet: (address, signal) => rankWallet(active.arbscope, address, { signal }),
      sourceLabel: () => sourceLabel(active.current),
      lookupTableSize: async (address, signal) => {
        const response = await active.request('lookupTable', { address }, { signal });
        return (response as LookupTableResponse).addresses;
      },
      idls: options.idls,
    });
    const scanner = new DocumentScanner();
    const lookup = { recentResponses, remoteLookup };
    this.add(
      active.onSwitch(() => {
        recentResponses.clear();
        remoteLookup.clear();
      }),
    );
    const rememberSolPrice = () => {
      const price = active.overview.status?.engine?.solPrice ?? null;
      recentResponses.setSolPrice(
        price && { usd: price.priceUsd, atMilliseconds: price.timeSeconds * 1_000 },
      );
    };
    rememberSolPrice();
    this.add(active.onOverview(rememberSolPrice));
    const diagnostics = this.add(new AddressDiagnostics(scanner, recentResponses));
    this.diagnostics = diagnostics;
    this.hovers = this.add(
      new AddressHoverProvider({ ...lookup, diagnostics, idls: options.idls }),
    );
    this.add(new LookUpCommand((address) => showAddressMenu(address, lookup)));
    this.add(new InspectTransactionCommand(options.idls));
    this.terminalLinks = addressTerminalLinkProvider(recentResponses);
    this.add(vscode.window.registerTerminalLinkProvider(this.terminalLinks));
    const links = addressLinkProvider(scanner, recentResponses);
    this.add(languages.registerDocumentLinkProvider('*', links));
    this.add(
      languages.registerCodeActionsProvider('*', addressQuickFixProvider(diagnostics), {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
      }),
    );
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
    const hintChanges = changesOf('arbscope.inlayHints');
    const inlayHints = addressInlayHintProvider(scanner, recentResponses, hintChanges);
    this.add(languages.registerInlayHintsProvider('*', inlayHints));
    const lensChanges = changesOf('arbscope.codeLens');
    const codeLenses = addressCodeLensProvider(scanner, recentResponses, lensChanges);
    this.add(languages.registerCodeLensProvider('*', codeLenses));
    const completions = addressCompletionProvider(recentResponses, options.isBotConfig);
    this.add(languages.registerCompletionItemProvider('*', completions));
    const rememberWallets = () => recentResponses.setWallets(tracked.all);
    rememberWallets();
    this.add(tracked.onChange(rememberWallets));
  }
}
