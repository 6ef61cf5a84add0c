/** Reading accounts of a real local chain through two nodes. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newSigner } from '../src';
import type { Signer } from '../src';
import { chainUnderTest } from './chain-under-test';
import type { ChainUnderTest } from './chain-under-test';

let test: ChainUnderTest;
let owner: Signer;
beforeAll(async () => {
  test = await chainUnderTest();
  owner = await test.funded(5_000_000n);
});
afterAll(async () => test.close());
afterEach(() => {
  for (const node of test.nodes) node.twist = {};
  test.alarms.length = 0;
});

describe('accounts', () => {
  it('are read as of one slot, those that are not there as null', async () => {
    const nobody = await newSigner();
    const { slot, accounts } = await test.chain.readAccounts([owner.address, nobody.address]);
    expect(accounts).toMatchObject([{ address: owner.address, lamports: 5_000_000n }, null]);
    expect(slot).toBeLessThanOrEqual(test.local.chain.blockAt('finalized').slot);
  });

  it('are asked for again until two nodes show the same', async () => {
    let lies = 2;
    test.nodes[1].twist = {
      after: ({ method }, result) =>
        method === 'getMultipleAccounts' && lies-- > 0 ? { ...result, value: [null] } : result,
    };
    expect((await test.chain.readAccount(owner.address))?.lamports).toBe(5_000_000n);
    expect(test.alarms).toEqual([]);
  });

  it('that nodes show alike at different slots are of the highest, since the lowest', async () => {
    const behind = 40;
    test.nodes[1].twist = {
      after: ({ method }, result) =>
        method === 'getMultipleAccounts'
          ? { ...result, context: { ...result.context, slot: result.context.slot - behind } }
          : result,
    };
    const { slot, sinceSlot } = await test.chain.readAccounts([owner.address]);
    const head = test.local.chain.blockAt('finalized').slot;
    expect(slot).toBeLessThanOrEqual(head);
    expect(sinceSlot).toBeLessThanOrEqual(head - behind);
    expect(slot).toBeGreaterThan(sinceSlot);
  });

  it('that two nodes keep showing differently are not believed', async () => {
    // Named by both, as otherwise one of them may lag.
    const context = { slot: test.local.chain.blockAt('finalized').slot };
    for (const [node, lamports] of [5_000_000, 6_000_000].entries()) {
      test.nodes[node]!.twist = {
        after: ({ method }, result) =>
          method === 'getMultipleAccounts'
            ? { context, value: [{ ...result.value[0], lamports }] }
            : result,
      };
    }
    await expect(test.chain.readAccount(owner.address)).rejects.toMatchObject({
      code: 'CHAIN_DISAGREEMENT',
      details: { kind: 'accounts_differ', account: owner.address },
    });
    expect(test.alarms).toMatchObject([{ kind: 'accounts_differ' }]);
  });
});
