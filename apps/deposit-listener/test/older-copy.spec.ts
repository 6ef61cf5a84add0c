/**
 * PostgreSQL is put back to an older copy while the chains and the engine's books go on. What the chains show as done is
 * entered into the rows: each deposit ends as it would have ended, once, whatever the copy lacks.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureText } from '@bellwether/chain';
import type { Deposit, FundingMessageOf } from '@bellwether/funding';
import { EngineUnderTest, userOf } from '@bellwether/funding-testbed';
import { engineEventsReader } from '../src/engine-events/engine-events';
import { ExtByHand } from './ext/ext-by-hand';
import { MainByHand, heldBy } from './main-by-hand';
import { OlderCopies } from './older-copies';
import { relayed } from './relay-by-hand';
import type { RelayedTransfer } from './relay-by-hand';
import { World } from './world';

const AMOUNT = 25_000_000;
let world: World;
let by: ExtByHand;
let main: MainByHand;
let engine: EngineUnderTest;
let copies: OlderCopies;
const user = userOf(1);
let relayedTransfer: RelayedTransfer;
let bookedBefore: ReturnType<typeof booked>;
let signed: FundingMessageOf<'transfer_signed'>;

beforeAll(async () => {
  world = await World.start();
  copies = new OlderCopies(world);
  by = await ExtByHand.begin(world);
  engine = await EngineUnderTest.serve(by.parts.bus);
  main = MainByHand.again(by.parts, world, by.clock);
  await main.tick();
  await by.watch(user);
  await copies.take('before it was found', by.url);
  const deposit = await by.given(user, { mint: by.parts.usdc.ext, amount: BigInt(AMOUNT) });
  await copies.take('found', by.url);
  await by.workUntil(deposit, { step: 'bridging' });
  await copies.take('accepted', by.url);
  await by.workUntil(deposit, { step: 'sending' });
  signed = (await by.messages('transfer_signed'))[0]!;
  await by.send(signed);
  relayedTransfer = await relayed(world, by.parts, {
    signature: signatureText(signed.sourceSignature),
    wireBytes: signed.sourceBytes!,
    blockhash: '',
    lastValidBlockHeight: signed.lastValidBlockHeight!,
  });
  await report(by, signed);
  await main.until(async () => (await by.deposit(deposit)).phase === 'credited');
  await main.stop();
  bookedBefore = booked();
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});

/** As the relayer reports it, which finds the transfer completed. */
async function report(
  to: ExtByHand,
  { transferId, direction, subjectId, sourceSignature }: FundingMessageOf<'transfer_signed'>,
): Promise<void> {
  const about = { transferId, direction, subjectId, user };
  const { sequence, completionSignature } = relayedTransfer;
  await to.report({ kind: 'transfer_sent', ...about, sourceSignature, sequence }, 'sent');
  const completed = {
    kind: 'transfer_completed',
    ...about,
    sequence,
    completionSignature,
  } as const;
  await to.report(completed, 'completed');
}

/** In the engine's books, which are not put back. */
const booked = () => ({
  ...engine.exchange.balance(user),
  ...engine.exchange.funding(user),
  ...engine.exchange.solvency(),
});

const shown = ({ source, phase, step, creditedMicroUsdc }: Deposit) => ({
  source,
  phase,
  step,
  creditedMicroUsdc,
});

describe.each(['before it was found', 'found', 'accepted'])('a copy from %s', (name) => {
  it.each(['ext', 'main'])(
    'ends with the deposit credited once, where %s is read first',
    async (first) => {
      const older = await copies.restored(name);
      const again = MainByHand.again(older.parts, world, older.clock);
      const stopping = new AbortController();
      const reading = engineEventsReader(older.parts).run(stopping.signal, () => undefined);
      if (first === 'main') {
        await again.until(async () => (await older.parts.stores.credits.lastSeqOf(user)) === 1);
      }
      await older.work(async () => (await older.messages('transfer_signed')).length > 0);
      const [adopted] = await older.messages('transfer_signed');
      expect(adopted).toEqual({ ...signed, sourceBytes: null, lastValidBlockHeight: null });
      await report(older, adopted!);
      await again.until(async () => {
        const deposits = await older.deposits(user);
        return deposits.every(({ phase }) => phase === 'credited');
      });
      await again.stop();
      stopping.abort();
      await reading;

      expect((await older.deposits(user)).map(shown)).toEqual([
        { source: 'ext_usdc', phase: 'credited', step: 'ended', creditedMicroUsdc: AMOUNT },
      ]);
      expect(await heldBy(older.parts, older.parts.vault.token)).toBe(BigInt(AMOUNT));
      expect(booked()).toEqual(bookedBefore);
      expect(await older.alarms()).toEqual({});
    },
  );
});
