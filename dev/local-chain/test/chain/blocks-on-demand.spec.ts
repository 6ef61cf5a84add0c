/** A chain with blocks on demand: it goes on until all is final, then seldom, and by hand at any time. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BLOCKS_AFTER_FINAL, IDLE_SLOTS, LocalChain } from '@bellwether/local-chain';
import { generateKeyPairSigner } from '@solana/kit';

const SLOT_MS = 10;
const FINALIZE_AFTER_BLOCKS = 4;

let chain: LocalChain;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  chain = await LocalChain.open({
    blocks: 'on_demand',
    slotMs: SLOT_MS,
    finalizeAfterBlocks: FINALIZE_AFTER_BLOCKS,
  });
});
afterEach(() => {
  chain.close();
  vi.useRealTimers();
});

const pass = (slots: number): number => {
  const before = chain.slot;
  vi.advanceTimersByTime(slots * SLOT_MS);
  return chain.slot - before;
};
const give = async (): Promise<void> => {
  await chain.airdrop((await generateKeyPairSigner()).address, 1_000_000_000n);
};
/** Past what a chain makes final at its start. */
const settle = (): void => {
  pass(10 * IDLE_SLOTS);
};

it('an idle chain makes a block in IDLE_SLOTS', () => {
  chain.start();
  settle();
  expect(pass(4 * IDLE_SLOTS)).toBe(4);
});

it('a transaction is final as soon as on any chain, and the chain is idle again', async () => {
  chain.start();
  settle();
  await give();
  const landed = chain.heightAt('processed');
  expect(pass(FINALIZE_AFTER_BLOCKS)).toBe(FINALIZE_AFTER_BLOCKS);
  expect(chain.heightAt('finalized')).toBe(landed);
  expect(pass(100)).toBeLessThanOrEqual(BLOCKS_AFTER_FINAL + 100 / IDLE_SLOTS);
});

it('what a fork leaves is made final, too', async () => {
  chain.start();
  settle();
  await give();
  pass(2);
  chain.fork(2);
  const after = chain.heightAt('processed');
  pass(FINALIZE_AFTER_BLOCKS);
  expect(chain.heightAt('finalized')).toBe(after);
});

it('a chain that stands still makes no block, whatever is sent, and goes on with it when it starts', async () => {
  await give();
  const landed = chain.heightAt('processed');
  expect(pass(100)).toBe(0);
  chain.advance(2);
  expect(chain.heightAt('processed')).toBe(landed + 2);
  chain.start();
  pass(FINALIZE_AFTER_BLOCKS - 2);
  expect(chain.heightAt('finalized')).toBe(landed);
});
