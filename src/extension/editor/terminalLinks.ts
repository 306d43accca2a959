import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { Disposable } from '../disposable.ts';
import { runCommand } from '../register.ts';
import { type KeyLink, keyLinks } from './keyLinks.ts';
import { localName } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';

class TerminalKeyLink extends vscode.TerminalLink {
  readonly text: string;

  constructor({ start, end, text }: KeyLink, tooltip: string) {
    super(start, end - start, tooltip);
    this.text = text;
  }
}

/** Addresses and signatures in terminals lead where the look-up command leads. */
export class TerminalLinks implements vscode.TerminalLinkProvider<TerminalKeyLink>, Disposable {
  readonly #memory: MarketMemory;
  readonly #registered: Disposable;

  constructor(memory: MarketMemory) {
    this.#memory = memory;
    this.#registered = vscode.window.registerTerminalLinkProvider(this);
  }

  dispose(): void {
    this.#registered.dispose();
  }

  provideTerminalLinks({ line }: Pick<vscode.TerminalLinkContext, 'line'>): TerminalKeyLink[] {
    return keyLinks(line).map((link) => new TerminalKeyLink(link, this.#tooltip(link)));
  }

  async handleTerminalLink({ text }: TerminalKeyLink): Promise<void> {
    await runCommand('arbscope.lookUp', text);
  }

  #tooltip({ kind, text }: KeyLink): string {
    if (kind === 'signature') return t('Open transaction in Arbscope');
    return t('Look up {0} in Arbscope', localName(text, this.#memory) ?? shortAddress(text));
  }
}
