import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../api/marketError.ts';
import { escapeIcons } from '../../api/sanitizeText.ts';
import { executeCommand } from '../commandsAndSettings.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import type { FactSheet } from './factSheet.ts';
import { addressKind, isWalletLike, localFacts } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';
import {
  type LookupResult,
  lookupResultFacts,
  noteOnly,
  type RemoteLookup,
} from './remoteLookup.ts';

export interface AddressMenuOptions {
  readonly recentResponses: RecentResponses;
  readonly remoteLookup: RemoteLookup;
  /** What answers, in words. */
  readonly sourceLabel: () => string;
}

/** What the service told, and what it is. */
interface RemoteFactSheet {
  readonly kind: LookupResult['kind'];
  readonly factSheet: FactSheet;
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
    const { recentResponses, remoteLookup } = this.#options;
    const facts = localFacts(address, recentResponses);
    const pick = vscode.window.createQuickPick<MenuItem>();
    const closed = new AbortController();
    pick.title = `${facts.title} · ${facts.kindLabel}`;
    pick.placeholder = address;
    pick.matchOnDescription = true;
    pick.items = this.#items(address, facts, null);
    pick.busy = true;
    const chosen = new Promise<MenuItem | undefined>((resolve) => {
      pick.onDidAccept(() => resolve(pick.activeItems[0]));
      pick.onDidHide(() => resolve(undefined));
    });
    pick.show();
    void this.#lookUp(address, remoteLookup, closed.signal).then((found) => {
      if (closed.signal.aborted) return;
      pick.busy = false;
      if (found === null) return;
      const { title, kindLabel } = found.factSheet;
      if (title !== '') pick.title = `${title} · ${kindLabel}`;
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

  async #lookUp(
    address: string,
    remote: RemoteLookup,
    signal: AbortSignal,
  ): Promise<RemoteFactSheet | null> {
    try {
      const answer = await remote.get(address, signal);
      const factSheet = lookupResultFacts(answer, this.#options.recentResponses);
      return factSheet === null ? null : { kind: answer.kind, factSheet };
    } catch (error) {
      const words = MarketError.is(error) ? error.message : t('The service did not answer.');
      return { kind: 'nothing', factSheet: noteOnly(words) };
    }
  }

  /** What can be done with what it is. */
  #actions(address: string, remote: RemoteFactSheet | null): MenuItem[] {
    const kind = addressKind(address, this.#options.recentResponses);
    if (kind === 'mint' || remote?.kind === 'token') {
      return [
        {
          label: `$(symbol-misc) ${t('Open Token Panel')}`,
          run: () => executeCommand('arbscope.openToken', address),
        },
        {
          label: `$(database) ${t('Show Pools')}`,
          run: () => executeCommand('arbscope.showPools', address),
        },
      ];
    }
    if (kind === 'pool' || remote?.kind === 'pool') {
      return [
        {
          label: `$(target) ${t('Reveal in Market Cache')}`,
          run: () => executeCommand('arbscope.revealPool', address),
        },
      ];
    }
    if (kind !== 'unknown' || !isWalletLike(address)) return [];
    return [
      {
        label: `$(eye) ${t('Track Wallet')}`,
        run: () => executeCommand('arbscope.trackWallet', address),
      },
    ];
  }

  #items(address: string, local: FactSheet, remote: RemoteFactSheet | null): MenuItem[] {
    return [
      ...this.#actions(address, remote),
      {
        label: `$(copy) ${t('Copy Address')}`,
        run: () => executeCommand('arbscope.copyAddress', address),
      },
      {
        label: `$(link-external) ${t('Open in Explorer')}`,
        run: () => openExplorer('address', address),
      },
      ...factItems(t('Known here'), local),
      ...(remote === null ? [] : factItems(this.#options.sourceLabel(), remote.factSheet)),
    ];
  }
}

/** Choosing a fact copies its value. */
function factItems(heading: string, { facts, warnings, note }: FactSheet): MenuItem[] {
  if (facts.length + warnings.length === 0 && (note ?? '') === '') return [];
  return [
    { label: heading, kind: vscode.QuickPickItemKind.Separator },
    ...warnings.map((warning) => ({ label: '⚠', description: escapeIcons(warning) })),
    ...facts.map(([name, value]) => ({
      label: name,
      description: escapeIcons(value),
      run: () => vscode.env.clipboard.writeText(value),
    })),
    ...(note === undefined || note === '' ? [] : [{ label: escapeIcons(note) }]),
  ];
}
