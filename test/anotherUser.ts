import type { TestContext } from 'node:test';

/** From here on, what this process owns belongs to another user, in the eyes of this process. */
export function becomeAnotherUser({ mock }: Pick<TestContext, 'mock'>): void {
  const posix = process as { getuid: () => number };
  mock.method(posix, 'getuid', () => 424_242);
}
