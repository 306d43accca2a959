const isoMinute = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ');

/** `2026-01-02 11:15 – 12:00 UTC`; includes the second date if it differs. */
export function formatTimeRange(fromMilliseconds: number, toMilliseconds: number): string {
  const [from, to] = [isoMinute(fromMilliseconds), isoMinute(toMilliseconds)];
  const isSameDay = from.slice(0, 10) === to.slice(0, 10);
  return `${from} – ${isSameDay ? to.slice(11) : to} UTC`;
}
