/** Commands as they arrive from the bus, signed with test keys, with their answers. */
import { encodeCancel, encodeCancelAll, encodeOrder } from '@bellwether/canonical-message';
import type { TextForm } from '@bellwether/canonical-message';
import type { IncomingCommand } from '@bellwether/bus';
import type { ErrorDetails } from '@bellwether/errors';
import {
  amendBytes,
  attestationBytes,
  cancelAfterBytes,
  challengeBytes,
  orderBytes,
  recoverBytes,
  redeemBytes,
  tradingKeyBytes,
  withdrawBytes,
} from '@bellwether/exchange';
import type {
  Answer,
  Command,
  CommandOf,
  FullOrderCommand,
  FullTerms,
  Network,
  RequestLane,
} from '@bellwether/exchange';
import { publicKeyOf, sign } from '@bellwether/signature';

export interface TestUser {
  readonly seed: Uint8Array;
  readonly user: Uint8Array;
}

export function testUser(number: number): TestUser {
  const seed = new Uint8Array(32);
  new DataView(seed.buffer).setUint32(0, number + 1);
  return { seed, user: publicKeyOf(seed) };
}

type OrderFields = Pick<CommandOf<'order'>, 'marketId' | 'nonce'> & Partial<CommandOf<'order'>>;

export function signedOrder({ seed, user }: TestUser, fields: OrderFields): CommandOf<'order'> {
  const order = {
    kind: 'order' as const,
    outcome: 'yes' as const,
    side: 'buy' as const,
    price: 5_000,
    size: 1,
    orderType: 'gtc' as const,
    feeBps: 0,
    builder: null,
    ...fields,
    user,
  };
  return { ...order, signature: sign(encodeOrder(order), seed) };
}

export function signedCancel(
  { seed, user }: TestUser,
  marketId: Uint8Array,
  orderId: number,
): CommandOf<'cancel'> {
  const signature = sign(encodeCancel({ user, marketId, orderId }), seed);
  return { kind: 'cancel', user, marketId, orderId, signature };
}

export function signedCancelAll(
  { seed, user }: TestUser,
  nonce: number,
  marketId: Uint8Array | null = null,
): CommandOf<'cancel_all'> {
  const signature = sign(encodeCancelAll({ user, marketId, nonce }), seed);
  return { kind: 'cancel_all', user, marketId, nonce, signature };
}

type WithdrawFields = Pick<CommandOf<'withdraw'>, 'amount' | 'nonce'> &
  Partial<CommandOf<'withdraw'>>;

/** Pays the default recipient, unless `fields` name another. */
export function signedWithdraw(
  { seed, user }: TestUser,
  fields: WithdrawFields,
  network: Network = 'test',
): CommandOf<'withdraw'> {
  const withdraw = {
    kind: 'withdraw' as const,
    maxGasFee: 0,
    recipientKind: 'default' as const,
    recipient: null,
    allowProgramAddress: false,
    gasFee: 1,
    builder: null,
    ...fields,
    user,
  };
  return { ...withdraw, signature: sign(withdrawBytes(withdraw, network), seed) };
}

export function signedRecover(
  { seed, user }: TestUser,
  fields: Pick<CommandOf<'recover'>, 'mint' | 'recipient' | 'nonce'> &
    Partial<CommandOf<'recover'>>,
  network: Network = 'test',
): CommandOf<'recover'> {
  const bounds = { maxGasFee: 0, allowProgramAddress: false };
  const recover = { kind: 'recover' as const, builder: null, ...bounds, ...fields, user };
  return { ...recover, signature: sign(recoverBytes(recover, network), seed) };
}

export function signedRedeem(
  { seed, user }: TestUser,
  fields: Pick<CommandOf<'redeem'>, 'marketId' | 'nonce'> & Partial<CommandOf<'redeem'>>,
  network: Network = 'test',
): CommandOf<'redeem'> {
  const redeem = { kind: 'redeem' as const, size: 1, builder: null, ...fields, user };
  return { ...redeem, signature: sign(redeemBytes(redeem, network), seed) };
}

export function signedChallenge(
  { seed, user }: TestUser,
  fields: Pick<CommandOf<'challenge'>, 'caseId' | 'nonce'> & Partial<CommandOf<'challenge'>>,
  network: Network = 'test',
): CommandOf<'challenge'> {
  const said = { claim: 'no', claimMarket: null, reason: 'It did not.', stake: 5_000_000 } as const;
  const challenge = { kind: 'challenge' as const, ...said, builder: null, ...fields, user };
  return { ...challenge, signature: sign(challengeBytes(challenge, network), seed) };
}

