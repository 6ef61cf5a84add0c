/**
 * A thread of the pool: gets packed signatures, answers which are valid, in order. An entry of its own beside main.
 */
import { parentPort } from 'node:worker_threads';
import { verify } from '@bellwether/signature';
import { verifyPacked } from './packed';

parentPort?.on('message', (packed: Uint8Array) => {
  const valid = verifyPacked(packed, verify);
  parentPort?.postMessage(valid, [valid.buffer]);
});
