type Command = readonly [command: string, args: readonly string[]];

/**
 * A command with a file size limit, in blocks of 512 bytes: a write beyond it is truncated, and the
 * next fails, as on a full disk. Not available on Windows.
 */
export const underFileLimit =
  (blocks: number) =>
  (command: string, args: readonly string[]): Command => [
    '/bin/sh',
    ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, command, ...args],
  ];