export function signedFullOrder(
  { seed, user }: TestUser,
  {
    selfTrade = 'cancel_taker',
    reduceOnly = false,
    expiresAt = 0,
    ...fields
  }: Pick<FullOrderCommand, 'marketId' | 'nonce'> & Partial<FullOrderCommand & FullTerms>,
  network: Network = 'test',
): FullOrderCommand {
  const order = {
    kind: 'order' as const,
    outcome: 'yes' as const,
    side: 'buy' as const,
    price: 5_000,
    size: 1,
    orderType: 'gtc' as const,
    terms: { selfTrade, reduceOnly, expiresAt },
    feeBps: 0,
    builder: null,
    ...fields,
    user,
  };
  return { ...order, signature: sign(orderBytes(order, network), seed) };
}

export function signedAmend(
  { seed, user }: TestUser,
  fields: Pick<CommandOf<'amend'>, 'marketId' | 'orderId' | 'nonce'> & Partial<CommandOf<'amend'>>,
  network: Network = 'test',
): CommandOf<'amend'> {
  const amend = { kind: 'amend' as const, price: 5_000, size: 1, builder: null, ...fields, user };
  return { ...amend, signature: sign(amendBytes(amend, network), seed) };
}

export function signedCancelAfter(
  { seed, user }: TestUser,
  fields: Pick<CommandOf<'cancel_after'>, 'seconds' | 'nonce'>,
  network: Network = 'test',
): CommandOf<'cancel_after'> {
  const command = { kind: 'cancel_after' as const, ...fields, user };
  return { ...command, signature: sign(cancelAfterBytes(command, network), seed) };
}

export function signedAttestation(
  { seed, user: source }: TestUser,
  fields: Partial<CommandOf<'attest'>> = {},
  network: Network = 'test',
): CommandOf<'attest'> {
  const said = {
    kind: 'attest' as const,
    subject: new Uint8Array(32).fill(1),
    attests: 'value' as const,
    value: -150,
    decimals: 2,
    observedAt: 1_700_000_000,
    signedAt: 1_700_000_001,
    statement: 'As it was read.',
    ...fields,
    source,
  };
  return { ...said, signature: sign(attestationBytes(said, network), seed) };
}

export function signedAllowance(
  { seed, user }: TestUser,
  fields: Pick<CommandOf<'allow_trading_key'>, 'tradingKey' | 'until' | 'nonce'> & {
    readonly form?: TextForm;
  },
  network: Network = 'test',
): CommandOf<'allow_trading_key'> {
  const bounds = { atMost: 100_000_000, priceBand: 1_000, redeem: false };
  const form = 'raw' as const;
  const command = { kind: 'allow_trading_key' as const, form, ...bounds, ...fields, user };
  const unsigned = { ...command, signature: new Uint8Array(64) };
  return { ...command, signature: sign(tradingKeyBytes(unsigned, network), seed) };
}

/** By the owner, or by the trading key itself. */
export function signedRevocation(
  { seed, user }: TestUser,
  fields: Pick<CommandOf<'revoke_trading_key'>, 'tradingKey' | 'nonce'> & {
    readonly form?: TextForm;
  },
  by?: TestUser,
): CommandOf<'revoke_trading_key'> {
  const signedBy = by === undefined ? ('owner' as const) : ('trading_key' as const);
  const kind = 'revoke_trading_key' as const;
  const command = { kind, form: 'raw' as const, signedBy, ...fields, user };
  const unsigned = { ...command, signature: new Uint8Array(64) };
  return { ...command, signature: sign(tradingKeyBytes(unsigned, 'test'), by?.seed ?? seed) };
}

/** The command as a trading key signs it. */
export const signedByKey = (
  command: CommandOf<'order'>,
  { seed, user: signer }: TestUser,
): CommandOf<'order'> => ({ ...command, signer, signature: sign(encodeOrder(command), seed) });

export type Outcome =
  | { readonly answer: Answer }
  | { readonly code: string; readonly details: ErrorDetails };

export interface TestIncoming extends IncomingCommand {
  /** Resolves with the answer. */
  readonly outcome: Promise<Outcome>;
}

export function incoming(
  lane: RequestLane,
  command: Command,
  options: { deadlineMs?: number; byteLength?: number } = {},
): TestIncoming {
  let settle: (outcome: Outcome) => void = () => {};
  const outcome = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  return {
    lane,
    command,
    deadlineMs: Number.MAX_SAFE_INTEGER,
    byteLength: 200,
    requestId: 'test',
    ...options,
    outcome,
    answer: (answer) => settle({ answer }),
    fail: (code, details = {}) => settle({ code, details }),
  };
}
