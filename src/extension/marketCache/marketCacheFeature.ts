import type { ActiveConnection } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import { PoolClient } from '../shared/poolClient.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { MarketCacheView, type MarketCacheViewOptions } from './marketCacheView.ts';
import { PoolCommands } from './poolCommands.ts';

export type MarketCacheFeatureOptions = Omit<MarketCacheViewOptions, 'active' | 'pools'> & {
  readonly active: ActiveConnection;
  readonly prompter: Prompter;
};

export class MarketCacheFeature extends DisposableStore {
  readonly pools: PoolClient;
  readonly view: MarketCacheView;

  constructor({ active, prompter, storage, recentResponses, log }: MarketCacheFeatureOptions) {
    super();
    this.pools = new PoolClient(active);
    const { pools } = this;
    this.view = this.add(new MarketCacheView({ active, pools, recentResponses, storage, log }));
    this.add(new PoolCommands({ active, pools, view: this.view, prompter }));
  }
}
