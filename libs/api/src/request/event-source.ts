/** What a new event says of its source: whose word it takes, and what follows from it. */
import { MAX_ATTESTED_DECIMALS } from '@bellwether/canonical-message';
import { RULE_OPS } from '@bellwether/exchange';
import type { EventSource } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { EXAMPLE } from '../examples';
import { integer, publicKey, unixSeconds, word } from './fields';

const RULE_MESSAGE = 'an object {kind: "value", op, threshold, decimals, at} or {kind: "winner"}';
const kind = <const K extends string>(one: K, description: string) =>
  z.literal(one).meta({ description, example: one });

const rule = z
  .discriminatedUnion(
    'kind',
    [
      named(
        'ValueRule',
        z.strictObject({
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
          at: unixSeconds.describe('When it is observed, in Unix seconds'),
        }),
        'A number of the source decides.',
      ),
      named(
        'WinnerRule',
        z.strictObject({
          kind: kind('winner', 'Of outcomes that exclude each other: the source names one'),
        }),
        'The source names the outcome.',
      ),
    ],
    { error: RULE_MESSAGE },
  )
  .meta({ description: 'What it says, and what follows' });

export const eventSourceRequest = z
  .strictObject(
    {
      key: publicKey.meta({
        description: 'Its key, as `/v1/sources` has it',
        example: EXAMPLE.source,
      }),
      rule,
    },
    { error: 'an object {key, rule}' },
  )
  .transform((source): EventSource => source)
  .meta({
    description:
      'Who may say how it ends, beside operators; it never changes. Without it operators alone propose',
    example: undefined,
  })
  .optional();
