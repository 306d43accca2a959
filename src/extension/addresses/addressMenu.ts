import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeIcons } from '../../api/sanitizeText.ts';
import type { CommandId } from '../contributions/commands.ts';
import { readSetting } from '../contributions/commandsAndSettings.ts';
import type { FactSheet } from '../shared/factSheet.ts';
import type { HoverLink } from '../shared/hoverMarkdown.ts';
import type { LookupContext } from './addressHoverProvider.ts';
import { hoverContent } from './hoverContent.ts';
import type { LookupDescription } from './remoteLookup.ts';

interface MenuItem extends vscode.QuickPickItem {
  readonly run?: () => unknown;
}

/** Resolves when the menu is closed. */
export async function showAddressMenu(address: string, options: LookupContext): Promise<void> {
  const pick = vscode.window.createQuickPick<MenuItem>();
  const closed = new AbortController();
  const show = (remote: LookupDescription | null) => {
    const found = { kind: 'address', text: address, start: 0, end: address.length } as const;
    const explorer = readSetting('arbscope.explorer');
    const content = hoverContent(found, options.recentResponses, explorer, remote);
    const { title, kindLabel } = content.factSheet;
    pick.title = `${title} · ${kindLabel}`;
    pick.items = [...content.links.flatMap(toMenuItem), ...factItems(content.factSheet)];
  };
  show(null);
  pick.placeholder = address;
  pick.matchOnDescription = true;
  pick.keepScrollPosition = true;
  pick.busy = true;
  const chosen = new Promise<MenuItem | undefined>((resolve) => {
    pick.onDidAccept(() => resolve(pick.activeItems[0]));
    pick.onDidHide(() => resolve(undefined));
  });
  pick.show();
  options.remoteLookup.describe(address, closed.signal).then(
    (remote) => {
      if (closed.signal.aborted) return;
      pick.busy = false;
      show(remote);
    },
    () => undefined,
  );
  try {
    const item = await chosen;
    pick.hide();
    await item?.run?.();
  } finally {
    closed.abort();
    pick.dispose();
  }
}

const icons: Readonly<Partial<Record<CommandId, string>>> = {
  'arbscope.openToken': 'symbol-misc',
  'arbscope.openPool': 'graph-scatter',
  'arbscope.showPools': 'database',
  'arbscope.revealPool': 'target',
  'arbscope.showArbitrages': 'pulse',
  'arbscope.trackWallet': 'eye',
  'arbscope.openWallet': 'graph',
  'arbscope.copyAddress': 'copy',
  'arbscope.openMarket': 'graph',
  'arbscope.openPercentiles': 'graph-line',
};

function toMenuItem(link: HoverLink): MenuItem[] {
  if ('page' in link) {
    const label = `$(link-external) ${link.title}`;
    return [{ label, run: () => vscode.env.openExternal(vscode.Uri.parse(link.page, true)) }];
  }
  const { command, argument, title } = link;
  // This command opens the menu itself.
  if (command === 'arbscope.lookUp') return [];
  const run = () => vscode.commands.executeCommand(command, argument);
  return [{ label: `$(${icons[command] ?? 'arrow-right'}) ${title}`, run }];
}

/** Choosing a fact copies its value. */
const factItems = ({ facts, warnings, note }: FactSheet): MenuItem[] => [
  { label: t('Facts'), kind: vscode.QuickPickItemKind.Separator },
  ...warnings.map((warning) => ({ label: '⚠', description: escapeIcons(warning) })),
  ...facts.map(([name, value]) => ({
    label: name,
    description: escapeIcons(value),
    run: () => vscode.env.clipboard.writeText(value),
  })),
  ...(note === undefined || note === '' ? [] : [{ label: escapeIcons(note) }]),
];
