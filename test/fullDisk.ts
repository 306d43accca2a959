/**
 * A command whose files can grow to 1,024 bytes: a write beyond that is cut off, and the next fails,
 * as on a full disk. Not on Windows.
 */
export const underFileLimit = (
  command: string,
  args: readonly string[],
): readonly [command: string, args: string[]] => [
  '/bin/sh',
  // Blocks of 512 bytes, as POSIX has it.
  ['-c', 'ulimit -f 2; exec "$0" "$@"', command, ...args],
];
