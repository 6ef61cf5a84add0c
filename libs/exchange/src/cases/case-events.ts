/** What happens to a result: published with the other events. */
import { growing, list, oneOf, optional, struct, text, u16, u53, u8 } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { CLAIMS, VERDICTS, evidenceFields } from '../case-commands';
import { RESOLUTIONS, keyId, marketId, publicKey } from '../command-words';

/** How a market of the case would end. */
export const caseEndingLayout = struct({
  marketId,
  resolution: oneOf(RESOLUTIONS),
  price: optional(u16),
});
export type CaseEndingView = ValueOf<typeof caseEndingLayout>;

/** `marketId` null: it is about the whole event. `corrects`: the case that it takes the place of. */
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
  { ...evidenceFields, corrects: u53 },
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

/** `endings`: what an overturned case proposes from now on. `dueMs`: of its second round, if it has one. */
export const caseDecidedLayout = growing(
  {
    caseId: u53,
    verdict: oneOf(VERDICTS),
    endings: list(caseEndingLayout),
    by: text,
    reason: text,
  },
  { reasonUrl: text, dueMs: u53 },
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
