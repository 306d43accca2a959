import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../api/marketError.ts';
import { secretKeyWarning } from '../../solana/parseSignature.ts';
import type { TransactionContent } from '../../webview/messages/transaction.ts';
import { DisposableStore } from '../base/disposable.ts';
import {
  type LookUpAct,
  type LookUpRow,
  type LookUpSection,
  type LookUpState,
  lookUpRows,
  signatureOf,
} from './lookUpRows.ts';
import { parseLookupInput } from './parseLookupInput.ts';
import type { TransactionLoader } from './transactionLoader.ts';

export interface LookUpOpenOptions {
  readonly isBeside: boolean;
  /** The transaction, if the look-up has loaded it; otherwise the panel loads it. */
  readonly content?: TransactionContent;
}

export interface LookUpPickOptions {
  readonly state: Omit<LookUpState, 'market' | 'wallets' | 'missing' | 'nowMilliseconds'>;
  /** Never rejects. */
  readonly market: (signal: AbortSignal) => Promise<LookUpSection>;
  readonly wallets: (signal: AbortSignal) => Promise<LookUpSection>;
  readonly loader: Pick<TransactionLoader, 'load'>;
  readonly open: (signature: string, options: LookUpOpenOptions) => void;
  /** Runs an action that leaves the list, after the list has closed. */
  readonly run: (act: LookUpAct) => unknown;
}

interface Item extends vscode.QuickPickItem {
  readonly row?: LookUpRow;
}

const sideButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('split-horizontal'),
  tooltip: t('Open to the Side'),
};
const copyButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('copy'),
  tooltip: t('Copy Signature'),
};

/** Disposes of itself when it closes. */
export class LookUpPick extends DisposableStore {
  readonly #options: LookUpPickOptions;
  readonly #pick = this.add(vscode.window.createQuickPick<Item>());
  readonly #closed = new AbortController();
  #state: LookUpState;
  #rows: readonly LookUpRow[] = [];
  /** Row that was clicked, or active at Enter; the editor reports it before the accept event. */
  #selected: LookUpRow | undefined;
  #pending = 0;
  #lookUp: AbortController | null = null;

  constructor(options: LookUpPickOptions) {
    super();
    this.#options = options;
    const empty: LookUpSection = { summaries: [], problem: '' };
    this.#state = {
      ...options.state,
      ...{ market: empty, wallets: empty, missing: null, nowMilliseconds: Date.now() },
    };
    const pick = this.#pick;
    pick.title = t('Look Up Transaction');
    pick.placeholder = t('Paste a signature or pick a transaction');
    pick.value = options.state.text;
    pick.keepScrollPosition = true;
    this.add(pick.onDidChangeValue((text) => this.#handleText(text)));
    this.add(
      pick.onDidChangeSelection(([item]) => {
        this.#selected = item?.row;
      }),
    );
    this.add(pick.onDidAccept(() => void this.#accept()));
    this.add(
      pick.onDidTriggerItemButton(({ item, button }) => {
        const { row } = item;
        const signature = signatureOf(row?.act ?? null);
        if (signature === null) return;
        if (button === sideButton) void this.#choose(row, true);
        else void copySignature(signature);
      }),
    );
    this.add(
      pick.onDidHide(() => {
        this.#lookUp?.abort();
        this.#closed.abort();
        this.dispose();
      }),
    );
  }

  show(): void {
    this.#render();
    this.#pick.show();
    const { market, wallets } = this.#options;
    const { signal } = this.#closed;
    const coming = market(signal);
    void this.#whileBusy(async () => this.#update({ market: await coming }));
    void this.#whileBusy(async () => {
      const section = await wallets(signal);
      // Always below the market's rows: the editor reports a clicked row by its index.
      await coming;
      this.#update({ wallets: section });
    });
  }

  #update(change: Partial<LookUpState>): void {
    if (this.#closed.signal.aborted) return;
    this.#state = { ...this.#state, ...change };
    this.#render();
  }

  #handleText(text: string): void {
    if (text === this.#state.text) return;
    this.#lookUp?.abort();
    if (parseLookupInput(text).kind === 'secret-key') {
      // Remove the key from the box as well.
      this.#pick.value = '';
      this.#update({ text: '' });
      void vscode.window.showWarningMessage(secretKeyWarning);
      return;
    }
    this.#update({ text, missing: null });
  }

  /** Keeps the active row while rows are added. */
  #render(): void {
    const pick = this.#pick;
    const activeId = pick.activeItems[0]?.row?.id;
    this.#rows = lookUpRows(this.#state);
    const items = this.#rows.flatMap(toItems);
    const choosable = items.filter(({ row }) => row !== undefined && row.act !== null);
    const active = choosable.find(({ row }) => row?.id === activeId) ?? choosable[0];
    pick.items = items;
    pick.activeItems = active === undefined ? [] : [active];
  }

  /**
   * Looks rows up by id, since Enter may arrive before the editor has drawn the rows for the typed
   * text. A clicked row takes precedence, since rows added meanwhile may change the active row.
   */
  async #accept(): Promise<void> {
    const wanted = [this.#selected?.id, this.#pick.activeItems[0]?.row?.id];
    this.#selected = undefined;
    const [row] = wanted.flatMap((id) => this.#rows.find((each) => each.id === id) ?? []);
    await this.#choose(row ?? this.#rows.find(({ act }) => act !== null), false);
  }

  async #choose(row: LookUpRow | undefined, isBeside: boolean): Promise<void> {
    const act = row?.act ?? null;
    if (act === null) return;
    const found = act.kind === 'look-up' ? await this.#find(act.signature) : {};
    if (found === null) return;
    this.#pick.hide();
    const signature = signatureOf(act);
    if (signature === null) await this.#options.run(act);
    else this.#options.open(signature, { isBeside, ...found });
  }

  /** `null` keeps the list open: not found, or abandoned. The panel shows any other failure. */
  async #find(signature: string): Promise<Pick<LookUpOpenOptions, 'content'> | null> {
    this.#lookUp?.abort();
    const lookUp = new AbortController();
    this.#lookUp = lookUp;
    const { signal } = lookUp;
    const ignore = () => undefined;
    return await this.#whileBusy(async () => {
      try {
        const options = { signal, report: ignore, warn: ignore };
        const content = await this.#options.loader.load(signature, options);
        return signal.aborted ? null : { content };
      } catch (error) {
        if (signal.aborted) return null;
        if (!MarketError.is(error, 'not-found')) return {};
        this.#pick.value = signature;
        this.#update({ text: signature, missing: signature });
        return null;
      }
    });
  }

  async #whileBusy<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#pending += 1;
    this.#pick.busy = true;
    try {
      return await work();
    } finally {
      this.#pending -= 1;
      if (!this.#closed.signal.aborted) this.#pick.busy = this.#pending > 0;
    }
  }
}

function toItems(row: LookUpRow): Item[] {
  const { label, description, section } = row;
  const item: Item = {
    ...{ label, description, row },
    // Already filtered here, by more than the editor sees.
    alwaysShow: true,
    ...(signatureOf(row.act) === null ? {} : { buttons: [sideButton, copyButton] }),
  };
  if (section === undefined) return [item];
  return [{ label: section, kind: vscode.QuickPickItemKind.Separator }, item];
}

async function copySignature(signature: string): Promise<void> {
  await vscode.env.clipboard.writeText(signature);
  vscode.window.setStatusBarMessage(t('Signature copied'), 2_000);
}
