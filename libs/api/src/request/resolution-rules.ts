import { HIGHEST_STAKE, HIGHEST_WINDOW_SECONDS, MAX_FEE_CATEGORIES } from '@bellwether/exchange';
import { z } from 'zod';
import { named } from '../answer/fields';
import { flag, integer } from './fields';
import { categoryName, categorySub } from './market-admin';

const ROW =
  '{name, sub, window_seconds, source_window_seconds?, stake_micro_usdc, reward_pct, second_role}';
const ROWS_MESSAGE = `a list of at most ${MAX_FEE_CATEGORIES} rules ${ROW}`;

/** `PUT /admin/resolution-rules`: all rules; an empty list ends them. */
export const resolutionRulesRequest = named(
  'ResolutionRulesRequest',
  z
    .strictObject({
      rules: z
        .array(
          z.strictObject(
            {
              name: categoryName.describe('The category; `*` stands for every one'),
              sub: categorySub.meta({
                description: 'Its second part; `*` stands for every one',
                example: '*',
              }),
              window_seconds: integer(0, HIGHEST_WINDOW_SECONDS, ' (seconds)').meta({
                description:
                  'How long a proposed result may be challenged; 0: operators resolve at once',
                example: 86_400,
              }),
              source_window_seconds: integer(0, HIGHEST_WINDOW_SECONDS, ' (seconds)')
                .meta({
                  description:
                    'How long what a source proposed may be challenged; absent: as long as others',
                  example: 3_600,
                })
                .optional(),
              stake_micro_usdc: integer(0, HIGHEST_STAKE, ' (micro-USDC)').meta({
                description: 'Exactly what a challenge stakes; 0: users do not challenge',
                example: 50_000_000,
              }),
              reward_pct: integer(0, 100).meta({
                description:
                  'Per cent of the stake that the dispute fund pays the first challenger who was right',
                example: 50,
              }),
              second_role: flag.meta({
                description: 'Whether who decides is not who proposed',
                example: true,
              }),
            },
            { error: `an object ${ROW}` },
          ),
          { error: ROWS_MESSAGE },
        )
        .max(MAX_FEE_CATEGORIES, { error: ROWS_MESSAGE })
        .meta({ description: 'By category; the most specific row counts' }),
    })
    .transform(({ rules }) => ({
      rules: rules.map(
        ({ window_seconds: windowSeconds, source_window_seconds: ofSource, ...row }) => ({
          name: row.name,
          sub: row.sub,
          windowSeconds,
          // No word is paid at once because a field was forgotten.
          sourceWindowSeconds: ofSource ?? windowSeconds,
          stake: row.stake_micro_usdc,
          rewardPct: row.reward_pct,
          secondRole: row.second_role,
        }),
      ),
    })),
  'How results of new events come about, in place of the rules before.',
);
