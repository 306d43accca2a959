import type { LandingChain } from '../../engine/chain/landingChain.ts';
import type { Connection } from '../connectionBase/connection.ts';
import type { LandingEntry } from '../protocol/landingProtocol.ts';

export interface LandingTarget {
  /** Identifies the destination of transactions; stable across restarts, keys and other options. */
  readonly id: string;
  /** Changes with any setting: a plan is only sent with the settings it was checked with. */
  readonly settingsId: string;
  readonly kind: LandingEntry['kind'];
  /** Origin of the landing URL or of the node, or the Sandbox's name. */
  readonly origin: string;
  readonly connection: Connection;
  /** The user's node, for chain queries that the connection does not support. */
  readonly auxiliaryChain?: LandingChain;
}

/** The chain for queries, which is not always where transactions are sent. */
export const queryChain = ({ connection, auxiliaryChain }: LandingTarget): LandingChain | null =>
  connection.landing ?? auxiliaryChain ?? null;
