import type * as vscode from 'vscode';
import type { MarketError } from '../../api/marketError.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { ConnectionOverview } from '../backend/connectionPhase.ts';
import type { ErrorContext } from '../backend/errorDescription.ts';
import type { CommandId, ViewId } from '../base/contributions.ts';
import type { Log } from '../base/log.ts';
import type { TreeRow } from './treeRow.ts';

export interface RefreshableTreeViewOptions {
  readonly viewId: ViewId;
  readonly active: Pick<ActiveConnection, 'current' | 'overview' | 'onSwitch' | 'onOverview'>;
  /** State of this workspace, for the expanded rows. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
  readonly dragAndDropController: vscode.TreeDragAndDropController<TreeRow>;
  readonly canSelectMany?: boolean;
  /** Title of the error row when `load` fails, as a short phrase. */
  readonly errorTitle: string;
  /** Command that reloads the view. */
  readonly retryCommand: CommandId;
  /**
   * Loads the data of the view. Throws a MarketError.
   * @param forceRefresh Do not use a cached response.
   */
  readonly load: (signal: AbortSignal, forceRefresh: boolean) => Promise<void>;
  /** Called when the connection changes. */
  readonly reset: () => void;
  /** Top-level rows without an error row. */
  readonly rows: () => readonly TreeRow[];
  /** Response time of the rows; null before the first response. */
  readonly answeredAtMilliseconds: () => number | null;
  /** Labels after the connection's name in the view's description. */
  readonly filterLabels: () => readonly string[];
  /** Seconds between automatic refreshes; no refreshes if 0 or undefined. */
  readonly refreshSeconds?: () => number;
  /**
   * True if only the user starts a load, which is expensive. A failure stays until another call
   * succeeds.
   */
  readonly isLoadedOnDemand?: () => boolean;
  /** Message until the first response. */
  readonly loadingMessage?: (overview: ConnectionOverview) => string;
  /** Additional context for an error row. */
  readonly errorContext?: (error: MarketError) => Partial<ErrorContext>;
  /**
   * Redraws only rows if their ids and order have not changed (see `RenderedRows`): every top-level
   * row, or only the rows that differ, if children of a row never change.
   */
  readonly rendersChangesOnly?: 'rows' | 'differing-rows';
  /** Message above the rows if there is no other. */
  readonly restingMessage?: () => string;
  /** Replaces the connection's name and the filters in the view's description; null: default. */
  readonly description?: () => string | null;
  /** Called when the user hovers over a row. */
  readonly onTooltip?: () => void;
}
