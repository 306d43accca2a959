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
  /** Of this workspace, for what is open. */
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
  readonly dragAndDropController: vscode.TreeDragAndDropController<TreeRow>;
  readonly canSelectMany?: boolean;
  /** What could not be done when `load` fails, as a short phrase. */
  readonly errorTitle: string;
  /** Asks again. */
  readonly retryCommand: CommandId;
  /**
   * Asks for what the view shows. Throws a MarketError.
   * @param forceRefresh A cached response will not do.
   */
  readonly load: (signal: AbortSignal, forceRefresh: boolean) => Promise<void>;
  /** Another connection answers from now on. */
  readonly reset: () => void;
  /** The rows at the top, without a failure. */
  readonly rows: () => readonly TreeRow[];
  /** When the rows were answered; null before. */
  readonly answeredAtMilliseconds: () => number | null;
  /** What stands beside the connection's name. */
  readonly filterLabels: () => readonly string[];
  /** Seconds between automatic refreshes; never if 0 or left out. */
  readonly refreshSeconds?: () => number;
  /** Whether only the user starts a load, which costs much: a failure stays until another call succeeds. */
  readonly isLoadedOnDemand?: () => boolean;
  /** What is said while the first response is on its way. */
  readonly loadingMessage?: (overview: ConnectionOverview) => string;
  /** What else an error row needs to know. */
  readonly errorContext?: (error: MarketError) => Partial<ErrorContext>;
  /**
   * Draws only rows where they stay the same ones (see `RenderedRows`), not the whole tree: every
   * row at the top, or those that differ where what is below a row never changes.
   */
  readonly rendersChangesOnly?: 'rows' | 'differing-rows';
  /** What stands above the rows while there is nothing else to say. */
  readonly restingMessage?: () => string;
  /** In place of the connection's name and the filters; null: as usual. */
  readonly description?: () => string | null;
  /** The pointer rests on a row. */
  readonly onTooltip?: () => void;
}
