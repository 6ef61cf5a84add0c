/**
 * Requests that were overheard or made up, in the name of a user with money and an open order. None is executed, uses a
 * nonce or reaches the journal.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { expectError, expectOk, submitted } from '../../e2e/src/answers';
import type { DepositRecord } from '../../e2e/src/funding-answers';
import { depositOnce, placesOf } from '../../e2e/src/funding-scenario';
import { LocalChainRpc } from '../../e2e/src/local-chains';
import { USDC, credit, newMarket } from '../../e2e/src/scenario';
import { toBase58 } from '../../independent-client/src/base58';
import { IndependentUser } from '../../independent-client/src/independent-user';
import { attackedExchange } from '../src/attacked-exchange';
import { whenQuiet, witness } from '../src/journal-witness';

const exchange = attackedExchange();
/** L of RFC 8032, section 5.1: the order of the group. */
const GROUP_ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
const SIGNATURE_HALF = 64;

const SEED = new Uint8Array(32).fill(42);
const victim = new IndependentUser(SEED);
const onProduction = new IndependentUser(SEED, 'production');
const thief = new IndependentUser();
let marketId: string;
let orderId: number;

type Body = Readonly<Record<string, unknown>> & { readonly signature: string };

beforeAll(async () => {
  marketId = await newMarket(exchange);
  await credit(exchange, victim.publicKey, 100 * USDC);
  const placed = await exchange.post('/v1/orders', victim.order(orderUnder(1)));
  orderId = expectOk(submitted, placed).order_id;
  // Too little to be credited, so there is something to recover.
  const { depositAddress } = await placesOf(exchange, victim.publicKey);
  const signature = await new LocalChainRpc(exchange, 'ext').mint(depositAddress, USDC / 2);
  const isRejected = ({ phase }: DepositRecord) => phase === 'rejected';
  await depositOnce(exchange, { user: victim.publicKey, signature }, isRejected);
  await whenQuiet(exchange);
});

const orderUnder = (nonce: number) =>
  ({
    market_id: marketId,
    side: 'buy',
    outcome: 'yes',
    price: 5_000,
    size: 10,
    order_type: 'gtc',
    nonce,
  }) as const;
const withdrawal = (user: IndependentUser) =>
  user.withdraw({ amount: 50 * USDC, recipient_main: victim.publicKey, nonce: 1 });
const recovery = (user: IndependentUser) =>
  user.recover({ mint: exchange.file.usdc_ext, recipient_ext: thief.publicKey, nonce: 1 });

/** The same signature in another form: a verifier that does not compare S with L takes S and S + L as one number. */
function malleated(body: Body): Body {
  const [r, s] = [body.signature.slice(0, SIGNATURE_HALF), body.signature.slice(SIGNATURE_HALF)];
  const number = BigInt(`0x${Buffer.from(s, 'hex').reverse().toString('hex')}`) + GROUP_ORDER;
  const bytes = Buffer.from(number.toString(16).padStart(SIGNATURE_HALF, '0'), 'hex').reverse();
  return { ...body, signature: r + bytes.toString('hex') };
}

/** A key of small order: with it, with R of small order and with S of 0, the equation holds for any message. */
const EVERYBODYS_KEY = toBase58(Buffer.from(`01${'00'.repeat(31)}`, 'hex'));
const EVERYBODYS_SIGNATURE = `01${'00'.repeat(63)}`;

/** Method, path and body. */
const FORGERIES: readonly (readonly [string, string, () => Body])[] = [
  [
    "an order in the victim's name, signed by the thief",
    '/v1/orders',
    () => ({ ...thief.order(orderUnder(2)), user: victim.publicKey }),
  ],
  [
    'an order with another size than was signed',
    '/v1/orders',
    () => ({ ...victim.order(orderUnder(2)), size: 150 }),
  ],
  [
    "the signature of an order as a cancel's",
    '/v1/orders/cancel',
    () => ({
      ...victim.cancel({ market_id: marketId, order_id: orderId }),
      signature: victim.order(orderUnder(2)).signature,
    }),
  ],
  [
    'an order whose signature was given another form',
    '/v1/orders',
    () => malleated(victim.order(orderUnder(2))),
  ],
  [
    'a withdrawal to another recipient than was signed',
    '/v1/withdraw',
    () => ({ ...withdrawal(victim), recipient_main: thief.publicKey }),
  ],
  [
    'a withdrawal to the same recipient on the other chain',
    '/v1/withdraw',
    () => {
      const { recipient_main: recipient_ext, ...rest } = withdrawal(victim);
      return { ...rest, recipient_ext };
    },
  ],
  ['a withdrawal signed for production', '/v1/withdraw', () => withdrawal(onProduction)],
  [
    'a withdrawal whose signature was given another form',
    '/v1/withdraw',
    () => malleated(withdrawal(victim)),
  ],
  ['a recovery signed for production', '/v1/deposit/recover', () => recovery(onProduction)],
  [
    "a recovery in the victim's name, signed by the thief",
    '/v1/deposit/recover',
    () => ({ ...recovery(thief), main_address: victim.publicKey }),
  ],
  [
    'an order of a key that everybody has',
    '/v1/orders',
    () => ({
      ...thief.order(orderUnder(1)),
      user: EVERYBODYS_KEY,
      signature: EVERYBODYS_SIGNATURE,
    }),
  ],
  [
    'a withdrawal of a key that everybody has',
    '/v1/withdraw',
    () => ({
      ...withdrawal(thief),
      main_address: EVERYBODYS_KEY,
      signature: EVERYBODYS_SIGNATURE,
    }),
  ],
];

describe('the exchange refuses', () => {
  it.each(FORGERIES)('%s', async (_title, path, forged) => {
    const before = await witness(exchange);
    const { status, code } = expectError(await exchange.post(path, forged()));
    expect([status, code]).toEqual([401, 'SIGNATURE_INVALID']);
    expect(await witness(exchange)).toEqual(before);
  });
});
