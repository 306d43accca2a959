import { joinPath } from '../api/parseServiceUrl.ts';

/** `/transactions`, and `/transactions/no-failure/NAME`, for transactions that may not fail. */
const landingPath = /\/transactions(\/no-failure\/[^/]+)?\/?$/;

export const isLandingRequestUrl = ({ pathname }: URL): boolean => landingPath.test(pathname);

/** The landing URL, with `path` appended unless it already includes it. */
export const landingRequestUrl = (landingUrl: URL, path: string): URL =>
  isLandingRequestUrl(landingUrl) ? landingUrl : joinPath(landingUrl, path);
