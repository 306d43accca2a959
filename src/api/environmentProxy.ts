export interface EnvironmentProxy {
  readonly url: string;
  /** The variable with the URL, for messages; the URL may contain a password. */
  readonly setting: string;
  /** Hosts that bypass the proxy. */
  readonly except: string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The first that is set counts. All requests to other machines use https. */
const proxyVariables = ['HTTPS_PROXY', 'ALL_PROXY', 'HTTP_PROXY'] as const;

const readVariable = (environment: Environment, name: string): string =>
  environment[name]?.trim() ?? '';

/**
 * The proxy that the environment names; `null` without one. As in curl, a name in lower case has
 * priority, and `ALL_PROXY` counts without `HTTPS_PROXY`. As in undici and VS Code, `HTTP_PROXY`
 * counts if nothing else is set.
 */
export function environmentProxy(environment: Environment): EnvironmentProxy | null {
  const except = environmentProxyExceptions(environment);
  for (const setting of proxyVariables.flatMap((name) => [name.toLowerCase(), name])) {
    const url = readVariable(environment, setting);
    if (url !== '') return { url, setting, except };
  }
  return null;
}

/** Hosts of `NO_PROXY`, separated by commas or spaces. */
export const environmentProxyExceptions = (environment: Environment): string[] =>
  (readVariable(environment, 'no_proxy') || readVariable(environment, 'NO_PROXY'))
    .split(/[\s,]+/)
    .filter((host) => host !== '');
