/** What happened to revenue: it was paid out, or came back. */
import { bool, growing, list, oneOf, optional, struct, text, u53 } from '@bellwether/codec';
import {
  PAYOUT_RECIPIENTS,
  REVENUE_SOURCES,
  chainAddress,
  keyId,
  publicKey,
  withdrawalId,
} from '../command-words';

/**
 * Revenue went into the account `user`: of the user that is paid, or of the source itself, which withdraws it at once
 * (`withdrawalId`, the next event). `parts`: what each of the builder's keys gave, empty where the exchange is paid.
 */
export const revenuePaidLayout = growing({
  source: oneOf(REVENUE_SOURCES),
  builderId: text,
  reference: text,
  amount: u53,
  gasFee: u53,
  maxGasFee: u53,
  recipientKind: oneOf(PAYOUT_RECIPIENTS),
  recipient: chainAddress,
  allowProgramAddress: bool,
  parts: list(struct({ key: keyId, amount: u53 })),
  user: publicKey,
  withdrawalId: optional(withdrawalId),
});

/** The refund of a payout went back to its source: for a builder to `key`. */
export const revenueReturnedLayout = growing({
  source: oneOf(REVENUE_SOURCES),
  builderId: text,
  amount: u53,
  key: optional(keyId),
  user: publicKey,
  withdrawalId,
});
