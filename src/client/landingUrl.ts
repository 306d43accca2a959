import { joinPath } from '../api/parseServiceUrl.ts';

/** `/transactions`, and `/transactions/no-failure/NAME`, for transactions that may not fail. */
const landingPath = /\/transactions(\/no-failure\/[^/]+)?\/?$/;

/** Whether a URL is that of the landing operation itself, not one that its path follows. */
export const isLandingRequestUrl = ({ pathname }: URL): boolean => landingPath.test(pathname);

/** Where transactions are sent: the landing URL as it is if it has the path, otherwise with `path`. */
export const landingRequestUrl = (landingUrl: URL, path: string): URL =>
  isLandingRequestUrl(landingUrl) ? landingUrl : joinPath(landingUrl, path);
