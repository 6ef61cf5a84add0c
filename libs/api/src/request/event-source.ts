/** What a new event says of its source: whose word it takes, and what follows from it. */
import { MAX_ATTESTED_DECIMALS } from '@bellwether/canonical-message';
import { toBase58 } from '@bellwether/codec';
import { RULE_OPS } from '@bellwether/exchange';
import type { EventSource } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { integer, publicKey, unixSeconds, word } from './fields';

const kind = <const K extends string>(one: K, description: string) =>
  z.literal(one).meta({ description, example: one });

/** All but the time, which a series does not have. */
const valueFields = {
  kind: kind('value', 'Of a single market: the source says a number'),
  op: word(RULE_OPS).meta({
    description: 'The market is `yes` where the number is so to the threshold, else `no`',
    example: '>=',
  }),
  threshold: integer(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER).meta({
    description: 'Times 10 to the power of `decimals`',
    example: 1,
  }),
  decimals: integer(0, MAX_ATTESTED_DECIMALS).meta({
    description: 'Of the threshold, and of the number that the source says',
    example: 1,
  }),
};
const valueRule = named(
  'ValueRule',
  z.strictObject({
    ...valueFields,
    at: unixSeconds.describe('When it is observed, in Unix seconds'),
  }),
  'A number of the source decides.',
);
const seriesValueRule = named(
  'SeriesValueRule',
  z.strictObject(valueFields),
  'A number of the source decides, observed when the event ends.',
);
const winnerRule = named(
  'WinnerRule',
  z.strictObject({
    kind: kind('winner', 'Of outcomes that exclude each other: the source names one'),
  }),
  'The source names the outcome.',
);

const ruleOf = <Value extends typeof valueRule | typeof seriesValueRule>(value: Value) =>
  z
    .discriminatedUnion('kind', [value, winnerRule], {
      error: `an object {${Object.keys(value.shape).join(', ')}} or {kind: "winner"}`,
    })
    .meta({ description: 'What it says, and what follows' });

const key = publicKey.meta({
  description: 'Its key, as `/v1/sources` has it',
  example: EXAMPLE.source,
});
const OBJECT = { error: 'an object {key, rule}' };
const SAID = {
  description:
    'Who may say how it ends, beside operators; it never changes. Without it operators alone propose',
  example: undefined,
};

export const eventSourceRequest = z
  .strictObject({ key, rule: ruleOf(valueRule) }, OBJECT)
  .transform((source): EventSource => source)
  .meta(SAID)
  .optional();

/** As it is stored and sent: the key is text. */
const seriesSource = z.strictObject(
  { key: key.transform(toBase58), rule: ruleOf(seriesValueRule) },
  OBJECT,
);
type SeriesSource = z.output<typeof seriesSource>;
export const seriesSourceRequest = seriesSource.meta(SAID).optional();

/** Of the event that ends then, as its request has it. */
export const sourceAt = ({ key: source, rule }: SeriesSource, end: number) => ({
  key: source,
  rule: rule.kind === 'value' ? { ...rule, at: end } : rule,
});
