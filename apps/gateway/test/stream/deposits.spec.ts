/** The deposits of a user on a stream: real rows of the funding apps' tables, as the listener writes them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DepositStore, GasChargeStore, ScanCursors } from '@bellwether/persistence';
import { keyOf, usdcDeposit } from '../funding-fixtures';
import { GatewayUnderTest } from '../gateway-under-test';
import { UserUnderTest } from '../user-under-test';
import { StreamClient } from './stream-client';
import type { ChannelMessage } from './stream-client';

const NOW_MS = Date.UTC(2026, 4, 1, 12);
const alice = new UserUnderTest(1);
const bob = new UserUnderTest(2);
const channelOf = (user: UserUnderTest) => `deposits:${user.name}`;

let gateway: GatewayUnderTest;
let slot = 0;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start({ hasFunding: true, streams: { heartbeatMs: 200 } });
});
afterAll(() => gateway?.stop());

/** The listener has read another block, which contains this deposit. */
async function found(user: UserUnderTest, word: string, microUsdc: number): Promise<void> {
  const deposits = [usdcDeposit(word, user.publicKey, microUsdc)];
  const to = { slot: slot + 1, blockHash: keyOf(`block ${slot + 1}`) };
  const after = slot === 0 ? null : slot;
  const scans = new ScanCursors(gateway.database);
  await scans.advance('ext', { after, to, findings: { deposits }, nowMs: NOW_MS });
  slot++;
}

const reject = async (user: UserUnderTest): Promise<void> => {
  const store = new DepositStore(gateway.database);
  const [deposit] = await store.latestOf(user.publicKey);
  const judged = { valueMicroUsdc: 1_000_000, tier: 0 } as const;
  const fact = { kind: 'rejected', reason: 'below_minimum', ...judged } as const;
  await store.advance({ depositId: deposit!.depositId, fact, nowMs: NOW_MS + 1 });
};

const depositsIn = ({ data }: ChannelMessage) =>
  'deposits' in data ? data.deposits.map((one) => [one.amount_micro_usdc, one.phase]) : [];
const last = (client: StreamClient, user: UserUnderTest) =>
  depositsIn(client.of(channelOf(user)).at(-1)!);

describe('the channel of deposits', () => {
  it('begins with what there is, and has each deposit and each phase as it comes', async () => {
    const client = await StreamClient.open(gateway.url);
    await client.subscribe(channelOf(alice));
    await client.until(() => client.of(channelOf(alice)).length > 0);
    expect(last(client, alice)).toEqual([]);
    await found(alice, 'first', 1_000_000);
    await client.until(() => last(client, alice).length === 1);
    expect(last(client, alice)).toEqual([[1_000_000, 'detected']]);
    await reject(alice);
    await client.until(() => last(client, alice)[0]?.[1] === 'rejected');
    await found(alice, 'second', 7_000_000);
    await client.until(() => last(client, alice).length === 2);
    expect(last(client, alice)).toEqual([
      [7_000_000, 'detected'],
      [1_000_000, 'rejected'],
    ]);
    const { body } = await gateway.get(`/v1/deposit/status/${alice.name}`);
    const { data } = client.of(channelOf(alice)).at(-1)!;
    expect(data).toEqual({ public_key: alice.name, deposits: body.deposits });
    await client.close();
  });

  it('is silent about what did not change, and about others', async () => {
    const [client, other] = [
      await StreamClient.open(gateway.url),
      await StreamClient.open(gateway.url),
    ];
    await client.subscribe(channelOf(alice));
    await other.subscribe(channelOf(bob));
    await other.until(() => other.of(channelOf(bob)).length > 0);
    const before = client.of(channelOf(alice)).length;
    await found(bob, 'of bob', 3_000_000);
    await other.until(() => last(other, bob).length === 1);
    await found(bob, 'of bob again', 4_000_000);
    await other.until(() => last(other, bob).length === 2);
    expect(client.of(channelOf(alice))).toHaveLength(before);
    await client.close();
    await other.close();
  });

  it('says what a deposit is charged, although its phase stays', async () => {
    const client = await StreamClient.open(gateway.url);
    await client.subscribe(channelOf(bob));
    await client.until(() => client.of(channelOf(bob)).length > 0);
    const [deposit] = await new DepositStore(gateway.database).latestOf(bob.publicKey);
    const charge = {
      user: bob.publicKey,
      purpose: 'deposit:of-bob:bridge',
      amountMicroUsdc: 123_456,
      items: [{ kind: 'transaction_fees', microUsdc: 123_456 }],
      depositId: deposit!.depositId,
    } as const;
    await new GasChargeStore(gateway.database).add(charge, NOW_MS);
    const gasNow = () => {
      const { data } = client.of(channelOf(bob)).at(-1)!;
      return 'deposits' in data ? data.deposits[0]?.gas_micro_usdc : undefined;
    };
    await client.until(() => gasNow() === 123_456);
    expect(last(client, bob)[0]?.[1]).toBe('detected');
    await client.close();
  });

  it('begins anew where it is resumed: there is nothing between two snapshots', async () => {
    const client = await StreamClient.open(gateway.url);
    expect(await client.resume({ channel: channelOf(alice), seq: 1 })).toEqual([false]);
    await client.until(() => client.of(channelOf(alice)).length > 0);
    expect(last(client, alice)).toHaveLength(2);
    await client.close();
  });
});
