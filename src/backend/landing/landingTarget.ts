import type { LandingChain } from '../../engine/chain/landingChain.ts';
import type { Connection } from '../connectionBase/connection.ts';
import type { LandingEntry } from '../protocol/landingProtocol.ts';

/** A connection as the landing service knows it. */
export interface LandingTarget {
  /** Of where its transactions go: the same over restarts, with another key and other options. */
  readonly id: string;
  /** Another one with any other setting: what was checked is sent through nothing else. */
  readonly settingsId: string;
  readonly kind: LandingEntry['kind'];
  /** Origin of the landing URL or of the node, or the Sandbox's name. */
  readonly origin: string;
  readonly connection: Connection;
  /** A node of the user's that is asked about the chain where the connection cannot be. */
  readonly auxiliaryChain?: LandingChain;
}

/** The chain that can be asked, which is not always where transactions go. */
export const queryChain = ({ connection, auxiliaryChain }: LandingTarget): LandingChain | null =>
  connection.landing ?? auxiliaryChain ?? null;
