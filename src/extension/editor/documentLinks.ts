import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { CommandId } from '../contributions.ts';
import type { Disposable } from '../disposable.ts';
import { readSetting } from '../register.ts';
import type { DocumentScans } from './documentScans.ts';
import { rangeOf } from './editorRange.ts';
import { localName } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';

export interface DocumentLinksOptions {
  readonly scans: DocumentScans;
  readonly memory: MarketMemory;
}

/** The editor keeps every link of a document; a log with more of them than this has hovers. */
const mostLinks = 2_000;

const lookUp: CommandId = 'arbscope.lookUp';

/** Addresses and signatures in documents, to be followed as links are. */
export class DocumentLinks implements vscode.DocumentLinkProvider, Disposable {
  readonly #options: DocumentLinksOptions;
  readonly #registered: Disposable;

  constructor(options: DocumentLinksOptions) {
    this.#options = options;
    this.#registered = vscode.languages.registerDocumentLinkProvider('*', this);
  }

  dispose(): void {
    this.#registered.dispose();
  }

  async provideDocumentLinks(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    if (!readSetting('arbscope.documentLinks.enabled')) return [];
    const { scans, memory } = this.#options;
    const links: vscode.DocumentLink[] = [];
    for (const placed of (await scans.scan(document)) ?? []) {
      const { found } = placed;
      if (found.kind !== 'address' && found.kind !== 'signature') continue;
      const query = encodeURIComponent(JSON.stringify([found.text]));
      const link = new vscode.DocumentLink(
        rangeOf(placed),
        vscode.Uri.parse(`command:${lookUp}?${query}`),
      );
      link.tooltip =
        found.kind === 'signature'
          ? t('Open transaction')
          : t('Look up {0}', localName(found.text, memory) ?? shortAddress(found.text));
      links.push(link);
      if (links.length === mostLinks) break;
    }
    return links;
  }
}
