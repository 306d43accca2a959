import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentOmissions } from '../../../../../src/engine/sources/rpc/recentOmissions.ts';

test('Left-out blocks are counted for an hour, with the cause of the newest', () => {
  let minutes = 1_000;
  const omissions = new RecentOmissions(() => minutes * 60_000);
  assert.deepEqual(omissions.current(), { blocks: 0, cause: null });
  omissions.add('missing', 3);
  minutes += 30;
  omissions.add('not-stored', 1);
  omissions.add('unreadable', 1);
  assert.deepEqual(omissions.current(), { blocks: 5, cause: 'unreadable' });
  minutes += 29;
  assert.deepEqual(omissions.current(), { blocks: 5, cause: 'unreadable' });
  minutes += 1;
  assert.deepEqual(omissions.current(), { blocks: 2, cause: 'unreadable' });
  minutes += 30;
  assert.deepEqual(omissions.current(), { blocks: 0, cause: null });
});
