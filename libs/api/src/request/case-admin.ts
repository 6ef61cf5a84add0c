/** The bodies of docs/protocol/http.md, section 6, about results. */
import {
  HTTPS_URL_EXPECTED,
  MAX_CASE_NOTE_BYTES,
  MAX_CASE_REASON_BYTES,
  MAX_CASE_URL_BYTES,
  MAX_GOODWILL_REASON_BYTES,
  MAX_OUTCOMES_PER_EVENT,
  PRICE_SCALE_BPS,
  RESOLUTIONS,
  VERDICTS,
  isHttpsUrl,
} from '@bellwether/exchange';
import type { CaseOutcome } from '@bellwether/exchange';
import { fromHex } from '@bellwether/codec';
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { decimal, flag, hexBytes, integer, marketId, microUsdc, unixSeconds, word } from './fields';
import { payoutReference } from './payout';
import { shownText } from './shown-text';

const HASH_BYTES = 32;

export const caseIdParameter = decimal(1, Number.MAX_SAFE_INTEGER).meta({
  description: 'The case',
  example: EXAMPLE.caseId,
});

const URL_MESSAGE = `${HTTPS_URL_EXPECTED}, at most ${MAX_CASE_URL_BYTES} characters`;
export const httpsUrl = z
  .string({ error: URL_MESSAGE })
  .max(MAX_CASE_URL_BYTES, { error: URL_MESSAGE })
  .refine(isHttpsUrl, { error: URL_MESSAGE });

const evidence = {
  note: shownText({ maxBytes: MAX_CASE_NOTE_BYTES, multiline: true }).meta({
    description: 'Why it is so, in words that everybody reads',
    example: 'The gauge measured 4 mm on 3 May.',
  }),
  evidence_url: httpsUrl
    .meta({ description: 'Where that can be seen', example: 'https://example.org/rainfall' })
    .optional(),
  evidence_sha256: hexBytes(HASH_BYTES, 'a SHA-256 of 32 bytes')
    .meta({ description: 'SHA-256 of what is there, in hex', example: 'ab'.repeat(HASH_BYTES) })
    .optional(),
};
type Evidence = z.infer<z.ZodObject<typeof evidence>>;

const evidenceOf = ({ note, evidence_url, evidence_sha256 }: Evidence) => ({
  note,
  ...(evidence_url === undefined ? {} : { evidenceUrl: evidence_url }),
  ...(evidence_sha256 === undefined ? {} : { evidenceSha256: evidence_sha256 }),
});

const ofMarket = {
  outcome: word(RESOLUTIONS).meta({ description: 'How the market came out', example: 'yes' }),
  price: integer(0, PRICE_SCALE_BPS, ' (basis points)')
    .describe('With `void` alone: what a YES contract pays, as the `void_rule` of the event has it')
    .optional(),
  price_as_of: unixSeconds
    .meta({
      description:
        'With `void` by the rule `last` alone: the void pays the last trade before this time, in Unix seconds',
      example: undefined,
    })
    .optional(),
};
type OfMarket = {
  readonly [K in keyof typeof ofMarket]?: z.infer<(typeof ofMarket)[K]> | undefined;
};

function refusePrices(body: OfMarket, context: z.RefinementCtx): void {
  if (body.outcome === 'void') return;
  for (const field of ['price', 'price_as_of'] as const)
    if (body[field] !== undefined)
      context.addIssue({
        code: 'custom',
        path: [field],
        message: 'absent: only `void` takes a price',
      });
}

const PRICES_MESSAGE = `an object of 1 to ${MAX_OUTCOMES_PER_EVENT} prices by market id`;
const prices = z
  .record(z.string(), integer(0, PRICE_SCALE_BPS, ' (basis points)'), { error: PRICES_MESSAGE })
  .transform((byMarket, context) => {
    const listed = Object.entries(byMarket).map(([id, price]) => ({
      marketId: fromHex(id, HASH_BYTES),
      price,
    }));
    const known = listed.flatMap(({ marketId: id, price }) =>
      id === undefined ? [] : [{ marketId: id, price }],
    );
    if (
      known.length === listed.length &&
      known.length > 0 &&
      known.length <= MAX_OUTCOMES_PER_EVENT
    )
      return known;
    context.addIssue({ code: 'custom', message: PRICES_MESSAGE });
    return z.NEVER;
  });

const ofEvent = {
  winner: marketId.describe('The market that came true; the others did not').optional(),
  prices: prices
    .describe(
      'In its place a void: what a YES contract pays in each open market, in basis points; 0 in those left out',
    )
    .optional(),
  void: z
    .literal(true, { error: 'true, in place of `winner`' })
    .meta({ description: 'In their place a void of equal shares, of an exhaustive event' })
    .optional(),
};
type OfEvent = z.infer<z.ZodObject<typeof ofEvent>>;

const given = (...fields: readonly unknown[]): number =>
  fields.filter((one) => one !== undefined).length;

function eventOutcome({ winner, prices: byMarket }: OfEvent): CaseOutcome {
  if (winner !== undefined) return { kind: 'winner', winner };
  return byMarket === undefined ? { kind: 'void' } : { kind: 'shares', prices: byMarket };
}

