/**
 * A repeat is answered, another body or a lower nonce is refused; 64 outcomes for each user and kind.
 */
import { toHex } from '@bellwether/codec';
import type { CommandOf, NonceKind, OrderCommand } from '../../src/command';
import type { Refusal, Reply } from '../../src/reply';
import { accountOf, findAccount, noNonces } from './accounts';
import { refuse } from './refusals';
import type { Market, State } from './state';

export type NonceVerdict =
  | { readonly is: 'new' }
  | { readonly is: 'repeat'; readonly reply: Reply }
  | { readonly is: 'refused'; readonly refusal: Refusal };

export interface NonceUse {
  readonly user: Uint8Array;
  readonly kind: NonceKind;
  readonly nonce: number;
  readonly body: string;
  readonly market?: Market | null;
}

export function judgeNonce(state: State, { user, kind, nonce, body }: NonceUse): NonceVerdict {
  const { last, remembered } = findAccount(state, user)?.nonces[kind] ?? noNonces();
  const earlier = remembered.find((outcome) => outcome.nonce === nonce);
  if (earlier?.market?.isArchived === true) {
    const details = { last_nonce: last, fate: 'forgotten' };
    return { is: 'refused', refusal: refuse('NONCE_TOO_LOW', details) };
  }
  if (earlier !== undefined) {
    if (earlier.body === body) return { is: 'repeat', reply: earlier.reply };
    return { is: 'refused', refusal: refuse('NONCE_REUSED', { nonce, last_nonce: last }) };
  }
  if (nonce > last) return { is: 'new' };
  const oldest = remembered[0]?.nonce ?? last;
  const fate = nonce > oldest ? 'never_used' : 'forgotten';
  return { is: 'refused', refusal: refuse('NONCE_TOO_LOW', { last_nonce: last, fate }) };
}

/** Remembers the outcome of a command that used its nonce, accepted or refused. */
export function rememberOutcome(
  state: State,
  { user, kind, nonce, body, market = null }: NonceUse,
  reply: Reply,
): void {
  const memory = accountOf(state, user).nonces[kind];
  memory.last = nonce;
  memory.remembered.push({ nonce, body, reply, market });
  if (memory.remembered.length > state.limits.rememberedOutcomes) memory.remembered.shift();
}

/** All signed fields, `orderType` and `feeBps`; neither the signature nor the builder's key id. */
export const bodyOfOrder = (order: Omit<OrderCommand, 'kind'>): string =>
  JSON.stringify([
    toHex(order.user),
    toHex(order.marketId),
    order.outcome,
    order.side,
    order.price,
    order.size,
    order.nonce,
    order.orderType,
    order.feeBps,
  ]);

export const bodyOfCancelAll = ({ marketId }: CommandOf<'cancel_all'>): string =>
  marketId === null ? 'all markets' : toHex(marketId);

/** Two senders that chose one nonce differ by their ids, whatever else is equal. */
export const withId = (
  body: string,
  { clientId }: { readonly clientId?: Uint8Array | undefined },
) => (clientId === undefined ? body : `${body} of ${toHex(clientId)}`);
