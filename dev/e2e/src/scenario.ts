/** The start of most tests: a market, users with money, and frequent requests. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { AdminClient, OutcomeUnknownError } from '@bellwether/client';
import type { BuilderClient, CreateEventRequest } from '@bellwether/client';
import {
  balance,
  book,
  expectOk,
  position,
  promised,
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
const MOST_ATTEMPTS = 5;

export interface TestBuilder {
  /** Sends any request, right or wrong. */
  readonly builder: Builder;
  /** The client that its authors would use. */
  readonly client: BuilderClient;
  readonly keyId: string;
  readonly apiKey: string;
  readonly builderId: string;
}

/** A builder of its own, so that tests do not see each other's users and totals. */
export async function newBuilder(
  exchange: Exchange,
  options: { readonly max_fee_bps?: number } = {},
): Promise<TestBuilder> {
  const { operator, file } = exchange;
  for (let attempt = 1; ; attempt++) {
    try {
      const { builder_id } = (await operator.createBuilder({ name: 'a test', ...options })).answer;
      const { answer: first } = await operator.createKey({ builder_id });
      const { answer: key } = await exchange.builder(first).rotateKey(first.key_id);
      return {
        builder: new Builder(file.signer_url, key),
        client: exchange.builder(key),
        keyId: key.key_id,
        apiKey: key.api_key,
        builderId: builder_id,
      };
    } catch (error) {
      // On a busy machine an answer may come too late; each of the three acts anew, so that another builder is made.
      if (!(error instanceof OutcomeUnknownError) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

export async function newEvent(
  exchange: Exchange,
  options: {
    readonly question?: string;
    readonly labels?: readonly string[];
    readonly mutually_exclusive?: boolean;
    readonly fee_bps?: number;
    readonly expiry?: number;
    readonly opens_at?: number;
    readonly category?: CreateEventRequest['category'];
    readonly source?: NonNullable<CreateEventRequest['source']>;
  } = {},
): Promise<{ eventId: string; marketIds: readonly string[] }> {
  const { labels = ['Yes'], ...terms } = options;
  const event: CreateEventRequest = {
    // With an id the same request may be sent again, should its answer come too late.
    event_id: `test-${randomUUID()}`,
    question: `A question of a test, ${randomUUID()}?`,
    category: { name: 'tests', sub: 'end-to-end' },
    expiry: Math.floor(Date.now() / 1_000) + DAY_SECONDS,
    outcomes: labels.map((label) => ({ label })),
    ...terms,
  };
  const { event_id, outcomes } = (await exchange.operator.createEvent(event)).answer;
  return { eventId: event_id, marketIds: outcomes.map((outcome) => outcome.market_id) };
}

export const SOURCE_WINDOW_SECONDS = 3;

/** Rows of every suite: they are set as a whole. */
export const RESULT_RULES = ['results', 'short-results'].map((sub) => ({
  name: 'tests',
  sub,
  window_seconds: sub === 'results' ? 86_400 : 60,
  source_window_seconds: SOURCE_WINDOW_SECONDS,
  stake_micro_usdc: sub === 'results' ? 50 * USDC : 5 * USDC,
  reward_pct: 50,
  second_role: sub === 'short-results',
}));

/** Another operator, who decides what somebody else has proposed. */
export async function newJudge({ operator, file }: Exchange): Promise<AdminClient> {
  const name = `judge-${randomBytes(4).toString('hex')}`;
  const adminKey = `bw_operator_${name}_${randomBytes(32).toString('hex')}`;
  const key_sha256 = createHash('sha256').update(adminKey).digest('hex');
  await operator.addOperator({ name, roles: ['judge'], key_sha256 });
  return new AdminClient({ gatewayUrl: file.gateway_url, adminKey });
}

export async function newMarket(exchange: Exchange): Promise<string> {
  const { marketIds } = await newEvent(exchange);
  return marketIds[0] ?? '';
}

/** @returns its place in the order of all commands */
export async function credit(exchange: Exchange, user: string, amount: number): Promise<number> {
  const receipt = await exchange.operator.credit({ user, amount, reference: randomUUID() });
  return receipt.answer.seq;
}

/** A user of a builder, with test money. @returns the public key */
export async function fundedUser(
  exchange: Exchange,
  builder: Builder,
  amount = 1_000 * USDC,
): Promise<string> {
  const { public_key } = await exchange
    .builder(builder.credentials)
    .createUserKey({ user_id: randomUUID() });
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

export const balanceOf = async ({ gateway }: Exchange, user: string) =>
  promised(balance, await gateway.balance(user));

export const positionOf = async ({ gateway }: Exchange, marketId: string, user: string) =>
  promised(position, await gateway.position(marketId, user));

export const bookOf = async ({ gateway }: Exchange, marketId: string) =>
  promised(book, await gateway.book(marketId));

export const solvencyOf = async ({ gateway }: Exchange) =>
  promised(solvency, await gateway.solvency());

/** History follows the engine within moments: waits until it has a credit made now, and so all that was before. */
export async function historyCaughtUp(exchange: Exchange): Promise<void> {
  const { publicKey } = await Wallet.create();
  const marker = await credit(exchange, publicKey, 1);
  await eventually(
    async () => promised(status, await exchange.gateway.status()).history,
    ({ seq }) => seq !== null && seq >= marker,
  );
}
