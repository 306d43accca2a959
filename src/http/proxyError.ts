/**
 * The proxy did not open a connection, so nothing was sent to the service. The message is for the
 * user: it names the proxy without its credentials, and says what to do.
 */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  /** Only the user can resolve it, so that no retry helps. */
  readonly isPermanent: boolean;

  constructor(message: string, { isPermanent = false } = {}) {
    super(message);
    this.isPermanent = isPermanent;
  }
}
