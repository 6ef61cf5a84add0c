/** Dust in proxy wallets, from anyone: it delays nobody who pays, and the gas reserve pays once for what it covers. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capitalMicroUsdc, costMicroUsdc, partsOfCredit } from '@bellwether/funding';
import { GasReserveStore } from '@bellwether/persistence';
import { CreditProxies } from '../src/main-chain/credit-proxies';
import { creditPurpose } from '../src/main-chain/credit-purpose';
import { DUST_LOOK_PAUSE_MS, DUST_MAX_WAIT_MS, PROXIES_PER_TICK } from '../src/main-chain/limits';
import type { ListenerParts } from '../src/parts';
import { World } from './world';

let world: World;
let url: string;
let parts: ListenerParts;

beforeAll(async () => {
  world = await World.start();
  url = await world.databaseUrl();
  parts = await world.parts(url);
});
afterAll(() => world.stop());

const readReserve = () => new GasReserveStore(parts.database).read();

/** Arrivals of as many users in their proxy wallets. */
const arrive = (
  users: number,
  about: { readonly name: string; readonly amountMicroUsdc: number; readonly foundMs: number },
): Promise<unknown> =>
  world.rows(
    url,
    `INSERT INTO main_arrivals (tx_signature, account_index, user_key, kind, amount_micro_usdc, slot, tx_index, found_ms)
     SELECT sha256(('tx' || $2 || n)::bytea), 0, sha256(($2 || n)::bytea), 'native', $3, $4::bigint / 1000, n, $4
     FROM generate_series(1, $1::int) AS n`,
    [users, about.name, about.amountMicroUsdc, about.foundMs],
  );
const userNamed = (name: string): Uint8Array => createHash('sha256').update(name).digest();
const longAgoMs = (): number => Date.now() - 2 * DUST_MAX_WAIT_MS;

const creditsBy = (main: ListenerParts['chains']['main'], now = parts.now): CreditProxies =>
  new CreditProxies({ ...parts, ...parts.stores, main, now });
const isMade = async (user: Uint8Array): Promise<boolean> =>
  (await parts.stores.transactions.byPurpose(creditPurpose({ user, creditSeq: 1, attempt: 1 }))) !==
  null;

it('that nobody pays for delays no user who pays', async () => {
  const dust = { name: 'dust', amountMicroUsdc: 1, foundMs: longAgoMs() };
  await arrive(PROXIES_PER_TICK + 1, dust);
  await arrive(1, { name: 'user', amountMicroUsdc: 10_000_000, foundMs: Date.now() });
  await creditsBy(parts.chains.main).tick();
  expect(await isMade(userNamed('user1'))).toBe(true);
  expect(await readReserve()).toEqual({ collectedMicroUsdc: 0, spentMicroUsdc: 0 });
});

it('is paid for by the reserve once it has enough: once, however often the chain has no answer', async () => {
  const amountMicroUsdc = 2;
  await world.rows(url, 'DELETE FROM main_arrivals');
  await arrive(1, { name: 'old', amountMicroUsdc, foundMs: longAgoMs() });
  const cost =
    costMicroUsdc(partsOfCredit(), parts.tariff) + capitalMicroUsdc('proxy', parts.tariff);
  const missing = cost - amountMicroUsdc;
  await world.rows(url, 'UPDATE gas_reserve SET collected_micro_usdc = $1', [missing]);
  let fails = 3;
  const { main: chain } = parts.chains;
  const buildTransaction: typeof chain.buildTransaction = (request) => {
    if (fails-- > 0) throw new Error('no blockhash');
    return chain.buildTransaction(request);
  };
  const away: typeof chain = Object.create(chain, {
    buildTransaction: { value: buildTransaction },
  });
  let nowMs = Date.now();
  const credits = creditsBy(away, () => nowMs);
  for (; fails > 0; nowMs += DUST_LOOK_PAUSE_MS) {
    await expect(credits.tick()).rejects.toThrow('no blockhash');
  }
  expect(await credits.tick()).toBe(1);
  expect(await isMade(userNamed('old1'))).toBe(true);
  expect(await readReserve()).toEqual({ collectedMicroUsdc: missing, spentMicroUsdc: missing });
});
