/** Work that the engine's events require has its row, whatever died on the way. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { associatedTokenAddress, bytesOfAddress, newSigner } from '@bellwether/chain';
import type { Address } from '@bellwether/chain';
import {
  EngineUnderTest,
  Interruption,
  cutOff,
  survives,
  until,
  userOf,
} from '@bellwether/funding-testbed';
import { userRecoveryId } from '@bellwether/persistence';
import { EngineEvents, engineEventsReader } from '../src/engine-events/engine-events';
import { AUTHORIZATION_AGE_MS } from '../src/engine-events/limits';
import { RecoverService } from '../src/ext/recovery/recover-service';
import { ExtByHand } from './ext/ext-by-hand';
import { interrupted } from './interrupted';
import { World } from './world';

const AMOUNT = 900_000n;
/** The cost of the recovery's transaction is deducted. */
const GAS = 1_650n;

let world: World;
let engine: EngineUnderTest;
beforeAll(async () => {
  world = await World.start();
  engine = await EngineUnderTest.serve(await world.bus());
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});

let by: ExtByHand;
let users = 0;
let user: Uint8Array;
let recipient: Address;
beforeEach(async () => {
  by = await ExtByHand.begin(world);
  user = userOf(++users);
  recipient = (await newSigner()).address;
});

const request = (nonce: number) => ({
  user,
  mint: bytesOfAddress(by.parts.usdc.ext),
  maxGasFee: 0,
  allowProgramAddress: false,
  recipient: bytesOfAddress(recipient),
  nonce,
  signature: new Uint8Array(64).fill(1),
  builder: null,
});

/** The engine takes the nonce, and the caller dies. */
function authorize(nonce: number): void {
  const { reply } = engine.apply('deposit', { kind: 'recover', ...request(nonce) });
  expect(reply.body.kind).toBe('recovery');
}

const rowOf = (nonce: number) => by.parts.stores.recoveries.byId(userRecoveryId(user, nonce));

/** Reads events until it is so. */
async function readUntil(isSo: () => Promise<boolean>): Promise<void> {
  const stopping = new AbortController();
  const reading = engineEventsReader(by.parts).run(stopping.signal, () => undefined);
  await until(isSo);
  stopping.abort();
  await reading;
}

async function refusedDeposit(): Promise<void> {
  const refused = await by.given(user, { mint: by.parts.usdc.ext, amount: AMOUNT });
  await by.workUntil(refused, { phase: 'rejected' });
}

const received = async (): Promise<bigint> =>
  by.tokens(await associatedTokenAddress(recipient, by.parts.usdc.ext));

describe('a recovery that the engine authorized', () => {
  it('is sent once, whoever asked for it and died at any call', async () => {
    await refusedDeposit();
    const takenBefore = engine.commands.length;
    const takenNonces = (): number[] =>
      engine.commands
        .slice(takenBefore)
        .flatMap((command) => (command.kind === 'recover' ? [command.nonce] : []));
    let nonce = 0;
    // From the first call, past the engine's, to those that wait for the transaction.
    for (let at = 1; takenNonces().length < 4;) {
      const service = new RecoverService(interrupted(by.parts, new Interruption(at, 'after')));
      const end = await survives(() => service.recover(request(nonce + 1), 'x'));
      expect(end).not.toBe('lived');
      if (end === 'failed') continue;
      nonce++;
      at++;
    }
    const taken = takenNonces();
    await readUntil(async () => !(await Promise.all(taken.map(rowOf))).includes(null));
    const stop = by.run();
    await until(async () => {
      // What moved at the address a moment ago holds the next one up.
      by.clock.aheadMs += 11_000;
      const now = await Promise.all(taken.map(rowOf));
      return now.every((row) => row?.state !== 'sending');
    });
    await stop();
    const states = (await Promise.all(taken.map(rowOf))).map((row) => row?.state);
    expect(states.filter((state) => state === 'completed')).toHaveLength(1);
    expect(await received()).toBe(AMOUNT - GAS);
  });

  it('has its row though its reader dies at any call', async () => {
    authorize(1);
    let deaths = 0;
    for (let at = 1; (await rowOf(1)) === null;) {
      const death = new Interruption(at);
      const { parts } = by;
      const alone = { hold: async () => true, release: async () => undefined };
      const events = cutOff(parts.stores.events, death);
      const reader = new EngineEvents({ ...parts, events, lock: cutOff(alone, death) });
      const stopping = new AbortController();
      let hasEnded = false;
      const reading = survives(() => reader.run(stopping.signal, () => undefined)).finally(
        () => (hasEnded = true),
      );
      await until(async () => hasEnded || death.isDead || (await rowOf(1)) !== null);
      stopping.abort();
      await reading;
      // One that the world failed is lived again.
      if (!death.isDead) continue;
      deaths++;
      at++;
    }
    expect(deaths).toBeGreaterThan(1);
    // Read again from the beginning, by a process that knows of nothing.
    await world.rows(by.url, 'DELETE FROM funding_event_cursors');
    authorize(2);
    await readUntil(async () => (await rowOf(2)) !== null);
    const [count] = await world.rows(
      by.url,
      'SELECT count(*) FROM recoveries WHERE user_key = $1',
      [user],
    );
    expect(count).toEqual({ count: '2' });
  });

  it('long ago is not begun by itself: who asks again begins it', async () => {
    authorize(1);
    by.clock.aheadMs = AUTHORIZATION_AGE_MS + 60_000;
    const cursors = "SELECT 1 FROM funding_event_cursors WHERE consumer = 'deposit-listener'";
    // Events that are of no concern move the cursor once some seconds have passed.
    await readUntil(async () => {
      by.clock.aheadMs += 10_000;
      engine.apply('admin', {
        kind: 'test_credit',
        user,
        amount: 1,
        reference: `${by.clock.aheadMs}`,
      });
      return (await world.rows(by.url, cursors)).length > 0;
    });
    expect(await rowOf(1)).toBeNull();
    const service = new RecoverService(by.parts);
    // Where nothing lies there, there is nothing to begin.
    await expect(service.recover(request(1), 'again')).rejects.toMatchObject({
      code: 'NOTHING_TO_RECOVER',
    });
    await refusedDeposit();
    const stop = by.run();
    const answer = await service.recover(request(1), 'again');
    await stop();
    expect(answer).toMatchObject({ user, amount: String(AMOUNT - GAS) });
  });
});
