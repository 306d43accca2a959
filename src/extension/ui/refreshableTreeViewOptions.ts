import type * as vscode from 'vscode';
import type { MarketError } from '../../api/marketError.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { ConnectionOverview } from '../backend/connectionPhase.ts';
import type { ErrorContext } from '../backend/errorDescription.ts';
import type { Log } from '../base/log.ts';
import type { CommandId } from '../contributions/commands.ts';
import type { ViewId } from '../contributions/views.ts';
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
  readonly retryCommand: CommandId;
  /** Throws a MarketError. */
  readonly load: (signal: AbortSignal, forceRefresh: boolean) => Promise<void>;
  readonly reset: () => void;
  /** Top-level rows without an error row. */
  readonly rows: () => readonly TreeRow[];
  readonly answeredAtMilliseconds: () => number | null;
  readonly filterLabels: () => readonly string[];
  /** 0 or undefined: no automatic refreshes. */
  readonly refreshSeconds?: () => number;
  /** Whether something else than the view needs its responses, so that it also refreshes while hidden. */
  readonly isNeededWhileHidden?: () => boolean;
  /** For an expensive load. A failure stays until another call succeeds. */
  readonly isLoadedOnDemand?: () => boolean;
  readonly loadingMessage?: (overview: ConnectionOverview) => string;
  readonly errorContext?: (error: MarketError) => Partial<ErrorContext>;
  /**
   * Redraws only rows if their ids and order have not changed (see `RenderedRows`): all, or only
   * those that differ, if children of a row never change.
   */
  readonly rendersChangesOnly?: 'rows' | 'differing-rows';
  readonly restingMessage?: () => string;
  /** Replaces the connection's name in the view's title; null: does not. */
  readonly stateLabel?: () => string | null;
  readonly onTooltip?: () => void;
}
