/** One run of `npm start`. */
export interface Session {
  /** Scratch copy of the sample workspace. */
  readonly workspace: string;
  /** Everything that the editor writes; deleted at the end. */
  readonly sessionFolder: string;
  readonly stop: AbortSignal;
}
