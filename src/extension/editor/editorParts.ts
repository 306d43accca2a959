import type { ActiveConnection } from '../connection/activeConnection.ts';
import { sourceWords } from '../connection/connections.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { AddressMenu } from './addressMenu.ts';
import { CodeLenses } from './codeLenses.ts';
import { Completions } from './completions.ts';
import { Diagnostics } from './diagnostics.ts';
import { DocumentLinks } from './documentLinks.ts';
import { DocumentScans } from './documentScans.ts';
import { Hovers } from './hovers.ts';
import { InlayHints } from './inlayHints.ts';
import { InspectTransaction } from './inspectTransaction.ts';
import { LookUp } from './lookUp.ts';
import type { MarketMemory } from './marketMemory.ts';
import { poolOf, tableSizeOf } from './processTables.ts';
import { QuickFixes } from './quickFixes.ts';
import { RemoteFacts } from './remoteFacts.ts';
import { TerminalLinks } from './terminalLinks.ts';

export interface EditorPartsOptions {
  readonly active: Pick<ActiveConnection, 'service' | 'current' | 'onSwitch' | 'request'>;
  readonly memory: MarketMemory;
  /** The tracked wallets, once they are known; they have their names wherever they stand. */
  readonly wallets: Promise<NamedWallets>;
}

/** Wallets with names, which may change. */
export interface NamedWallets {
  readonly all: Iterable<{ readonly address: string; readonly name: string }>;
  readonly onChange: (listener: () => void) => Disposable;
}

/** Everything that makes addresses come alive in documents and terminals. */
export class EditorParts implements Disposable {
  /** For tests, as the editor runs no terminal link for them. */
  readonly terminalLinks: TerminalLinks;
  readonly hovers: Hovers;
  readonly #own = new DisposableList();
  readonly #memory: MarketMemory;

  constructor({ active, memory, wallets }: EditorPartsOptions) {
    const own = this.#own;
    this.#memory = memory;
    const remote = new RemoteFacts({
      service: active.service,
      memory,
      pool: (address, signal) => poolOf(active, address, signal),
      table: (address, signal) => tableSizeOf(active, address, signal),
    });
    const scans = new DocumentScans();
    const source = () => sourceWords(active.current);
    // What the last market told is not true of another one.
    own.add(
      active.onSwitch(() => {
        memory.clear();
        remote.clear();
      }),
    );
    this.hovers = own.add(new Hovers({ memory, remote, source }));
    own.add(new LookUp(new AddressMenu({ memory, remote, source })));
    own.add(new InspectTransaction());
    this.terminalLinks = own.add(new TerminalLinks(memory));
    own.add(new DocumentLinks({ scans, memory }));
    own.add(new QuickFixes(own.add(new Diagnostics({ scans, memory }))));
    own.add(new InlayHints(memory));
    own.add(new CodeLenses({ scans, memory }));
    own.add(new Completions(memory));
    // Whoever loads them tells of a failure.
    wallets.then((tracked) => this.#nameWallets(tracked)).catch(() => undefined);
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** Now and when they change. */
  #nameWallets(wallets: NamedWallets): void {
    const remember = () => this.#memory.rememberWallets(wallets.all);
    remember();
    this.#own.add(wallets.onChange(remember));
  }
}
