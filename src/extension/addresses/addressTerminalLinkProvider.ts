import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortAddress } from '../../solana/shortAddress.ts';
import { executeCommand } from '../commandsAndSettings.ts';
import { findTerminalLinks, type TerminalLinkMatch } from './findTerminalLinks.ts';
import { addressName } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';

class AddressTerminalLink extends vscode.TerminalLink {
  readonly text: string;

  constructor({ start, end, text }: TerminalLinkMatch, tooltip: string) {
    super(start, end - start, tooltip);
    this.text = text;
  }
}

/** Addresses and signatures in terminals lead where the look-up command leads. */
export class AddressTerminalLinkProvider
  implements vscode.TerminalLinkProvider<AddressTerminalLink>
{
  readonly #recentResponses: RecentResponses;

  constructor(memory: RecentResponses) {
    this.#recentResponses = memory;
  }

  provideTerminalLinks({ line }: Pick<vscode.TerminalLinkContext, 'line'>): AddressTerminalLink[] {
    return findTerminalLinks(line).map(
      (link) => new AddressTerminalLink(link, this.#tooltip(link)),
    );
  }

  async handleTerminalLink({ text }: AddressTerminalLink): Promise<void> {
    await executeCommand('arbscope.lookUp', text);
  }

  #tooltip({ kind, text }: TerminalLinkMatch): string {
    if (kind === 'signature') return t('Open transaction in Arbscope');
    return t(
      'Look up {0} in Arbscope',
      addressName(text, this.#recentResponses) ?? shortAddress(text),
    );
  }
}
