/**
 * An editor in a separate process, for tests that kill it: opens a window on the backend at the
 * socket (first argument) with the secret (second), prints "open", and sends a request. On SIGTERM
 * its window says goodbye first, like a window that the user closes.
 */
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { FakeWindow } from '../fakeWindow.ts';

const [socket = '', secret = ''] = process.argv.slice(2);
const window = await FakeWindow.open(socket, secret);
process.once('SIGTERM', async () => {
  await window.goodbye(process.pid);
  process.exit(0);
});
console.log('open');
await window.call('tokenInfo', { token: wrappedSolMint });
await window.closed;
