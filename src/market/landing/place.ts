import type { Connection } from '../connections/connection.ts';
import type { LandingEntry } from '../landingProtocol.ts';

/** A connection as the desk knows it. */
export interface Place {
  /** The same over restarts. */
  readonly name: string;
  readonly kind: LandingEntry['kind'];
  /** Host of the landing service, or the origin of the node. */
  readonly host: string;
  readonly connection: Connection;
}
