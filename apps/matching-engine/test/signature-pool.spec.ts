import { describe, expect, it } from 'vitest';
import { verify } from '@bellwether/signature';
import { SignaturePool } from '../src/verify/pool';
import { signedBytes } from '../src/verify/signed-bytes';
import type { Signed } from '../src/verify/signed-bytes';
import { SIGNATURE_WORKER } from './engine-process';
import { signedOrder, testUser } from './incoming';

const alice = testUser(1);
const marketId = new Uint8Array(32);
const order = signedOrder(alice, { marketId, nonce: 1 });
const good = signedBytes(order, 'test');
const bad = signedBytes({ ...order, nonce: 2 }, 'test');

const poolOf = (threads: number, onBroken: (reason: unknown) => void = () => {}): SignaturePool =>
  new SignaturePool({ threads, worker: SIGNATURE_WORKER }, { verify, onBroken });

describe('a pool of threads', () => {
  it('gives each slice its verdicts, in the order of the slices, whatever they hold', async () => {
    const pool = poolOf(2);
    // Large slices, small ones, and ones that need no thread. A small one is done long before a large one.
    const slices = Array.from({ length: 40 }, (_, number): (Signed | null)[] =>
      Array.from(
        { length: [200, 1, 3, 0][number % 4]! },
        (_item, i) => [good, bad, null][(number + i) % 3]!,
      ),
    );
    const verdicts: (readonly boolean[])[] = [];
    await new Promise<void>((resolve) => {
      for (const slice of slices) {
        pool.check(slice, (valid) => {
          verdicts.push(valid);
          if (verdicts.length === slices.length) resolve();
        });
      }
    });
    expect(verdicts).toEqual(slices.map((slice) => slice.map((one) => one !== bad)));
    await pool.close();
  });

  it('answers a single signature at once', async () => {
    const pool = poolOf(1);
    const verdicts: (readonly boolean[])[] = [];
    pool.check([good], (valid) => verdicts.push(valid));
    pool.check([bad], (valid) => verdicts.push(valid));
    expect(verdicts).toEqual([[true], [false]]);
    await pool.close();
  });

  it('is broken when a thread is gone', async () => {
    const missing = new URL('./missing.js', SIGNATURE_WORKER);
    const reason = await new Promise<unknown>((resolve) => {
      const pool = new SignaturePool(
        { threads: 1, worker: missing },
        { verify, onBroken: resolve },
      );
      expect(pool.sliceSize).toBeGreaterThan(0);
    });
    expect(String(reason)).toMatch(/missing.js/);
  });
});
