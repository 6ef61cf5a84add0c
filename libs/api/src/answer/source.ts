/** Sources of results: keys that sign what they see, and what an event says of its own. */
import { ATTESTED_KINDS, RULE_OPS } from '@bellwether/exchange';
import type { EventView, SourceRow } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import {
  address,
  count,
  named,
  oneOf,
  orNull,
  placeFields,
  seconds,
  seqField,
  signedCount,
  time,
  words,
} from './fields';
import { from } from './inside';

const sourceAnswer = named(
  'Source',
  z.strictObject({
    name: words('What it is called; several keys may have one name', 'gauge-4711'),
    key: address('The public key that signs what it sees', EXAMPLE.source),
    url: words('Where what it sees can be read', 'https://example.org/gauges/4711'),
    about: words('Who it is, and what it sees', 'The gauge of the weather service.'),
    retired_at: from(
      ({ retiredMs }: Pick<SourceRow, 'retiredMs'>) => retiredMs ?? null,
      orNull(time('Since when no new event may name it; null: one may')),
    ),
  }),
  'A key that may say how events end that name it.',
);

export const sourcesAnswer = named(
  'Sources',
  z.strictObject({
    sources: z
      .array(sourceAnswer)
      .meta({ description: 'All that there ever were, in the order in which they were added' }),
    ...placeFields,
  }),
  'Who may say results.',
);

export const sourceSetAnswer = named(
  'SourceChange',
  z.strictObject({ source: sourceAnswer, ...seqField }),
  'A source as it is from now on.',
);

type Rule = NonNullable<EventView['source']>['rule'];
type ValueRule = Extract<Rule, { kind: 'value' }>;
const ofValue =
  <N extends 'op' | 'threshold' | 'decimals' | 'at'>(name: N) =>
  (rule: Rule): ValueRule[N] | null =>
    rule.kind === 'value' ? rule[name] : null;

const ruleAnswer = named(
  'SourceRule',
  z.strictObject({
    kind: oneOf(
      ATTESTED_KINDS,
      '`value`: a number is compared; `winner`: the outcome that came true is named. The others are null then',
      'value',
    ),
    op: from(
      ofValue('op'),
      orNull(oneOf(RULE_OPS, 'The market is `yes` where the value is so to the threshold', '>=')),
    ),
    threshold: from(
      ofValue('threshold'),
      orNull(signedCount('Times 10 to the power of `decimals`', 1)),
    ),
    decimals: from(
      ofValue('decimals'),
      orNull(count('Of the threshold, and of the value that is attested', 1)),
    ),
    at: from(ofValue('at'), orNull(seconds('When it is to be observed'))),
  }),
  'What a source is to say, and what follows.',
);

/** Of an entry. */
export const eventSource = from(
  ({ source }: Pick<EventView, 'source'>) => source ?? null,
  named(
    'EventSource',
    z.strictObject({
      key: address('Its key: `/v1/sources` says whose that is', EXAMPLE.source),
      rule: ruleAnswer,
    }),
    'Who may say how it ends, beside operators. It never changes.',
  )
    .nullable()
    .describe('Who may say how it ends, beside operators; null: nobody')
    .meta({ example: null }),
);