/** `POST /admin/markets/{id}/propose` */
export const proposeMarketRequest = named(
  'ProposeMarketRequest',
  z
    .strictObject({
      ...ofMarket,
      ...evidence,
    })
    .superRefine(refusePrices)
    .transform(({ outcome, price, price_as_of: priceAsOf, ...rest }) => ({
      resolution: outcome,
      price: price ?? null,
      priceAsOf,
      ...evidenceOf(rest),
    })),
  'A result of a market, open to challenge.',
);

/** `POST /admin/events/{id}/propose` */
export const proposeEventRequest = named(
  'ProposeEventRequest',
  z
    .strictObject({ ...ofEvent, ...evidence })
    .refine((body) => given(body.winner, body.prices, body.void) === 1, {
      path: ['winner'],
      error: 'given alone, or `prices` or `void`: true in its place',
    })
    .transform((body) => ({ outcome: eventOutcome(body), ...evidenceOf(body) })),
  'A result of an event whose outcomes exclude each other, open to challenge.',
);

const reason = shownText({ maxBytes: MAX_CASE_REASON_BYTES, multiline: true });

/** `POST /admin/cases/{id}/decide`: the outcome that it proposes instead exactly with `overturn`. */
export const decideRequest = named(
  'DecideRequest',
  z
    .strictObject({
      verdict: word(VERDICTS).meta({
        description:
          '`uphold`: it is paid as proposed; `overturn`: another result is proposed; `reopen`: it was too early, and its markets trade again',
        example: 'uphold',
      }),
      outcome: ofMarket.outcome
        .meta({
          description: 'With `overturn` of a market: the result instead',
          example: undefined,
        })
        .optional(),
      price: ofMarket.price,
      price_as_of: ofMarket.price_as_of,
      ...ofEvent,
      winner: marketId
        .meta({
          description: 'With `overturn` of an event: the market that came true',
          example: undefined,
        })
        .optional(),
      refund_stakes: flag
        .meta({
          description: 'With `uphold`: the challengers get their stakes back',
          example: false,
        })
        .default(false),
      expiry: unixSeconds
        .meta({
          description: 'With `reopen`: a later expiry of the event, in Unix seconds',
          example: undefined,
        })
        .optional(),
      reason: reason.meta({
        description: 'Why, in words that everybody reads',
        example: 'The gauge was read by two people.',
      }),
      reason_url: httpsUrl
        .meta({ description: 'Where that can be seen', example: undefined })
        .optional(),
    })
    .superRefine((body, context) => {
      const isOverturned = body.verdict === 'overturn';
      const outcomes = given(body.outcome, body.winner, body.prices, body.void);
      const refuse = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (outcomes !== (isOverturned ? 1 : 0)) {
        const one = 'given alone, or `winner`, `prices` or `void`: true in its place';
        refuse('outcome', isOverturned ? one : 'absent: only `overturn` proposes another result');
      }
      refusePrices(body, context);
      if (body.refund_stakes && body.verdict !== 'uphold')
        refuse('refund_stakes', 'false: other verdicts give stakes back');
      if (body.expiry !== undefined && body.verdict !== 'reopen')
        refuse('expiry', 'absent: only `reopen` takes one');
    })
    .transform((body) => ({
      verdict: body.verdict,
      outcome: decidedOutcome(body),
      refundStakes: body.refund_stakes,
      reason: body.reason,
      ...(body.reason_url === undefined ? {} : { reasonUrl: body.reason_url }),
      ...(body.expiry === undefined ? {} : { expiry: body.expiry }),
      priceAsOf: body.price_as_of,
    })),
  'What is decided about a disputed result.',
);

function decidedOutcome({
  outcome: resolution,
  price,
  ...ofWhole
}: OfEvent & {
  readonly outcome?: (typeof RESOLUTIONS)[number] | undefined;
  readonly price?: number | undefined;
}): CaseOutcome | null {
  if (resolution !== undefined) return { kind: 'market', resolution, price: price ?? null };
  return given(ofWhole.winner, ofWhole.prices, ofWhole.void) === 0 ? null : eventOutcome(ofWhole);
}

/** `POST /admin/cases/{id}/withdraw` */
export const withdrawCaseRequest = named(
  'WithdrawCaseRequest',
  z.strictObject({
    reason: reason.meta({
      description: 'Why, in words that everybody reads',
      example: 'The source has corrected itself.',
    }),
  }),
  'Why a proposal is taken back.',
);

const grant = {
  amount: microUsdc.meta({
    description: 'How much of the protocol fees, in micro-USDC',
    example: 100_000_000,
  }),
  reference: payoutReference.meta({
    description:
      "The operator's own name for it: it is given once, and a repeat gets the first answer",
    example: 'june-2027',
  }),
};

/** `POST /admin/dispute-fund` */
export const fillFundRequest = named(
  'FillFundRequest',
  z.strictObject(grant),
  'Protocol fees for the fund that rewards are paid from.',
);

/** `POST /admin/users/{key}/make-good` */
export const makeGoodRequest = named(
  'MakeGoodRequest',
  z.strictObject({
    ...grant,
    reason: shownText({ maxBytes: MAX_GOODWILL_REASON_BYTES, multiline: true }).meta({
      description: 'Why',
      example: 'Case 4711 was paid by a wrong result.',
    }),
  }),
  'Protocol fees for a user.',
);
