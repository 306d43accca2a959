import type { CommandId } from './commands.ts';
import type { ViewId } from './views.ts';

export const walkthroughId = 'arbscope.getStarted';

interface WalkthroughStep {
  readonly id: string;
  /** In media/walkthrough/, one for each theme. */
  readonly picture: string;
  /** What completes the step. */
  readonly completedBy: readonly (
    | `onCommand:${CommandId}`
    | `onView:${ViewId}`
    | `onContext:arbscope.${string}`
  )[];
}

/** A view that is already open, and a dialog that is only opened, complete nothing. */
const isConnected = 'arbscope.connection == ready';

export const walkthroughSteps: readonly WalkthroughStep[] = [
  {
    id: 'market',
    picture: 'finder',
    completedBy: ['onView:arbscope.finder', `onContext:${isConnected}`],
  },
  {
    id: 'arbitrage',
    picture: 'route-map',
    completedBy: ['onCommand:arbscope.showArbitrages'],
  },
  { id: 'cover', picture: 'coverage', completedBy: ['onCommand:arbscope.showCoverage'] },
  {
    id: 'simulate',
    picture: 'simulation',
    completedBy: ['onCommand:arbscope.simulateTransaction'],
  },
  { id: 'land', picture: 'landing-preview', completedBy: ['onCommand:arbscope.landExample'] },
  {
    id: 'leader',
    picture: 'wallet',
    completedBy: ['onCommand:arbscope.trackLeader', 'onCommand:arbscope.trackWallet'],
  },
  {
    id: 'hover',
    picture: 'hover',
    completedBy: ['onCommand:arbscope.lookUp', 'onContext:arbscope.hasHovered'],
  },
  { id: 'export', picture: 'bot-config', completedBy: ['onCommand:arbscope.exportFinder'] },
  {
    id: 'node',
    picture: 'add-connection',
    completedBy: [`onContext:${isConnected} && arbscope.connectionKind == node`],
  },
];
