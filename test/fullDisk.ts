type Command = readonly [command: string, args: readonly string[]];

/**
 * A command whose files can grow to so many blocks of 512 bytes: a write beyond that is cut off, and
 * the next fails, as on a full disk. Not on Windows.
 */
export const underFileLimit =
  (blocks: number) =>
  (command: string, args: readonly string[]): Command => [
    '/bin/sh',
    ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, command, ...args],
  ];
