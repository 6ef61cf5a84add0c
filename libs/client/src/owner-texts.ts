/**
 * The texts that an owner signs, for wallets that sign texts only: docs/protocol/signed-messages.md, section 10. Keys are
 * base58 or hex, amounts micro-USDC.
 */
import { buildOwnerText, bytesOfText } from '@bellwether/canonical-message';
import type { OwnerText } from '@bellwether/canonical-message';
import type { Network } from './generated/interface';
import type { ChallengeRequest, RecoverRequest, WithdrawRequest } from './requests';
import { InvalidInputError } from './errors';
import { boundsOf, idBytes, reasonSha256 } from './signed-bytes';
import { keyBytes } from './key-bytes';
import { DEFAULT_KEY_AT_MOST, DEFAULT_KEY_PRICE_BAND } from './limits';

/** `account`: whose text it is. The nonce is one of the kind that `GET /v1/nonce` names. */
export interface TextOf {
  readonly network: Network;
  readonly account: string;
  readonly nonce: number;
}

/** A key that may trade, and what it may do at most, in the hands of a thief too. */
export interface AllowedTradingKey {
  readonly trading_key: string;
  /** Unix seconds, at most 366 days ahead. */
  readonly until: number;
  /** Micro-USDC that it may spend on a UTC day, with fees and what its buys lock. Default: 100 USD. */
  readonly at_most?: number;
  /** How far from the market's price it may trade, in basis points. Default: 1,000. */
  readonly price_band?: number;
  /** Whether it may redeem pairs. Default: no. */
  readonly redeem?: boolean;
}

/** Allows a key to trade until a time, within bounds. @throws InvalidInputError */
export const allowTradingKeyText = (
  {
    trading_key,
    until,
    at_most = DEFAULT_KEY_AT_MOST,
    price_band = DEFAULT_KEY_PRICE_BAND,
    redeem = false,
  }: AllowedTradingKey,
  by: TextOf,
): string =>
  built({
    kind: 'allow_trading_key',
    ...partsOf(by),
    tradingKey: keyBytes('trading_key', trading_key),
    until,
    atMost: at_most,
    priceBand: price_band,
    redeem,
  });

/**
 * Ends a trading key. Signed by the owner with a new nonce, or by the trading key with the nonce that it was allowed
 * with. @throws InvalidInputError
 */
export const revokeTradingKeyText = (
  { trading_key }: { readonly trading_key: string },
  by: TextOf,
): string =>
  built({
    kind: 'revoke_trading_key',
    ...partsOf(by),
    tradingKey: keyBytes('trading_key', trading_key),
  });

/** @throws InvalidInputError */
export function withdrawText(withdraw: WithdrawRequest, by: TextOf): string {
  const { amount, recipient_ext: ext, recipient_main: main, ...bounds } = withdraw;
  if (ext !== undefined && main !== undefined)
    throw new InvalidInputError('recipient_main', main, 'absent where recipient_ext is given');
  const recipient =
    main === undefined
      ? ext === undefined
        ? null
        : keyBytes('recipient_ext', ext)
      : keyBytes('recipient_main', main);
  const chain = main === undefined ? 'ext' : 'main';
  return built({
    kind: 'withdraw',
    ...partsOf(by),
    amount,
    recipient,
    chain,
    ...boundsOf(bounds),
  });
}

/** @throws InvalidInputError */
export const recoverText = (
  { mint, recipient_ext, ...bounds }: RecoverRequest,
  by: TextOf,
): string =>
  built({
    kind: 'recover',
    ...partsOf(by),
    mint: keyBytes('mint', mint),
    recipient: keyBytes('recipient_ext', recipient_ext),
    ...boundsOf(bounds),
  });

/** Challenges a proposed result. @throws InvalidInputError */
export const challengeText = (
  { case_id, claim, claim_market, reason, stake_micro_usdc }: ChallengeRequest,
  by: TextOf,
): string =>
  built({
    kind: 'challenge',
    ...partsOf(by),
    caseId: case_id,
    claim,
    claimMarket: claim_market === undefined ? null : idBytes('claim_market', claim_market),
    reasonSha256: reasonSha256(reason),
    stake: stake_micro_usdc,
  });

/** A text inside the off-chain message envelope of Solana, as ledger devices sign it. */
export const offChainEnvelope = (text: string, signer: string): Uint8Array =>
  bytesOfText(text, 'envelope', keyBytes('signer', signer));

const partsOf = ({ network, account, nonce }: TextOf) => ({
  network,
  account: keyBytes('account', account),
  nonce,
});

function built(said: OwnerText): string {
  try {
    return buildOwnerText(said);
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidInputError('text', null, error.message);
    throw error;
  }
}
