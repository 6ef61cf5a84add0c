/** What a payout takes of the operator's wallet on a real chain is what its user was charged for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  associatedTokenAddress,
  bytesOfAddress,
  closeTokenAccount,
  createAssociatedToken,
  newSigner,
} from '@bellwether/chain';
import type { Address, Instruction, Signer } from '@bellwether/chain';
import { CAPITAL_ACCOUNTS, itemOf, lamportsOfPart, partsOfWithdrawal } from '@bellwether/funding';
import type { FundingChain, WithdrawalAction } from '@bellwether/funding';
import { EngineUnderTest, TRUE_TARIFF, until } from '@bellwether/funding-testbed';
import type { WorkerParts } from '../src/parts';
import { PayoutWorker } from '../src/payout/payout-worker';
import {
  ask,
  fillVault,
  leapingClock,
  makeProxy,
  recorded,
  runUntil,
  userWithMoney,
} from './withdrawals-under-test';
import { World } from './world';

/** The core bridge's own fee of a message, which what the completion is charged beyond its cost covers. */
const MESSAGE_FEE_LAMPORTS = 100;

let world: World;
let engine: EngineUnderTest;
let operator: Signer;
let parts: WorkerParts;
let url: string;

beforeAll(async () => {
  world = await World.start();
  engine = await EngineUnderTest.serve(await world.bus());
  operator = await world.signerOf('operator');
  await world.give('main', { to: operator.address, amount: 10n ** 12n });
  // Its own account of USDC stays from the first payout over the bridge on.
  await world.give('main', {
    to: operator.address,
    mint: world.chainsFile().main.usdc,
    amount: 1n,
  });
  await fillVault(world, 1_000_000_000n);
  url = await world.databaseUrl();
  parts = { ...(await world.parts(url, { now: leapingClock() })), tariff: TRUE_TARIFF };
  // The bridge's counter of the messages of this chain is made with the first, once for all.
  await payOut('ext', (await newSigner()).address, await userWithProxy());
});
afterAll(async () => {
  await engine.stop();
  await world.stop();
});

const held = async (): Promise<number> =>
  Number((await world.chains.main.readAccount(operator.address))?.lamports ?? 0n);

/** As one that has deposited. */
async function userWithProxy(): Promise<Uint8Array> {
  const user = userWithMoney(engine);
  await makeProxy(world, user);
  return user;
}

async function payOut(chain: FundingChain, to: Address, user: Uint8Array) {
  const { withdrawalId, gasItems, gasFeeMicroUsdc } = await ask(parts, {
    user,
    amountMicroUsdc: 20_000_000,
    recipientKind: chain === 'main' ? 'recipient_main' : 'recipient_ext',
    recipient: bytesOfAddress(to),
  });
  await recorded(parts, await world.bus(), withdrawalId);
  const row = await runUntil(parts, withdrawalId, chain === 'main' ? 'ended' : 'attesting');
  // The record says what the fee is made of.
  expect(row).toMatchObject({ gasItems, gasFeeMicroUsdc });
  return gasItems?.map(({ kind }) => kind);
}

const chargedFor = (action: WithdrawalAction): number =>
  partsOfWithdrawal(action)
    .filter(({ chain }) => chain === 'main')
    .reduce((sum, part) => sum + lamportsOfPart(part, TRUE_TARIFF), 0);

it.each<WithdrawalAction>([
  { chain: 'main', makesAccount: true },
  { chain: 'main', makesAccount: false },
  { chain: 'ext', makesAccount: true },
  { chain: 'ext', makesAccount: false },
])('a payout of %j', async ({ chain, makesAccount }) => {
  const { address: to } = await newSigner();
  const { usdc: mint } = world.chainsFile()[chain];
  if (!makesAccount) await world.give(chain, { to, mint, amount: 1n });
  const user = await userWithProxy();
  const before = await held();
  const kinds = await payOut(chain, to, user);
  const taken = before - (await held());
  const charged = chargedFor({ chain, makesAccount });
  expect(taken).toBeLessThanOrEqual(charged + (chain === 'ext' ? MESSAGE_FEE_LAMPORTS : 0));
  // And not much more: a signature at most that was not made.
  expect(taken).toBeGreaterThanOrEqual(charged - TRUE_TARIFF.mainPerSignatureLamports);
  expect(kinds?.includes('account_rent')).toBe(makesAccount);
});

