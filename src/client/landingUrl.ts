import { joinPath } from '../api/parseServiceUrl.ts';

/** `/transactions`, and `/transactions/no-failure/NAME`, for transactions that may not fail. */
const landingPath = /\/transactions(\/no-failure\/[^/]+)?\/?$/;

/** Whether a URL already includes the landing operation's path. */
export const isLandingRequestUrl = ({ pathname }: URL): boolean => landingPath.test(pathname);

/**
 * URL for landing requests: the landing URL, with `path` appended unless it already includes it.
 */
export const landingRequestUrl = (landingUrl: URL, path: string): URL =>
  isLandingRequestUrl(landingUrl) ? landingUrl : joinPath(landingUrl, path);
