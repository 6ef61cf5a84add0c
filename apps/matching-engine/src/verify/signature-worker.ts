/**
 * The entry of a worker thread of the pool, built beside main. It gets packed signatures and answers which are valid,
 * in order.
 */
import { parentPort } from 'node:worker_threads';
import { verify } from '@bellwether/signature';
import { verifyPacked } from './packed';

parentPort?.on('message', (packed: Uint8Array) => {
  const valid = verifyPacked(packed, verify);
  parentPort?.postMessage(valid, [valid.buffer]);
});
