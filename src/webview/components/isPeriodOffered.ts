/** A store of 24 hours keeps one to two hours more. */
const slackSeconds = 7_200;

/**
 * A period is offered if more is stored than the next shorter one shows; the shortest one always is.
 * `storedSeconds`: null if it is unknown, and then every period is offered.
 */
export function isPeriodOffered(
  seconds: number,
  periods: readonly number[],
  storedSeconds: number | null,
): boolean {
  const shorter = periods.filter((each) => each < seconds);
  if (storedSeconds === null || shorter.length === 0) return true;
  return storedSeconds > Math.max(...shorter) + slackSeconds;
}
