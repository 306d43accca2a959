/** One run of `npm start`, or of `npm run cluster`. */
export interface Session {
  /** Scratch copy of the sample workspace. */
  readonly workspace: string;
  /** Everything that the editor writes; deleted at the end. */
  readonly sessionFolder: string;
  readonly stop: AbortSignal;
  /** A service that the window is to use; the editor asks for its key. */
  readonly service?: { readonly name: string; readonly url: string };
}

/** The user's settings of a session: no secret is among them. */
export const settingsOf = ({ service }: Session): Readonly<Record<string, unknown>> =>
  service === undefined
    ? {}
    : {
        'arbscope.connections': [
          { name: service.name, kind: 'service', baseUrl: service.url, tier: 'high' },
        ],
      };

/** What the opener reads. */
export const environmentOf = ({ service }: Session): Readonly<Record<string, string>> =>
  service === undefined ? {} : { ARBSCOPE_START_CONNECTION: service.name };
