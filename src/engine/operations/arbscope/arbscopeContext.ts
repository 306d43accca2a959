import type { EngineStatus } from '../../indexing/engineStatus.ts';
import type { OperationContext } from '../operationContext.ts';

export interface ArbscopeContext extends OperationContext {
  readonly status: () => EngineStatus;
  /** Empty if unknown. */
  readonly version: string;
  /** Whether the source generates its blocks, so that no block can be missing from the index. */
  readonly isSimulated: boolean;
}
