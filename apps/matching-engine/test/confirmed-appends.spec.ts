/** A record that no caller waits for any more is not sent, also after the clock was not known for a while. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Journal } from '@bellwether/bus';
import type { JournaledCommand } from '@bellwether/exchange';
import { ConfirmedAppends } from '../src/leadership/confirmed-appends';
import { LeaderLease } from '../src/leadership/leader-lease';
import { TICK } from '../src/own-commands';
import { witness } from './journal-witness';
import { NatsUnderTest, silent } from './nats-under-test';

const DEADLINE_MS = 5_000;
const BATCH = [{ deadlineMs: DEADLINE_MS }, { deadlineMs: DEADLINE_MS - 1 }];
const COMMANDS = BATCH.map((_, number): JournaledCommand => ({
  lane: 'admin',
  command: {
    kind: 'test_credit',
    user: new Uint8Array(32).fill(1),
    amount: 1,
    reference: `${number}`,
  },
}));

let nats: NatsUnderTest;
let shard = 0;
beforeAll(async () => {
  nats = await NatsUnderTest.start();
});
afterAll(() => nats.stop());
beforeEach(() => {
  shard++;
});

/** Appends of a leader whose clock the test moves, and which becomes sure of it as soon as it asks. */
async function leading() {
  const bus = await nats.bus();
  const journal = new Journal({ network: 'test', shard }, { bus, log: silent });
  await journal.ensureStream();
  await journal.beginEpoch(1_000);
  const time = { nowMs: 2_000 };
  const clockWatch = {
    isSure: true,
    whenSure: async () => {
      clockWatch.isSure = true;
    },
  };
  const lease = new LeaderLease({ connection: bus, elapsedMs: () => 0, timeMs: () => 0 });
  const appends = new ConfirmedAppends({ journal, lease, clock: () => time.nowMs, clockWatch });
  const journaled = async () =>
    (await witness(bus, shard)).records.flatMap(({ commands }) => commands);
  return { appends, time, clockWatch, journaled };
}

it('a tick takes its place when it is sent again past all deadlines', async () => {
  const { appends, time, clockWatch, journaled } = await leading();
  let append: ReturnType<ConfirmedAppends['append']> | undefined;
  await nats.crash(async () => {
    append = appends.append(BATCH, COMMANDS);
    time.nowMs = DEADLINE_MS + 1;
    clockWatch.isSure = false;
  });
  expect(await append).toMatchObject({ commands: [TICK], timestampMs: DEADLINE_MS + 1 });
  expect(await journaled()).toEqual([TICK]);
});

it.each([
  { name: 'a tick is sent where all deadlines pass', nowMs: DEADLINE_MS + 1, sent: [TICK] },
  { name: 'it is sent where a caller still waits', nowMs: DEADLINE_MS, sent: COMMANDS },
])('$name before the clock is known', async ({ nowMs, sent }) => {
  const { appends, time, clockWatch, journaled } = await leading();
  clockWatch.isSure = false;
  time.nowMs = nowMs;
  const record = await appends.append(BATCH, COMMANDS, ['']);
  expect(record).toMatchObject({ commands: sent, timestampMs: nowMs });
  expect(await journaled()).toEqual(sent);
});
