import * as vscode from 'vscode';
import { readSetting } from '../commandsAndSettings.ts';
import type { CommandId } from '../contributions.ts';
import type { DocumentScanner } from './documentScanner.ts';
import { linkTooltip } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';
import { toRange } from './toRange.ts';

/** The editor keeps every link of a document; a log with more of them than this has hovers. */
const maxLinks = 2_000;

const lookUpCommandId: CommandId = 'arbscope.lookUp';

/** Addresses and signatures in documents, to be followed as links are. */
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
