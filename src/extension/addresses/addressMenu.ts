import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeIcons } from '../../api/sanitizeText.ts';
import { executeCommand } from '../commandsAndSettings.ts';
import type { CommandId } from '../contributions.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import type { LookupContext } from './addressHoverProvider.ts';
import type { FactSheet } from './factSheet.ts';
import { addressKind, isWalletLike, localFacts } from './localFacts.ts';
import {
  type LookupResult,
  lookupErrorMessage,
  lookupResultFacts,
  noteOnly,
} from './remoteLookup.ts';

interface RemoteFactSheet {
  readonly kind: LookupResult['kind'];
  readonly factSheet: FactSheet;
}

type LookupCommandId = Extract<
  CommandId,
  | 'arbscope.openToken'
  | 'arbscope.showPools'
  | 'arbscope.revealPool'
  | 'arbscope.trackWallet'
  | 'arbscope.copyAddress'
>;

interface MenuItem extends vscode.QuickPickItem {
  readonly run?: () => unknown;
}

/**
 * The quick pick of an address: what can be done with it, and what is known of it. Facts of the
 * service join when they come. Resolves when the pick is closed.
 */
export async function showAddressMenu(address: string, options: LookupContext): Promise<void> {
  const facts = localFacts(address, options.recentResponses);
  const pick = vscode.window.createQuickPick<MenuItem>();
  const closed = new AbortController();
  pick.title = `${facts.title} · ${facts.kindLabel}`;
  pick.placeholder = address;
  pick.matchOnDescription = true;
  pick.items = menuItems(address, facts, null, options);
  pick.busy = true;
  const chosen = new Promise<MenuItem | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.activeItems[0]));
    pick.onDidHide(() => resolve(undefined));
  });
  pick.show();
  void lookUp(address, options, closed.signal).then((found) => {
    if (closed.signal.aborted) return;
    pick.busy = false;
    if (found === null) return;
    const { title, kindLabel } = found.factSheet;
    if (title !== '') pick.title = `${title} · ${kindLabel}`;
    pick.items = menuItems(address, facts, found, options);
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

async function lookUp(
  address: string,
  { recentResponses, remoteLookup }: LookupContext,
  signal: AbortSignal,
): Promise<RemoteFactSheet | null> {
  try {
    const result = await remoteLookup.get(address, signal);
    const factSheet = lookupResultFacts(result, recentResponses);
    return factSheet === null ? null : { kind: result.kind, factSheet };
  } catch (error) {
    return { kind: 'nothing', factSheet: noteOnly(lookupErrorMessage(error)) };
  }
}

function menuItems(
  address: string,
  local: FactSheet,
  remote: RemoteFactSheet | null,
  { recentResponses, sourceLabel }: LookupContext,
): MenuItem[] {
  const kind = addressKind(address, recentResponses);
  const item = (label: string, command: LookupCommandId): MenuItem => ({
    label,
    run: () => executeCommand(command, address),
  });
  return [
    ...(kind === 'mint' || remote?.kind === 'token'
      ? [
          item(`$(symbol-misc) ${t('Open Token Panel')}`, 'arbscope.openToken'),
          item(`$(database) ${t('Show Pools')}`, 'arbscope.showPools'),
        ]
      : kind === 'pool' || remote?.kind === 'pool'
        ? [item(`$(target) ${t('Reveal in Market Cache')}`, 'arbscope.revealPool')]
        : kind === 'unknown' && isWalletLike(address)
          ? [item(`$(eye) ${t('Track Wallet')}`, 'arbscope.trackWallet')]
          : []),
    item(`$(copy) ${t('Copy Address')}`, 'arbscope.copyAddress'),
    {
      label: `$(link-external) ${t('Open in Explorer')}`,
      run: () => openExplorer('address', address),
    },
    ...factItems(t('Known here'), local),
    ...(remote === null ? [] : factItems(sourceLabel(), remote.factSheet)),
  ];
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
