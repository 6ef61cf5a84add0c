/** The window of paid numbers, in the committed program: no number of a user is paid twice, in whichever order. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { PAYMENT_WINDOW, decodeProxy, passedBy, paymentState, vaultSeeds } from '../src/index';
import { PROGRAM, bytesOf, derived, namedAddress } from './inhabitants';
import { VaultWorld } from './vault-world';

/** fast-check prints seed and path of a failure. */
const RUNS = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 40) };
const TOP = BigInt(PAYMENT_WINDOW);
const HIGHEST = 2n ** 64n - 1n;

/** With money and a limit for as many debits of 1 as a test makes. */
async function richWorld(): Promise<VaultWorld> {
  const world = await VaultWorld.ready();
  const { vaultToken, state } = world.there;
  world.putToken(vaultToken, { owner: state, amount: HIGHEST / 2n });
  await world.send('setLimits', { data: limitData(HIGHEST / 4n) });
  return world;

  function limitData(dailyLimit: bigint): Uint8Array {
    const data = world.defaultData('setLimits');
    new DataView(data.buffer).setBigUint64(8, dailyLimit, true);
    return data;
  }
}

const pay = async (world: VaultWorld, paymentSeq: bigint): Promise<string> =>
  (await world.send('debit', world.debits(paymentSeq))).result;

const proxyIn = (world: VaultWorld) => decodeProxy(world.data(world.there.proxy));

/** As if everything up to this number had been paid, or never will be. */
function startAbove(world: VaultWorld, watermark: bigint): void {
  const data = world.data(world.there.proxy);
  data.fill(0, 80);
  new DataView(data.buffer).setBigUint64(80, watermark, true);
  world.put(world.there.proxy, { programAddress: PROGRAM, data });
}

/** Keeps every number that was paid, and the highest of them. */
class NaiveVault {
  private readonly paid = new Set<bigint>();

  constructor(private watermark: bigint) {}

  stateOf(paymentSeq: bigint): ReturnType<typeof paymentState> {
    if (paymentSeq <= this.watermark) return 'passed';
    return this.paid.has(paymentSeq) ? 'paid' : 'unpaid';
  }

  pay(paymentSeq: bigint): string {
    const state = this.stateOf(paymentSeq);
    if (state !== 'unpaid') return state === 'paid' ? 'AlreadyDebited' : 'PaymentSeqPassed';
    this.paid.add(paymentSeq);
    if (paymentSeq - TOP > this.watermark) this.watermark = paymentSeq - TOP;
    return 'ok';
  }
}

describe('a number of a user', () => {
  it('is paid once, whatever the order within the window', async () => {
    const world = await richWorld();
    for (let seq = TOP; seq >= 1n; seq--) expect([seq, await pay(world, seq)]).toEqual([seq, 'ok']);
    for (let seq = 1n; seq <= TOP; seq++) {
      expect([seq, await pay(world, seq)]).toEqual([seq, 'AlreadyDebited']);
    }
    expect(proxyIn(world)).toMatchObject({
      paidWatermark: 0n,
      paidWindow: new Uint8Array(24).fill(0xff),
    });
  });

  it('that the window has moved beyond is never paid, whether it was or not', async () => {
    const world = await richWorld();
    for (const seq of [2n, 66n, TOP + 64n]) expect(await pay(world, seq)).toBe('ok');
    expect(proxyIn(world).paidWatermark).toBe(64n);
    for (const seq of [1n, 2n, 64n]) expect(await pay(world, seq)).toBe('PaymentSeqPassed');
    for (const seq of [66n, TOP + 64n]) expect(await pay(world, seq)).toBe('AlreadyDebited');
    expect(await pay(world, 65n)).toBe('ok');
  });

  it('may be the highest there is; then all that is left is the window below it', async () => {
    const world = await richWorld();
    for (const seq of [5n, HIGHEST]) expect(await pay(world, seq)).toBe('ok');
    expect(await pay(world, HIGHEST)).toBe('AlreadyDebited');
    expect(await pay(world, HIGHEST - TOP)).toBe('PaymentSeqPassed');
    expect(await pay(world, HIGHEST - TOP + 1n)).toBe('ok');
  });

  it('is not that of another user', async () => {
    const world = await richWorld();
    const user = namedAddress('user 2');
    const proxy = await derived(vaultSeeds.proxy(bytesOf(user)));
    await world.send('initProxy', { addresses: { user, proxy } });
    const other = { addresses: { proxy } };
    for (const change of [{}, other]) expect((await world.send('debit', change)).result).toBe('ok');
    for (const change of [{}, other]) {
      expect((await world.send('debit', change)).result).toBe('AlreadyDebited');
    }
  });

  it('twice in one transaction pays nothing, two numbers pay both', async () => {
    const world = await richWorld();
    const [first, again, second] = [1n, 1n, 900n].map((seq) =>
      world.instruction('debit', world.debits(seq)),
    );
    expect((await world.sendInstruction(first!, again!)).result).toBe('AlreadyDebited');
    expect(world.tokens(world.there.recipientToken)).toBe(0n);
    // The window moves beyond the first in the same transaction, after it was paid.
    expect((await world.sendInstruction(first!, second!)).result).toBe('ok');
    expect((await world.sendInstruction(second!, first!)).result).toBe('AlreadyDebited');
    expect(world.tokens(world.there.recipientToken)).toBe(2n);
  });
});

describe('random payments', () => {
  const starts = fc.constantFrom(0n, 1n, 63n, 2n ** 32n - 9n, HIGHEST - 2_000n);
  /** Steps from the highest so far: most near it, some far. */
  const steps = fc.array(
    fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: -200, max: 3 }) },
      { weight: 2, arbitrary: fc.integer({ min: -3, max: 70 }) },
      { weight: 1, arbitrary: fc.integer({ min: -400, max: 400 }) },
    ),
    { minLength: 1, maxLength: 60 },
  );

  it('are paid as a set of all paid numbers would pay them, and the interface says so before', async () => {
    const world = await richWorld();
    const asked = fc.asyncProperty(starts, steps, async (start, taken) => {
      startAbove(world, start);
      const naive = new NaiveVault(start);
      let highest = start;
      for (const step of taken) {
        const seq = highest + BigInt(step);
        if (seq < 1n || seq > HIGHEST) continue;
        expect(paymentState(proxyIn(world), seq)).toBe(naive.stateOf(seq));
        const expected = naive.pay(seq);
        expect([seq, await pay(world, seq)]).toEqual([seq, expected]);
        if (expected === 'ok' && seq > highest) highest = seq;
      }
      for (let seq = highest > TOP * 2n ? highest - TOP * 2n : 1n; seq < highest; seq += 1n) {
        expect([seq, paymentState(proxyIn(world), seq)]).toEqual([seq, naive.stateOf(seq)]);
      }
    });
    await fc.assert(asked, RUNS);
  });
});

it('the highest number that a payment passes is just below its window', () => {
  expect([PAYMENT_WINDOW, PAYMENT_WINDOW + 1, 1_000].map(passedBy)).toEqual([0, 1, 808]);
});
