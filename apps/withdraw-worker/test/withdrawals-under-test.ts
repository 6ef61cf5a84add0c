/** Users with money in the engine and the vault, and a worker that is run by hand. */
import { consumeEvents } from '@bellwether/bus';
import type { Bus, FundingAnswer, WithdrawRequest } from '@bellwether/bus';
import { initProxyWallet, readProxy, vaultAt } from '@bellwether/chain';
import { withdrawalIdOf } from '@bellwether/canonical-message';
import { withdrawalStep } from '@bellwether/funding';
import type { Withdrawal, WithdrawalStep } from '@bellwether/funding';
import { Interruption, survives, tickOf, silent, until } from '@bellwether/funding-testbed';
import type { EngineUnderTest } from '@bellwether/funding-testbed';
import { Acceptances } from '../src/accepted/acceptance-reader';
import type { WorkerParts } from '../src/parts';
import { PayoutWorker } from '../src/payout/payout-worker';
import { WithdrawController } from '../src/requests/withdraw.controller';
import { interrupted } from './interrupted';
import { paymentState } from '@bellwether/vault-program';
import type { PaymentState } from '@bellwether/vault-program';
import type { World } from './world';

export const BALANCE_MICRO_USDC = 100_000_000;

let made = 0;
/** 32 bytes that nothing else is named by. */
export function freshUser(): Uint8Array {
  const user = new Uint8Array(32).fill(0x42);
  new DataView(user.buffer).setUint32(0, ++made);
  return user;
}

/** Money for withdrawals, as deposits would have brought it. */
export async function fillVault(world: World, amount: bigint): Promise<void> {
  const { main, vaultProgram } = world.chainsFile();
  const vault = await vaultAt(vaultProgram, main.usdc);
  await world.give('main', { to: vault.state, mint: main.usdc, amount });
}

export function userWithMoney(engine: EngineUnderTest, amount = BALANCE_MICRO_USDC): Uint8Array {
  const user = freshUser();
  const reference = `money ${made}`;
  engine.apply('admin', { kind: 'test_credit', user, amount, reference });
  return user;
}

/** As the user's first deposit makes it. */
export async function makeProxy(world: World, user: Uint8Array): Promise<void> {
  const { main, vaultProgram } = world.chainsFile();
  const payer = await world.signerOf('operator');
  const vault = await vaultAt(vaultProgram, main.usdc);
  const made = await initProxyWallet(vault, { payer: payer.address, user });
  await world.sent('main', { instructions: [made], feePayer: payer });
}

/** What the vault's window says of a user's payment. */
export async function paymentOf(
  { chains, vault }: WorkerParts,
  { user, paymentSeq }: Pick<Withdrawal, 'user' | 'paymentSeq'>,
): Promise<PaymentState> {
  const proxy = await readProxy(chains.main, vault, user);
  return proxy === null ? 'unpaid' : paymentState(proxy, BigInt(paymentSeq));
}

type Asked = Partial<WithdrawRequest> & { readonly user: Uint8Array };

/** Asks as the gateway does, the worker's own function. */
export function ask(
  parts: WorkerParts,
  asked: Asked,
  builder?: Uint8Array,
): Promise<FundingAnswer<'withdraw'>> {
  const request = {
    amountMicroUsdc: 5_000_000,
    maxGasFee: 0,
    recipientKind: 'default',
    recipient: null,
    allowProgramAddress: false,
    nonce: 1,
    signature: new Uint8Array(64),
    ...asked,
  } as const;
  const requests = new WithdrawController(parts);
  const context = { requestId: 'test' };
  return builder === undefined
    ? requests.withdraw(request, context)
    : requests.withdrawOfBuilder({ ...request, builder }, context);
}

/** A withdrawal as the engine accepts it: the recipient is unchecked. */
export function acceptedUnseen(
  engine: EngineUnderTest,
  asked: Pick<WithdrawRequest, 'user' | 'recipientKind' | 'recipient' | 'nonce'> &
    Partial<Pick<WithdrawRequest, 'allowProgramAddress'>>,
): Uint8Array {
  const { user, nonce } = asked;
  const signature = new Uint8Array(64);
  const bounds = { maxGasFee: 0, allowProgramAddress: false };
  const terms = { amount: 5_000_000, gasFee: 8_250, builder: null, signature };
  engine.apply('withdrawal', { kind: 'withdraw', ...bounds, ...asked, ...terms });
  return withdrawalIdOf({ network: 'test', user, nonce });
}

/** Reads the engine's events until the withdrawal is a row. */
export async function recorded(
  parts: WorkerParts,
  bus: Bus,
  withdrawalId: Uint8Array,
): Promise<Withdrawal> {
  const stopping = new AbortController();
  const acceptances = await Acceptances.open(parts);
  const after = acceptances.place;
  const reading = consumeEvents(
    { shard: 0, after, signal: stopping.signal },
    { bus, log: silent },
    (batches) => acceptances.take(batches).then(() => undefined),
  );
  const row = await until(
    async () => (await parts.stores.withdrawals.byId(withdrawalId)) ?? undefined,
  );
  stopping.abort();
  await reading;
  return row;
}

/** Time in which every wait and lease is over at the next look. */
export function leapingClock(): () => number {
  let nowMs = Date.now();
  return () => (nowMs += 120_000);
}

/** Ticks until the withdrawal's next step is one of these. */
export async function runUntil(
  parts: WorkerParts,
  withdrawalId: Uint8Array,
  ...steps: WithdrawalStep[]
): Promise<Withdrawal> {
  const worker = new PayoutWorker(parts);
  for (;;) {
    const row = await parts.stores.withdrawals.byId(withdrawalId);
    if (row !== null && steps.includes(withdrawalStep(row))) return row;
    await tickOf(worker);
  }
}

/** A process a tick, each killed one await later than the one before it, until a tick outlives all its awaits. */
export async function runDying(
  parts: WorkerParts,
  withdrawalId: Uint8Array,
  when: 'before' | 'after',
): Promise<{ readonly row: Withdrawal; readonly deaths: number }> {
  let deaths = 0;
  for (let at = 1; ;) {
    const row = await parts.stores.withdrawals.byId(withdrawalId);
    const step = row === null ? null : withdrawalStep(row);
    if (row !== null && (step === 'ended' || step === 'attesting')) return { row, deaths };
    const interruption = new Interruption(at, when);
    const worker = new PayoutWorker(interrupted(parts, interruption));
    const end = await survives(() => worker.tick());
    // One that the world failed is lived again.
    if (end === 'failed') continue;
    at = interruption.isDead ? at + 1 : 1;
    if (interruption.isDead) deaths++;
  }
}
