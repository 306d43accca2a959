/** A thread of `DecodeThreads`. */
import '../base/localizeProcess.ts';
import { parentPort } from 'node:worker_threads';
import { errorMessage } from '../../api/errorMessage.ts';
import { decodeResponse } from './decodeResponse.ts';
import type { DecodeJob, DecodeResult } from './decodeThreads.ts';

parentPort?.on('message', ({ id, slot, body }: DecodeJob) => {
  let result: DecodeResult;
  try {
    result = { id, done: decodeResponse(slot, Buffer.from(body)) };
  } catch (error) {
    result = { id, unreadable: errorMessage(error) };
  }
  parentPort?.postMessage(result);
});
