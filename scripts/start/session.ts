export interface Session {
  readonly workspace: string;
  /** Where the editor writes its files; deleted at the end, unless it is kept. */
  readonly sessionFolder: string;
  /** The folder has the files of an earlier session, which stay. */
  readonly isKept?: boolean;
  readonly stop: AbortSignal;
  /** A service that the window connects to; the user enters its key. */
  readonly service?: { readonly name: string; readonly url: string };
}

/** Without secrets. */
export const settingsOf = ({ service }: Session): Readonly<Record<string, unknown>> =>
  service === undefined
    ? {}
    : {
        'arbscope.connections': [
          { name: service.name, kind: 'service', baseUrl: service.url, tier: 'high' },
        ],
      };

export const environmentOf = ({ service }: Session): Readonly<Record<string, string>> =>
  service === undefined ? {} : { ARBSCOPE_START_CONNECTION: service.name };
