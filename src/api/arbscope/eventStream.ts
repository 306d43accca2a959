/** How a stream of server-sent events is told apart from a response that is whole. */
export const eventStreamType = 'text/event-stream';

/** Name of the event with which a stream ends that fails; its data is that of an error response. */
export const failureEvent = 'failure';

/** A comment comes at least so often, so that a lost connection is noticed. */
export const heartbeatMilliseconds = 15_000;
