import * as vscode from 'vscode';
import { escapeIcons } from '../../api/sanitizeText.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../solana/baseMints.ts';
import { knownAddresses } from '../../solana/knownAddresses.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { CommandId } from '../contributions/commands.ts';
import { executeCommand, readSetting, toCommand } from '../contributions/commandsAndSettings.ts';
import type { DocumentScanner } from '../shared/documentScanner.ts';
import {
  type AddressKind,
  addressKind,
  addressName,
  formatKind,
  linkTooltip,
} from '../shared/localFacts.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { stringLiteralAt } from '../shared/stringLiteralAt.ts';
import { toRange } from '../shared/toRange.ts';
import { findTerminalLinks } from './findTerminalLinks.ts';
import { isConstantLine } from './isConstantLine.ts';

export const addressInlayHintProvider = (
  scanner: DocumentScanner,
  recentResponses: RecentResponses,
  onDidChangeInlayHints: vscode.Event<void>,
): vscode.InlayHintsProvider => ({
  onDidChangeInlayHints,
  async provideInlayHints(document, range) {
    if (!readSetting('arbscope.inlayHints.enabled')) return [];
    return ((await scanner.scan(document)) ?? []).flatMap(({ found, end }) => {
      if (end.line < range.start.line || end.line > range.end.line) return [];
      const name = found.kind === 'address' ? addressName(found.text, recentResponses) : null;
      if (name === null) return [];
      // After the quote: inside the string, the name would look like part of it.
      const next = document.lineAt(end.line).text[end.character] ?? ' ';
      const character = end.character + (`"'\``.includes(next) ? 1 : 0);
      const hint = new vscode.InlayHint(new vscode.Position(end.line, character), name);
      hint.paddingLeft = true;
      return [hint];
    });
  },
});

/** Each lens takes one line. */
const maxLenses = 500;

export const addressCodeLensProvider = (
  scanner: DocumentScanner,
  recentResponses: RecentResponses,
  onDidChangeCodeLenses: vscode.Event<void>,
): vscode.CodeLensProvider => ({
  onDidChangeCodeLenses,
  async provideCodeLenses(document) {
    if (!readSetting('arbscope.codeLens.enabled')) return [];
    const lenses: vscode.CodeLens[] = [];
    for (const placed of (await scanner.scan(document)) ?? []) {
      const { found, start } = placed;
      if (found.kind !== 'address' || !isConstantLine(document.lineAt(start.line).text)) continue;
      const name = addressName(found.text, recentResponses);
      if (name === null) continue;
      const kind = formatKind(addressKind(found.text, recentResponses));
      const title = escapeIcons(`${name} · ${kind}`);
      const command = toCommand('arbscope.lookUp', title, found.text);
      lenses.push(new vscode.CodeLens(toRange(placed), command));
      if (lenses.length === maxLenses) break;
    }
    return lenses;
  },
});

/** The editor keeps every link in memory; beyond this many, only hovers work. */
const maxLinks = 2_000;

const lookUpCommandId: CommandId = 'arbscope.lookUp';

export const addressLinkProvider = (
  scanner: DocumentScanner,
  recentResponses: RecentResponses,
): vscode.DocumentLinkProvider => ({
  async provideDocumentLinks(document) {
    if (!readSetting('arbscope.documentLinks.enabled')) return [];
    const links: vscode.DocumentLink[] = [];
    for (const placed of (await scanner.scan(document)) ?? []) {
      const { found } = placed;
      if (found.kind !== 'address' && found.kind !== 'signature') continue;
      const query = encodeURIComponent(JSON.stringify([found.text]));
      const link = new vscode.DocumentLink(
        toRange(placed),
        vscode.Uri.parse(`command:${lookUpCommandId}?${query}`),
      );
      link.tooltip = linkTooltip(found.kind, found.text, recentResponses);
      links.push(link);
      if (links.length === maxLinks) break;
    }
    return links;
  },
});

/** Completes symbols and names inside a string to their addresses. */
export const addressCompletionProvider = (
  memory: RecentResponses,
  /** Bot configs have their own completions, which depend on the entry. */
  isBotConfig: (uri: vscode.Uri) => boolean,
): vscode.CompletionItemProvider => ({
  provideCompletionItems(document, { line, character }) {
    if (isBotConfig(document.uri)) return [];
    const string = stringLiteralAt(document.lineAt(line).text, character);
    if (string === null) return [];
    const range = new vscode.Range(line, string.start, line, string.end);
    return addressCompletionItems(memory, range, () => true);
  },
});

export function addressCompletionItems(
  memory: RecentResponses,
  range: vscode.Range,
  isWanted: (kind: AddressKind) => boolean,
): vscode.CompletionItem[] {
  const addresses = new Set([
    ...memory.walletNames().keys(),
    ...knownAddresses().keys(),
    ...memory.mints().keys(),
    ...memory.entries().keys(),
  ]);
  return [...addresses].flatMap((address) => {
    const kind = addressKind(address, memory);
    const name = isWanted(kind) ? addressName(address, memory) : null;
    if (name === null) return [];
    const item = new vscode.CompletionItem(
      { label: name, description: shortAddress(address) },
      kind === 'mint' ? vscode.CompletionItemKind.Constant : vscode.CompletionItemKind.Reference,
    );
    item.detail = `${formatKind(kind)} · ${address}`;
    item.filterText = name;
    item.insertText = address;
    item.range = range;
    // Sorts after the language's own completions.
    item.sortText = `~${completionRank(address, kind, memory)}${name}`;
    return [item];
  });
}

/** Settlement tokens first, then tokens as the Finder ranks them, other mints, and the rest. */
function completionRank(address: string, kind: AddressKind, memory: RecentResponses): string {
  const settlement = settlementMints.indexOf(address);
  if (settlement >= 0) return `0${settlement}`;
  const entry = memory.entries().get(address);
  if (entry?.kind === 'token') return `1${String(entry.rank).padStart(6, '0')}`;
  return kind === 'mint' ? '2' : '3';
}

const settlementMints = [usdcMint, usdtMint, wrappedSolMint];

export const addressTerminalLinkProvider = (memory: RecentResponses) => ({
  provideTerminalLinks: ({ line }: Pick<vscode.TerminalLinkContext, 'line'>) =>
    findTerminalLinks(line).map(({ start, end, kind, text }) => {
      const tooltip = linkTooltip(kind, text, memory);
      return Object.assign(new vscode.TerminalLink(start, end - start, tooltip), { text });
    }),
  handleTerminalLink: ({ text }: vscode.TerminalLink & { readonly text: string }) =>
    executeCommand('arbscope.lookUp', text),
});