it('a proxy wallet that a payout has to make is paid by the exchange, not by its user', async () => {
  const { address: to } = await newSigner();
  await world.give('main', { to, mint: world.chainsFile().main.usdc, amount: 1n });
  const before = await held();
  const user = userWithMoney(engine);
  expect(await payOut('main', to, user)).toEqual(['transaction_fees', 'markup']);
  const rent = Number(await world.chains.main.minimumLamports(CAPITAL_ACCOUNTS.proxy.bytes));
  expect(before - (await held())).toBe(rent + TRUE_TARIFF.mainPerSignatureLamports);
  const laidOut = await world.rows(
    url,
    'SELECT kind, lamports::int FROM account_rents WHERE user_key = $1',
    [user],
  );
  expect(laidOut).toEqual([{ kind: 'proxy', lamports: rent }]);
});

it.each(['main', 'ext'] as const)(
  'who closes an account on %s before a payout to it is paid none: the withdrawal is given back',
  async (chain) => {
    const user = userWithMoney(engine);
    const recipient = await newSigner();
    const { address: owner } = recipient;
    const { usdc: mint } = world.chainsFile()[chain];
    const payer = await world.signerOf('operator');
    await world.give(chain, { to: payer.address, amount: 10n ** 9n });
    const account = await associatedTokenAddress(owner, mint);
    const send = async (instruction: Instruction, ...signers: Signer[]): Promise<void> => {
      const request = { instructions: [instruction], feePayer: payer, signers };
      const built = await world.chains[chain].buildTransaction(request);
      await until(async () => (await world.chains[chain].advance(built)).state === 'final');
    };
    await send(await createAssociatedToken({ payer: payer.address, owner, mint }));
    const { withdrawalId, gasItems } = await ask(parts, {
      user,
      amountMicroUsdc: 20_000_000,
      recipientKind: `recipient_${chain}`,
      recipient: bytesOfAddress(owner),
    });
    expect(itemOf(gasItems ?? [], 'account_rent')).toBe(0);
    await send(closeTokenAccount({ account, owner, destination: owner }), recipient);
    const before = await held();
    await recorded(parts, await world.bus(), withdrawalId);
    const row = await runUntil(parts, withdrawalId, 'ended');
    expect(row).toMatchObject({ status: 'failed', failure: 'account_closed' });
    expect(await held()).toBe(before);
  },
);

it.each(['main', 'ext'] as const)(
  'of withdrawals at once to one new wallet on %s, one pays for its account, and all are paid',
  async (chain) => {
    // Real time: those that do not pay wait for the one that does.
    const timely = { ...(await world.parts(url)), tariff: TRUE_TARIFF };
    const { address: to } = await newSigner();
    const users = [await userWithProxy(), await userWithProxy(), await userWithProxy()];
    const before = await held();
    const answers = await Promise.all(
      users.map((user) =>
        ask(timely, {
          user,
          amountMicroUsdc: 20_000_000,
          recipientKind: `recipient_${chain}`,
          recipient: bytesOfAddress(to),
        }),
      ),
    );
    const rents = answers.map(({ gasItems }) => itemOf(gasItems ?? [], 'account_rent'));
    expect(rents.filter((rent) => rent > 0)).toHaveLength(1);
    const bus = await world.bus();
    for (const { withdrawalId } of answers) await recorded(timely, bus, withdrawalId);
    const rows = await Promise.all(
      answers.map(({ withdrawalId }) =>
        until(async () => {
          await new PayoutWorker(timely).tick();
          const row = await parts.stores.withdrawals.byId(withdrawalId);
          const isPaid = row?.status === 'completed' || row?.status === 'burned';
          return isPaid && row.ending !== null ? row : undefined;
        }),
      ),
    );
    for (const row of rows) expect(row).toMatchObject({ failure: null });
    const charged =
      chargedFor({ chain, makesAccount: true }) + 2 * chargedFor({ chain, makesAccount: false });
    const fees = chain === 'ext' ? 3 * MESSAGE_FEE_LAMPORTS : 0;
    expect(before - (await held())).toBeLessThanOrEqual(charged + fees);
  },
);
