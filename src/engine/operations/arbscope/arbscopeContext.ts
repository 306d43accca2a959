import type { EngineStatus } from '../../indexing/engineStatus.ts';
import type { OperationContext } from '../operationContext.ts';

/** What the competition for an arbitrage needs, also without an index. */
export interface CompetitionContext
  extends Pick<
    OperationContext,
    'accountReader' | 'lookupTable' | 'tokens' | 'slotReader' | 'lacksNode'
  > {
  readonly store: Pick<OperationContext['store'], 'findTransaction' | 'prices'>;
}

export type WalletCompetitionContext = CompetitionContext & Pick<OperationContext, 'source'>;

export interface ArbscopeContext extends OperationContext {
  readonly status: () => EngineStatus;
  /** Empty if unknown. */
  readonly version: string;
  /** Whether the source generates its blocks, so that no block can be missing from the index. */
  readonly isSimulated: boolean;
}
