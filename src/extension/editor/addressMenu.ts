import * as vscode from 'vscode';
import { withoutIcons } from '../../interface/displayText.ts';
import { MarketError } from '../../interface/marketError.ts';
import { openExplorer } from '../openExplorer.ts';
import { runCommand } from '../register.ts';
import type { Facts } from './facts.ts';
import { isWalletLike, localFacts, localKind, whatOf } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';
import { type RemoteFacts, remoteFacts } from './remoteFacts.ts';

export interface AddressMenuOptions {
  readonly memory: MarketMemory;
  readonly remote: RemoteFacts;
  /** What answers, in words. */
  readonly source: () => string;
}

interface MenuItem extends vscode.QuickPickItem {
  readonly run?: () => unknown;
}

/**
 * The quick pick of an address: what can be done with it, and what is known of it. Facts of the
 * service join when they come.
 */
export class AddressMenu {
  readonly #options: AddressMenuOptions;

  constructor(options: AddressMenuOptions) {
    this.#options = options;
  }

  /** Resolves when the pick is closed. */
  async show(address: string): Promise<void> {
    const { memory, remote } = this.#options;
    const facts = localFacts(address, memory);
    const pick = vscode.window.createQuickPick<MenuItem>();
    const closed = new AbortController();
    pick.title = `${facts.title} · ${facts.what}`;
    pick.placeholder = address;
    pick.matchOnDescription = true;
    pick.items = this.#items(address, facts, null);
    pick.busy = true;
    const chosen = new Promise<MenuItem | undefined>((resolve) => {
      pick.onDidAccept(() => resolve(pick.activeItems[0]));
      pick.onDidHide(() => resolve(undefined));
    });
    pick.show();
    void this.#remoteFacts(address, remote, closed.signal).then((found) => {
      if (closed.signal.aborted) return;
      pick.busy = false;
      if (found === null) return;
      if (found.title !== '') pick.title = `${found.title} · ${found.what}`;
      pick.items = this.#items(address, facts, found);
    });
    try {
      const item = await chosen;
      pick.hide();
      await item?.run?.();
    } finally {
      closed.abort();
      pick.dispose();
    }
  }

  async #remoteFacts(
    address: string,
    remote: RemoteFacts,
    signal: AbortSignal,
  ): Promise<Facts | null> {
    try {
      return remoteFacts(await remote.get(address, signal), this.#options.memory);
    } catch (error) {
      const words = MarketError.is(error) ? error.message : 'The service did not answer.';
      return { title: '', what: '', facts: [], warnings: [], note: words };
    }
  }

  /** What can be done with what it is. */
  #actions(address: string, remote: Facts | null): MenuItem[] {
    const kind = localKind(address, this.#options.memory);
    if (kind === 'mint' || remote?.what === whatOf('mint')) {
      return [
        {
          label: '$(symbol-misc) Open Token Panel',
          run: () => runCommand('arbscope.openToken', address),
        },
        { label: '$(database) Show Pools', run: () => runCommand('arbscope.showPools', address) },
      ];
    }
    if (kind === 'pool' || remote?.what.startsWith('pool of ')) {
      return [
        {
          label: '$(target) Reveal in Market Cache',
          run: () => runCommand('arbscope.revealPool', address),
        },
      ];
    }
    if (kind !== 'unknown' || !isWalletLike(address)) return [];
    return [
      { label: '$(eye) Track Wallet', run: () => runCommand('arbscope.trackWallet', address) },
    ];
  }

  #items(address: string, local: Facts, remote: Facts | null): MenuItem[] {
    return [
      ...this.#actions(address, remote),
      {
        label: '$(copy) Copy Address',
        run: () => runCommand('arbscope.copyAddress', address),
      },
      {
        label: '$(link-external) Open in Explorer',
        run: () => openExplorer('address', address),
      },
      ...factItems('Known here', local),
      ...(remote === null ? [] : factItems(this.#options.source(), remote)),
    ];
  }
}

/** Choosing a fact copies its value. */
function factItems(heading: string, { facts, warnings, note }: Facts): MenuItem[] {
  if (facts.length + warnings.length === 0 && (note ?? '') === '') return [];
  return [
    { label: heading, kind: vscode.QuickPickItemKind.Separator },
    ...warnings.map((warning) => ({ label: '⚠', description: withoutIcons(warning) })),
    ...facts.map(([name, value]) => ({
      label: name,
      description: withoutIcons(value),
      run: () => vscode.env.clipboard.writeText(value),
    })),
    ...(note === undefined || note === '' ? [] : [{ label: withoutIcons(note) }]),
  ];
}
