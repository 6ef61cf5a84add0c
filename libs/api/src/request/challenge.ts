/** Challenges of proposed results, as users sign them (gateway) and as builders send them (signer). */
import { challengeForm } from '@bellwether/canonical-message';
import type { ChallengeText } from '@bellwether/canonical-message';
import { MAX_CASE_REASON_BYTES, reasonSha256Of } from '@bellwether/exchange';
import type { Claim } from '@bellwether/exchange';
import { sameBytes } from '@bellwether/codec';
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { integer, marketId, nonce, publicKey, signature } from './fields';
import { clientIdOf, schemasOf } from './form-fields';
import { insteadOfFields, isEitherForm } from './owner-text';
import { shownText } from './shown-text';
import { clientId } from './signed-bounds';

/** What a user says of a case. */
export interface ChallengeTerms {
  readonly user: Uint8Array;
  readonly claim: Claim;
  /** Exactly with the claim `winner`. */
  readonly claimMarket: Uint8Array | null;
  readonly reason: string;
  /** Micro-USDC. */
  readonly stake: number;
  readonly nonce: number;
  readonly clientId?: Uint8Array;
}

/** `text`: the owner signed it in place of the canonical message. */
export interface SignedChallenge extends ChallengeTerms {
  readonly text?: ChallengeText;
  readonly signature: Uint8Array;
}

/** As it is signed: by its hash. Everybody reads it. */
export const challengeReason = shownText({ maxBytes: MAX_CASE_REASON_BYTES, multiline: true }).meta(
  {
    description: 'Why, in words that everybody reads; its SHA-256 is signed',
    example: 'It was the wrong gauge.',
  },
);

const { claim, stake_micro_usdc } = schemasOf({
  claim: challengeForm.fields.claim,
  stake_micro_usdc: challengeForm.fields.stake_micro_usdc,
});
const fields = {
  claim: claim.meta({
    description: 'What is right instead; `winner` names a market of the event',
    example: 'no',
  }),
  claim_market: marketId
    .meta({ description: 'With the claim `winner` alone: the market that won', example: undefined })
    .optional(),
  reason: challengeReason,
  stake_micro_usdc: stake_micro_usdc.meta({
    description: 'Exactly the stake of the rules of the event, in micro-USDC',
    example: 50_000_000,
  }),
  nonce: nonce.describe('Of the kind `order`: higher than any that an order or a challenge used'),
};

const MARKET = {
  path: ['claim_market'],
  error: 'given with the claim `winner`, and with no other',
};
const hasItsMarket = (body: {
  readonly claim?: Claim | undefined;
  readonly claim_market?: Uint8Array | undefined;
}): boolean => (body.claim === 'winner') === (body.claim_market !== undefined);

/** `POST /v1/challenge` of the signer. */
export const challengeRequest = named(
  'ChallengeRequest',
  z
    .strictObject({
      user: publicKey,
      case_id: integer(1, Number.MAX_SAFE_INTEGER).meta({
        description: 'The case',
        example: EXAMPLE.caseId,
      }),
      ...fields,
      ...clientId,
    })
    .refine(hasItsMarket, MARKET)
    .transform((body): ChallengeTerms & { readonly caseId: number } => ({
      user: body.user,
      caseId: body.case_id,
      claim: body.claim,
      claimMarket: body.claim_market ?? null,
      reason: body.reason,
      stake: body.stake_micro_usdc,
      nonce: body.nonce,
      ...clientIdOf(body),
    })),
  'A challenge of a user of the calling builder.',
);

/** `POST /v1/cases/{id}/challenge` of the gateway. */
export const signedChallengeRequest = named(
  'SignedChallengeRequest',
  z
    .strictObject({
      user: publicKey.optional(),
      claim: fields.claim.optional(),
      claim_market: fields.claim_market,
      reason: fields.reason,
      stake_micro_usdc: fields.stake_micro_usdc.optional(),
      nonce: fields.nonce.optional(),
      ...clientId,
      text: insteadOfFields('challenge').describe(
        'In place of all fields but `reason`, `signature` and `client_id`: the text that the owner signed',
      ),
      signature,
    })
    .refine((body) => body.text !== undefined || hasItsMarket(body), MARKET)
    .transform((body, context): SignedChallenge => {
      const { user, claim: claimed, reason, stake_micro_usdc: stake, nonce: used, text } = body;
      const names = ['user', 'claim', 'stake_micro_usdc', 'nonce'] as const;
      const { reason: _, ...either } = body;
      if (!isEitherForm(either, names, context)) return z.NEVER;
      const sent = { reason, ...clientIdOf(body), signature: body.signature };
      if (text === undefined) {
        const terms = { user: user!, claim: claimed!, stake: stake!, nonce: used! };
        return { ...terms, claimMarket: body.claim_market ?? null, ...sent };
      }
      if (!sameBytes(text.reasonSha256, reasonSha256Of(reason))) {
        const message = 'the text whose SHA-256 the signed text has';
        context.addIssue({ code: 'custom', path: ['reason'], message });
        return z.NEVER;
      }
      const { account, claim: said, claimMarket, stake: staked, nonce: under } = text;
      return {
        user: account,
        claim: said,
        claimMarket,
        stake: staked,
        nonce: under,
        text,
        ...sent,
      };
    }),
  'A user’s word, with a stake, that a proposed result is wrong.',
);

export type ChallengeRequest = z.infer<typeof challengeRequest>;
