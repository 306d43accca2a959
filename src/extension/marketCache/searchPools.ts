import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatCount } from '../../api/format.ts';
import type { PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import type { PoolClient } from '../shared/poolClient.ts';
import { pairLabel, programLabel } from '../shared/poolLabels.ts';
import type { MarketCacheView } from './marketCacheView.ts';

/** More than a user reads in a list. */
const maxResults = 50;
/** The backend rejects longer texts. */
const maxSearchLength = 200;

interface PoolItem extends vscode.QuickPickItem {
  readonly row?: PoolRow;
}

/** Searches by `begin…end` or symbols; only the latest response counts. Null if cancelled. */
export function searchPools(
  pools: Pick<PoolClient, 'search'>,
  view: Pick<MarketCacheView, 'ensureLoaded'>,
): Promise<PoolRow | null> {
  const pick = vscode.window.createQuickPick<PoolItem>();
  const copy = { iconPath: new vscode.ThemeIcon('copy'), tooltip: t('Copy Address') };
  pick.title = t('Search Pools');
  pick.placeholder = t('Pool, program or mint address (or its start), or symbols: SOL USDC');
  pick.keepScrollPosition = false;
  let asking = new AbortController();

  const show = async (text: string): Promise<void> => {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    if (text.trim() === '') {
      pick.busy = false;
      pick.items = [];
      return;
    }
    pick.busy = true;
    try {
      await view.ensureLoaded(signal);
      const request = { text: text.slice(0, maxSearchLength), limit: maxResults };
      const { rows, hasMore } = await pools.search(request, { signal });
      if (signal.aborted) return;
      pick.items = toPoolItems(rows, hasMore, copy);
    } catch (error) {
      if (signal.aborted) return;
      pick.items = [{ label: `$(error) ${asMarketError(error).message}`, alwaysShow: true }];
    }
    pick.busy = false;
  };

  return new Promise((resolve) => {
    // Disposing the pick also releases its listeners.
    const finish = (row: PoolRow | null) => {
      resolve(row);
      asking.abort();
      pick.dispose();
    };
    pick.onDidChangeValue((text) => void show(text));
    pick.onDidTriggerItemButton(({ item }) => {
      if (item.row !== undefined) void vscode.env.clipboard.writeText(item.row.pool);
    });
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen?.row !== undefined) finish(chosen.row);
    });
    pick.onDidHide(() => finish(null));
    pick.show();
  });
}

/** `alwaysShow` is set because a pool found by symbol need not contain the typed text. */
function toPoolItems(
  rows: readonly PoolRow[],
  hasMore: boolean,
  copy: vscode.QuickInputButton,
): PoolItem[] {
  if (rows.length === 0) return [{ label: `$(info) ${t('No pools found')}`, alwaysShow: true }];
  const items = rows.map(
    (row): PoolItem => ({
      label: pairLabel(row),
      description: programLabel(row.program),
      detail: row.pool,
      buttons: [copy],
      alwaysShow: true,
      row,
    }),
  );
  if (!hasMore) return items;
  const label = t('First {0} shown. Type more to narrow down.', formatCount(rows.length));
  return [...items, { label, kind: vscode.QuickPickItemKind.Separator }];
}
