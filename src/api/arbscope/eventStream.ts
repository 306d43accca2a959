/** Content type that distinguishes a stream of server-sent events from a complete response. */
export const eventStreamType = 'text/event-stream';

/** Last event of a failing stream; its data is that of an error response. */
export const failureEvent = 'failure';

/** Maximum interval between comments, which reveal a lost connection. */
export const heartbeatMilliseconds = 15_000;
