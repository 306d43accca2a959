import type { TestEvent } from 'node:test/reporters';
import { describeFailure, type LevelCounts } from './level.ts';

/** A reporter of `node --test`: one line of JSON, the counts and the names of what was skipped. */
// biome-ignore lint/style/noDefaultExport: node --test takes the default export of a reporter.
export default async function* countReporter(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  let passed = 0;
  let failed = 0;
  const failures: string[] = [];
  const skipped: string[] = [];
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    // A file or a suite that failed by itself (its tests never ran) is a failure as well.
    if (data.details.type === 'suite' && type === 'test:pass') continue;
    if (type === 'test:fail') {
      failed += 1;
      const { error } = data.details;
      const isOfATestWithin = 'failureType' in error && error.failureType === 'subtestsFailed';
      if (!isOfATestWithin) failures.push(describeFailure(data.name, error.cause ?? error));
    } else if (data.skip !== undefined && data.skip !== false) {
      const reason = typeof data.skip === 'string' && data.skip !== '' ? `: ${data.skip}` : '';
      skipped.push(`${data.name}${reason}`);
    } else passed += 1;
  }
  yield JSON.stringify({ passed, failed, failures, skipped } satisfies LevelCounts);
}
