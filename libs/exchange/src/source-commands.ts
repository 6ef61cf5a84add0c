/** Commands about sources: keys that say what happened, and what they attest. */
import { ATTESTED_KINDS } from '@bellwether/canonical-message';
import { bool, bytes, growing, i53, oneOf, struct, text, u53, u8, union } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { publicKey, signature } from './command-words';

export { ATTESTED_KINDS };
/** How a value is compared with the threshold: the market comes out as `yes` where that is so. */
export const RULE_OPS = ['>=', '>', '<=', '<'] as const;
export type RuleOp = (typeof RULE_OPS)[number];

const sourceFields = { name: text, key: publicKey, url: text, about: text };

/** `retiredMs`: new events cannot name it any more. */
export const sourceRowLayout = growing(sourceFields, { retiredMs: u53 });
export type SourceRow = ValueOf<typeof sourceRowLayout>;

/** Adds a key of this name, or changes what is said of it. `retire`: for good; a name may have other keys. */
export const setSourceLayout = growing({ ...sourceFields, retire: bool });

/**
 * `value`: the market is `yes` if the value at the time `at` (Unix seconds) is as `op` says; both integers times 10 to the
 * power of -`decimals`. `winner`: the source names the outcome that came true.
 */
export const sourceRuleLayout = union({
  value: [0, growing({ op: oneOf(RULE_OPS), threshold: i53, decimals: u8, at: u53 })],
  winner: [1, struct({})],
});
export type SourceRule = ValueOf<typeof sourceRuleLayout>;

/** Who may say how an event ends, beside operators. */
export const eventSourceLayout = growing({ key: publicKey, rule: sourceRuleLayout });
export type EventSource = ValueOf<typeof eventSourceLayout>;

/** What a source says: of `winner` the place of the outcome in its event, from 0. Times in Unix seconds. */
export const attestedFields = {
  attests: oneOf(ATTESTED_KINDS),
  value: i53,
  decimals: u8,
  observedAt: u53,
  signedAt: u53,
};

/** `subject`: a market, or the hash of an event. `statement`: in words; what is signed is its SHA-256. */
export const attestLayout = growing({
  source: publicKey,
  subject: bytes(32),
  ...attestedFields,
  statement: text,
  signature,
});
