/** Commands about results: the rules for them, and the cases in which they are proposed, challenged and decided. */
import { CLAIMS, TEXT_FORMS } from '@bellwether/canonical-message';
import {
  bool,
  bytes,
  growing,
  list,
  oneOf,
  optional,
  struct,
  text,
  u16,
  u32,
  u53,
  u8,
  union,
} from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { RESOLUTIONS, clientId, keyId, marketId, publicKey, signature } from './command-words';

export { CLAIMS };
/** What is said of a disputed case: it stands, another result is proposed, or it was too early to say. */
export const VERDICTS = ['uphold', 'overturn', 'reopen'] as const;
export const CASE_STATUSES = ['proposed', 'disputed', 'final', 'withdrawn', 'reopened'] as const;
export type Claim = (typeof CLAIMS)[number];
export type Verdict = (typeof VERDICTS)[number];
export type CaseStatus = (typeof CASE_STATUSES)[number];

/**
 * How results come about. `windowSeconds`: how long a proposed one may be challenged; 0: operators resolve at once.
 * `stake`: micro-USDC of a challenge; 0: users cannot challenge. `rewardPct`: of the stake, for the first who claimed
 * what was decided. `secondRole`: who decides is not who proposed. `sourceWindowSeconds`: the window of what a source
 * proposes, 0 where it is not given.
 */
const resolutionRulesFields = {
  windowSeconds: u32,
  stake: u53,
  rewardPct: u8,
  secondRole: bool,
};
const laterRules = { sourceWindowSeconds: u32 };
export const resolutionRulesLayout = growing(resolutionRulesFields, laterRules);
export type ResolutionRules = ValueOf<typeof resolutionRulesLayout>;

/** Categories as in fee rows. Events keep the rules in force when they were created; without a row all are 0. */
export const resolutionRowLayout = growing(
  { name: text, sub: text, ...resolutionRulesFields },
  laterRules,
);
export type ResolutionRow = ValueOf<typeof resolutionRowLayout>;
export const setResolutionRulesLayout = growing({ rules: list(resolutionRowLayout) });

/** What a case is about: a whole event whose outcomes exclude each other, else a market. */
export const caseSubjectLayout = union({
  market: [0, struct({ marketId })],
  event: [1, struct({ eventId: text })],
});
export type CaseSubject = ValueOf<typeof caseSubjectLayout>;

/**
 * A result: `market` of a case about a market, the others of one about an event. Prices in bp of a YES contract, `price`
 * null: that of the market's void rule. `shares`: a void at these prices, 0 for open markets that are not listed. `void`:
 * an equal share for each open market.
 */
export const caseOutcomeLayout = union({
  market: [0, struct({ resolution: oneOf(RESOLUTIONS), price: optional(u16) })],
  winner: [1, struct({ winner: marketId })],
  shares: [2, struct({ prices: list(struct({ marketId, price: u16 })) })],
  void: [3, struct({})],
});
export type CaseOutcome = ValueOf<typeof caseOutcomeLayout>;

/** A label of an operator, which everybody sees. */
const by = text;
/** Unix seconds: of a void at the last price before it. */
export const priceAsOf = u53;
export const evidenceFields = { evidenceUrl: text, evidenceSha256: bytes(32), priceAsOf };

/** Proposes a result, or corrects a proposed one that nobody has challenged. */
export const proposeLayout = growing(
  { subject: caseSubjectLayout, outcome: caseOutcomeLayout, by, note: text },
  evidenceFields,
);

const caseId = u53;
export const withdrawCaseLayout = growing({ caseId, by, reason: text });

/**
 * Challenges a case. `claimMarket` exactly with `winner`. `stake`: that of the case. The nonce is of the kind `order`,
 * `builder` and `textForm` as in `withdraw`.
 */
export const challengeLayout = growing(
  {
    user: publicKey,
    caseId,
    claim: oneOf(CLAIMS),
    claimMarket: optional(marketId),
    reason: text,
    stake: u53,
    nonce: u53,
    builder: optional(keyId),
    signature,
  },
  { clientId, textForm: oneOf(TEXT_FORMS) },
);

/**
 * Decides a disputed case. `outcome` exactly with `overturn`. `refundStakes` with `uphold`: the challengers get theirs
 * back. `expiry` with `reopen`: a later one for the event, in Unix seconds.
 */
export const decideLayout = growing(
  {
    caseId,
    verdict: oneOf(VERDICTS),
    outcome: optional(caseOutcomeLayout),
    refundStakes: bool,
    by,
    reason: text,
  },
  { reasonUrl: text, expiry: u53, priceAsOf },
);

/** Moves protocol fees into the fund that rewards are paid from. Each `reference` counts once. */
export const fillFundLayout = growing({ amount: u53, reference: text });

/** Pays a user from protocol fees. Each `reference` counts once, those of `fill_fund` included. */
export const makeGoodLayout = growing({
  user: publicKey,
  amount: u53,
  reference: text,
  reason: text,
});
