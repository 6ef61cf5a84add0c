/**
 * A thread of the pool: gets packed signatures, answers which are valid, in order. An entry of its own beside main, which goes
 * first where cores are short: it answers, and what is verified waits for it.
 */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { verify } from '@bellwether/signature';
import { verifyPacked } from './packed-signatures';

/** A third of the weight of the thread that applies. */
const NICENESS = 5;

try {
  // On Linux a thread has a niceness of its own, and this link ends with its id.
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS);
} catch {
  // Elsewhere all threads are equals.
}

parentPort?.on('message', (packed: Uint8Array) => {
  const valid = verifyPacked(packed, verify);
  parentPort?.postMessage(valid, [valid.buffer]);
});
