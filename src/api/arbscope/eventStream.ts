export const eventStreamType = 'text/event-stream';

/** Last event of a failing stream, with the data of an error response. */
export const failureEvent = 'failure';

/** Comments reveal a lost connection. */
export const heartbeatMilliseconds = 15_000;
