/** What happens to a result: published with the other events. */
import {
  bool,
  growing,
  list,
  oneOf,
  optional,
  struct,
  text,
  u16,
  u53,
  u8,
} from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { CLAIMS, VERDICTS, evidenceFields, priceAsOf } from '../case-commands';
import { RESOLUTIONS, keyId, marketId, publicKey } from '../command-words';
import { attestedFields } from '../source-commands';

/** How a market of the case would end. */
export const caseEndingLayout = struct({
  marketId,
  resolution: oneOf(RESOLUTIONS),
  price: optional(u16),
});
export type CaseEndingView = ValueOf<typeof caseEndingLayout>;

/** What a source said, by the name of its key. */
const attestedLayout = growing({ source: text, key: publicKey, ...attestedFields });

/**
 * `marketId` null: it is about the whole event. `corrects`: the case that it takes the place of. `attested`: a source
 * proposes it, and `note` is its statement.
 */
export const caseProposedLayout = growing(
  {
    caseId: u53,
    eventId: text,
    marketId: optional(marketId),
    endings: list(caseEndingLayout),
    by: text,
    round: u8,
    dueMs: u53,
    note: text,
  },
  { ...evidenceFields, corrects: u53, attested: attestedLayout },
);

/** `amount`: the stake, which has left the user's balance. */
export const caseChallengedLayout = growing({
  caseId: u53,
  challengeId: u53,
  user: publicKey,
  claim: oneOf(CLAIMS),
  claimMarket: optional(marketId),
  reason: text,
  amount: u53,
  nonce: u53,
  builder: optional(keyId),
});

/**
 * A source said something of an open case that it did not propose. `disputes`: another result than the case, or another
 * value than it had said: nobody is paid until the case is decided.
 */
export const caseAttestedLayout = growing({
  caseId: u53,
  attested: attestedLayout,
  statement: text,
  disputes: bool,
});

/** `endings`: the result that is decided, none of a reopened case. `dueMs`: of its second round, if it has one. */
export const caseDecidedLayout = growing(
  {
    caseId: u53,
    verdict: oneOf(VERDICTS),
    endings: list(caseEndingLayout),
    by: text,
    reason: text,
  },
  { reasonUrl: text, dueMs: u53, priceAsOf },
);

export const caseWithdrawnLayout = growing({ caseId: u53, by: text, reason: text });

/** Its markets are resolved as proposed, and their holders are paid. */
export const caseFinalLayout = growing({ caseId: u53, paidMicroUsdc: u53 });

/** Of a stake that comes back or is lost, and of a reward. */
export const stakeMovedLayout = growing({
  caseId: u53,
  challengeId: u53,
  user: publicKey,
  amount: u53,
});
