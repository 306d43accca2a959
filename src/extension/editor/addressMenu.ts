import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { withoutIcons } from '../../interface/displayText.ts';
import { MarketError } from '../../interface/marketError.ts';
import { openExplorer } from '../openExplorer.ts';
import { runCommand } from '../register.ts';
import type { Facts } from './facts.ts';
import { isWalletLike, localFacts, localKind } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';
import { bare, type RemoteAnswer, type RemoteFacts, remoteFacts } from './remoteFacts.ts';

export interface AddressMenuOptions {
  readonly memory: MarketMemory;
  readonly remote: RemoteFacts;
  /** What answers, in words. */
  readonly source: () => string;
}

/** What the service told, and what it is. */
interface Told {
  readonly kind: RemoteAnswer['kind'];
  readonly facts: Facts;
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
      const { title, what } = found.facts;
      if (title !== '') pick.title = `${title} · ${what}`;
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
  ): Promise<Told | null> {
    try {
      const answer = await remote.get(address, signal);
      const facts = remoteFacts(answer, this.#options.memory);
      return facts === null ? null : { kind: answer.kind, facts };
    } catch (error) {
      const words = MarketError.is(error) ? error.message : t('The service did not answer.');
      return { kind: 'nothing', facts: bare(words) };
    }
  }

  /** What can be done with what it is. */
  #actions(address: string, remote: Told | null): MenuItem[] {
    const kind = localKind(address, this.#options.memory);
    if (kind === 'mint' || remote?.kind === 'token') {
      return [
        {
          label: `$(symbol-misc) ${t('Open Token Panel')}`,
          run: () => runCommand('arbscope.openToken', address),
        },
        {
          label: `$(database) ${t('Show Pools')}`,
          run: () => runCommand('arbscope.showPools', address),
        },
      ];
    }
    if (kind === 'pool' || remote?.kind === 'pool') {
      return [
        {
          label: `$(target) ${t('Reveal in Market Cache')}`,
          run: () => runCommand('arbscope.revealPool', address),
        },
      ];
    }
    if (kind !== 'unknown' || !isWalletLike(address)) return [];
    return [
      {
        label: `$(eye) ${t('Track Wallet')}`,
        run: () => runCommand('arbscope.trackWallet', address),
      },
    ];
  }

  #items(address: string, local: Facts, remote: Told | null): MenuItem[] {
    return [
      ...this.#actions(address, remote),
      {
        label: `$(copy) ${t('Copy Address')}`,
        run: () => runCommand('arbscope.copyAddress', address),
      },
      {
        label: `$(link-external) ${t('Open in Explorer')}`,
        run: () => openExplorer('address', address),
      },
      ...factItems(t('Known here'), local),
      ...(remote === null ? [] : factItems(this.#options.source(), remote.facts)),
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
