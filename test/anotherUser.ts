import type { TestContext } from 'node:test';

/** Makes this process see its own files as owned by another user. */
export function becomeAnotherUser({ mock }: Pick<TestContext, 'mock'>): void {
  const posix = process as { getuid: () => number };
  mock.method(posix, 'getuid', () => 424_242);
}
