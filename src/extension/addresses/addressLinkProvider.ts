import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortAddress } from '../../solana/shortAddress.ts';
import { readSetting } from '../commandsAndSettings.ts';
import type { CommandId } from '../contributions.ts';
import type { Disposable } from '../disposable.ts';
import type { DocumentScanner } from './documentScanner.ts';
import { addressName } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';
import { toRange } from './toRange.ts';

export interface AddressLinkProviderOptions {
  readonly scanner: DocumentScanner;
  readonly recentResponses: RecentResponses;
}

/** The editor keeps every link of a document; a log with more of them than this has hovers. */
const maxLinks = 2_000;

const lookUpCommandId: CommandId = 'arbscope.lookUp';

/** Addresses and signatures in documents, to be followed as links are. */
export class AddressLinkProvider implements vscode.DocumentLinkProvider, Disposable {
  readonly #options: AddressLinkProviderOptions;
  readonly #registration: Disposable;

  constructor(options: AddressLinkProviderOptions) {
    this.#options = options;
    this.#registration = vscode.languages.registerDocumentLinkProvider('*', this);
  }

  dispose(): void {
    this.#registration.dispose();
  }

  async provideDocumentLinks(document: vscode.TextDocument): Promise<vscode.DocumentLink[]> {
    if (!readSetting('arbscope.documentLinks.enabled')) return [];
    const { scanner, recentResponses } = this.#options;
    const links: vscode.DocumentLink[] = [];
    for (const placed of (await scanner.scan(document)) ?? []) {
      const { found } = placed;
      if (found.kind !== 'address' && found.kind !== 'signature') continue;
      const query = encodeURIComponent(JSON.stringify([found.text]));
      const link = new vscode.DocumentLink(
        toRange(placed),
        vscode.Uri.parse(`command:${lookUpCommandId}?${query}`),
      );
      link.tooltip =
        found.kind === 'signature'
          ? t('Open transaction')
          : t('Look up {0}', addressName(found.text, recentResponses) ?? shortAddress(found.text));
      links.push(link);
      if (links.length === maxLinks) break;
    }
    return links;
  }
}
