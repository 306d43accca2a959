import type { CallProgress } from '../protocol/channelProtocol.ts';

/** Why a request takes its time, as a sentence without its full stop. */
export function describeProgress(progress: CallProgress): string {
  if (progress.kind === 'loading') {
    const { pools, receivedBytes, totalBytes } = progress;
    const received = `${megabytes(receivedBytes)}${totalBytes === null ? '' : ` of ${megabytes(totalBytes)}`} MB`;
    return `Loading the pools of the service: ${pools} so far, ${received}`;
  }
  if (progress.kind === 'blocks') return `Read ${progress.read} of ${progress.of} blocks`;
  const { nextCallInSeconds, isRefused } = progress;
  const why = isRefused
    ? 'The service refused a request as too many'
    : 'Waiting for the rate limit';
  return `${why}; the next one is sent in ${Math.ceil(nextCallInSeconds)} s`;
}

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);
