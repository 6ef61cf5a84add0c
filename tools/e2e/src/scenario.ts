/** What most tests begin with: a market, users with money, and the questions they ask again and again. */
import { randomUUID } from 'node:crypto';
import {
  balance,
  book,
  createdBuilder,
  createdEvent,
  createdKey,
  credited,
  expectOk,
  keypair,
  position,
  solvency,
  status,
  submitted,
} from './answers';
import type { Submitted } from './answers';
import { Builder } from './builder';
import { eventually } from './eventually';
import type { Exchange } from './exchange';
import { Wallet } from './wallet';
import type { OrderBody } from './wallet';

export const USDC = 1_000_000;
const DAY_SECONDS = 86_400;

/** A builder of its own, so that tests do not see each other's users and totals. */
export async function newBuilder(
  exchange: Exchange,
  options: { readonly max_fee_bps?: number } = {},
): Promise<{ builder: Builder; keyId: string; apiKey: string; builderId: string }> {
  const made = await exchange.admin('POST', '/admin/builders', { name: 'a test', ...options });
  const { builder_id } = expectOk(createdBuilder, made).data;
  const key = expectOk(
    createdKey,
    await exchange.admin('POST', '/admin/keys', { builder_id }),
  ).data;
  const builder = new Builder(exchange.file.signer_url, key);
  return { builder, keyId: key.key_id, apiKey: key.api_key, builderId: builder_id };
}

export async function newEvent(
  exchange: Exchange,
  options: {
    readonly labels?: readonly string[];
    readonly mutually_exclusive?: boolean;
    readonly fee_bps?: number;
    readonly expiry?: number;
  } = {},
): Promise<{ eventId: string; marketIds: readonly string[] }> {
  const { labels = ['Yes'], ...terms } = options;
  const answer = await exchange.admin('POST', '/admin/events', {
    question: `A question of a test, ${randomUUID()}?`,
    category: { name: 'tests', sub: 'end-to-end' },
    expiry: Math.floor(Date.now() / 1_000) + DAY_SECONDS,
    outcomes: labels.map((label) => ({ label })),
    ...terms,
  });
  const { event_id, outcomes } = expectOk(createdEvent, answer).data;
  return { eventId: event_id, marketIds: outcomes.map((outcome) => outcome.market_id) };
}

export async function newMarket(exchange: Exchange): Promise<string> {
  const { marketIds } = await newEvent(exchange);
  return marketIds[0] ?? '';
}

/** @returns its place in the order of all commands */
export async function credit(exchange: Exchange, user: string, amount: number): Promise<number> {
  const body = { user, amount, reference: randomUUID() };
  return expectOk(credited, await exchange.admin('POST', '/admin/credit', body)).data.seq;
}

/** A user of a builder, with test money. @returns the public key */
export async function fundedUser(
  exchange: Exchange,
  builder: Builder,
  amount = 1_000 * USDC,
): Promise<string> {
  const answer = await builder.post('/v1/keys', { user_id: randomUUID() });
  const { public_key } = expectOk(keypair, answer);
  await credit(exchange, public_key, amount);
  return public_key;
}

export async function submit(
  builder: Builder,
  user: string,
  order: OrderBody & { readonly fee_bps?: number },
): Promise<Submitted> {
  return expectOk(submitted, await builder.post('/v1/submit', { user, ...order }));
}

export const balanceOf = async (exchange: Exchange, user: string) =>
  expectOk(balance, await exchange.get(`/v1/balance/${user}`));

export const positionOf = async (exchange: Exchange, marketId: string, user: string) =>
  expectOk(position, await exchange.get(`/v1/position/${marketId}/${user}`));

export const bookOf = async (exchange: Exchange, marketId: string) =>
  expectOk(book, await exchange.get(`/v1/markets/${marketId}/book`));

export const solvencyOf = async (exchange: Exchange) =>
  expectOk(solvency, await exchange.get('/v1/solvency'));

/** History follows the engine within moments: waits until it has a credit made now, and so all that was before. */
export async function historyCaughtUp(exchange: Exchange): Promise<void> {
  const { publicKey } = await Wallet.create();
  const marker = await credit(exchange, publicKey, 1);
  await eventually(
    async () => expectOk(status, await exchange.get('/v1/status')).history,
    ({ seq }) => seq !== null && seq >= marker,
  );
}
