import { basename } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { describeFailure, type FileResult } from './level.ts';

const noResult = () => ({
  passed: 0,
  failed: 0,
  failures: [] as string[],
  skipped: [] as string[],
});

/** A reporter of `node --test` that writes one line of JSON: the results of each test file. */
// biome-ignore lint/style/noDefaultExport: node --test loads a reporter's default export.
export default async function* fileReporter(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  const files: FileResult[] = [];
  let current = noResult();
  const finish = (file: string): void => {
    files.push({ file, ...current });
    current = noResult();
  };
  for await (const { type, data } of events) {
    // Files report in turn, each with a summary at its end; the last summary has no file.
    if (type === 'test:summary' && data.file !== undefined) finish(data.file);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details.type === 'suite' && type === 'test:pass') continue;
    if (type === 'test:fail') {
      current.failed += 1;
      const { error } = data.details;
      const isOfSubtest = 'failureType' in error && error.failureType === 'subtestsFailed';
      if (!isOfSubtest) current.failures.push(describeFailure(data.name, error.cause ?? error));
      // A file whose process failed reports as a test of that name, without a summary.
      if (
        data.nesting === 0 &&
        data.file !== undefined &&
        basename(data.name) === basename(data.file)
      ) {
        finish(data.file);
      }
    } else if (data.skip !== undefined && data.skip !== false) {
      const reason = typeof data.skip === 'string' && data.skip !== '' ? `: ${data.skip}` : '';
      current.skipped.push(`${data.name}${reason}`);
    } else current.passed += 1;
  }
  if (current.passed + current.failed > 0) finish('');
  yield JSON.stringify(files);
}
