import type { EngineStatus } from '../../indexing/engineStatus.ts';
import type { OperationContext } from '../operationContext.ts';

/** What Arbscope's own operations read beside the index. */
export interface ArbscopeContext extends OperationContext {
  readonly status: () => EngineStatus;
  /** Version of Arbscope; empty where the program did not tell. */
  readonly version: string;
  /** A source that makes its blocks leaves none out: minutes without a block had none. */
  readonly isSimulated: boolean;
}
