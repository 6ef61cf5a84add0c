/** The cost of followed deposits for the database. */
import { afterEach, describe, expect, it } from 'vitest';
import { depositsChannel } from '@bellwether/api';
import { toHex } from '@bellwether/codec';
import { DepositWatch } from './deposit-watch';
import { DepositsChannel } from './deposits-channel';
import { DEPOSIT_CLOCKS_MS } from './limits';

const FOLLOWED = 3_000;
const keyOf = (number: number): Uint8Array => {
  const key = Buffer.alloc(32);
  key.writeUInt32BE(number);
  return key;
};

let watch: DepositWatch | undefined;
afterEach(() => watch?.stop());

function watched() {
  const asked: (readonly string[] | number | null)[] = [];
  const world = { users: [] as string[], newestMs: 1_000_000, marks: new Map<string, string>() };
  const channels = Array.from({ length: FOLLOWED }, (_, number) => {
    const live = new DepositsChannel({
      channel: depositsChannel(keyOf(number)) as never,
      readMark: async () => '',
      takeSnapshot: async () => ({ seq: 1, timestampMs: 1, frame: Buffer.from('{}') }),
    });
    live.subscribers.add({ lastSeq: 0, give: () => undefined, beginAgain: () => undefined });
    return live;
  });
  watch = new DepositWatch({
    marks: {
      changedAfter: async (ms) => {
        asked.push(ms);
        return { users: ms === null ? [] : world.users, newestMs: world.newestMs };
      },
      of: async (users) => {
        asked.push(users.map(toHex));
        return new Map(users.map((user) => [toHex(user), world.marks.get(toHex(user)) ?? '']));
      },
    },
    channels: () => channels,
    onSent: () => undefined,
  });
  return { watch, asked, world };
}

describe('followers of deposits', () => {
  it('cost one statement a look together, however many they are, while nothing changes', async () => {
    const { watch: one, asked } = watched();
    await one.look();
    asked.length = 0;
    for (let count = 0; count < 5; count++) await one.look();
    expect(asked).toEqual(Array.from({ length: 5 }, () => 1_000_000 - DEPOSIT_CLOCKS_MS));
  });

  it('are looked at one by one only if their own deposits changed', async () => {
    const { watch: one, asked, world } = watched();
    await one.look();
    asked.length = 0;
    const changed = toHex(keyOf(7));
    // Another user's too, which is not followed.
    world.users = [changed, toHex(keyOf(FOLLOWED + 1))];
    world.newestMs += 5_000;
    await one.look();
    expect(asked).toEqual([1_000_000 - DEPOSIT_CLOCKS_MS, [changed]]);
  });
});
