/**
 * An editor in a process of its own, for tests that kill one: opens a window on the backend
 * at the socket (first argument) with the secret (second), says so, and waits for an answer. Asked to
 * end (SIGTERM), its window says goodbye first, as one that is closed.
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
