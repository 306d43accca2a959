import type { EngineStatus } from '../../indexing/engineStatus.ts';
import type { OperationContext } from '../operationContext.ts';

/** Context of Arbscope's own operations. */
export interface ArbscopeContext extends OperationContext {
  readonly status: () => EngineStatus;
  /** Version of Arbscope; empty if unknown. */
  readonly version: string;
  /** Whether the source generates its blocks, so that no block can be missing from the index. */
  readonly isSimulated: boolean;
}
