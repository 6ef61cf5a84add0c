/**
 * Two nodes at different slots of one honest chain, and two that contradict each other: only the latter raise an alarm.
 */
import { expect, it } from 'vitest';
import { CodedError } from '@bellwether/errors';
import type { Address } from '../address';
import { MAX_AGREEMENT_READS, MIN_AGREEMENT_READS } from '../limits';
import type { RpcPool } from '../rpc/rpc-pool';
import { readAccounts } from './read-accounts';

const ACCOUNT = '11111111111111111111111111111111' as Address;

/** A node's answer to the n-th request, from 0. */
type Shows = (asked: number) => { readonly slot: number; readonly lamports: number };

function readBy(...nodes: readonly Shows[]) {
  const world = { readings: 0, raised: [] as object[] };
  const endpoints = nodes.map((_, place) => ({ label: `node#${place}` }));
  const rpcOf = (shows: Shows, asked: number) => ({
    getMultipleAccounts: () => ({
      send: async () => {
        const { slot, lamports } = shows(asked);
        const value = [{ lamports: BigInt(lamports), owner: ACCOUNT, data: ['', 'base64'] }];
        return { context: { slot: BigInt(slot) }, value };
      },
    }),
  });
  const pool = {
    all: async (_what: string, ask: (rpc: unknown) => Promise<unknown>) => {
      const asked = world.readings++;
      const answers = nodes.map(async (shows, place) => ({
        endpoint: endpoints[place],
        value: await ask(rpcOf(shows, asked)),
      }));
      return Promise.all(answers);
    },
    disagreement: (kind: string, { label }: { label: string }, details: object) => {
      world.raised.push({ kind, label, ...details });
      return new CodedError('CHAIN_DISAGREEMENT');
    },
  } as unknown as RpcPool;
  const read = () => readAccounts(pool, [ACCOUNT], () => Promise.resolve());
  return { world, read };
}

/** Requested twice per slot; the account changes with every second slot. */
const behindBy =
  (lagSlots: number): Shows =>
  (asked) => {
    const slot = 1_000 + Math.floor(asked / 2) - lagSlots;
    return { slot, lamports: Math.floor(slot / 2) };
  };

it.each([0, 1, 3, 11])(
  'an account that changes all the time is read though a node is %i slots behind',
  async (lagSlots) => {
    for (const nodes of [
      [behindBy(0), behindBy(lagSlots)],
      [behindBy(lagSlots), behindBy(0)],
    ]) {
      const { world, read } = readBy(...nodes);
      const { slot, sinceSlot, accounts } = await read();
      // Content and slot belong together.
      for (const one of [slot, sinceSlot]) {
        expect(accounts[0]!.lamports).toBe(BigInt(Math.floor(one / 2)));
      }
      expect(world.raised).toEqual([]);
    }
  },
);

it('a node that is too far behind is a chain that cannot be asked, and no contradiction', async () => {
  const { world, read } = readBy(behindBy(0), behindBy(40));
  await expect(read()).rejects.toMatchObject({
    code: 'CHAIN_UNAVAILABLE',
    details: { what: 'accounts', slots: [1_011, 971] },
  });
  expect(world).toEqual({ readings: MAX_AGREEMENT_READS, raised: [] });
});

it('another content of the same slot is a contradiction, however late it is shown', async () => {
  const liar: Shows = (asked) => ({ ...behindBy(2)(asked), lamports: 7 });
  const { world, read } = readBy(behindBy(0), liar);
  await expect(read()).rejects.toMatchObject({ code: 'CHAIN_DISAGREEMENT' });
  expect(world.readings).toBe(MIN_AGREEMENT_READS);
  expect(world.raised).toMatchObject([
    { kind: 'accounts_differ', account: ACCOUNT, slots: [1_000, 1_000] },
  ]);
});

it('what differs a few times is asked for again', async () => {
  const truth: Shows = () => ({ slot: 5, lamports: 1 });
  const unsure: Shows = (asked) => ({ slot: 5, lamports: asked < MIN_AGREEMENT_READS - 1 ? 2 : 1 });
  const { world, read } = readBy(truth, unsure);
  expect(await read()).toMatchObject({ slot: 5, sinceSlot: 5 });
  expect(world.raised).toEqual([]);
});
