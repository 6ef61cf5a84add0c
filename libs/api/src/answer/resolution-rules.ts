/** How results come about: by category for new events, and as an event keeps it. */
import { DEFAULT_VOID_PRICE_BPS, NO_RULES } from '@bellwether/exchange';
import type { EventView, ResolutionRules } from '@bellwether/exchange';
import { z } from 'zod';
import {
  count,
  flag,
  micro,
  named,
  oneOf,
  orNull,
  placeFields,
  seqField,
  wholePrice,
  words,
} from './fields';
import { from } from './inside';
import { eventSource } from './source';

const rulesFields = {
  window_seconds: count(
    'How long a proposed result may be challenged; 0: operators resolve at once',
    86_400,
  ),
  source_window_seconds: from(
    ({ sourceWindowSeconds }: Pick<ResolutionRules, 'sourceWindowSeconds'>) =>
      sourceWindowSeconds ?? 0,
    count('How long what a source proposed may be challenged', 3_600),
  ),
  stake_micro_usdc: from(
    'stake',
    micro('Exactly what a challenge stakes; 0: users do not challenge', 50_000_000),
  ),
  reward_pct: count(
    'Per cent of the stake that the dispute fund pays the first challenger who was right',
    50,
  ),
  second_role: flag('Whether who decides is not who proposed', true),
};

const resolutionRule = named(
  'ResolutionRule',
  z.strictObject({
    name: words('The category; `*` stands for every one', 'weather'),
    sub: words('Its second part; `*` stands for every one', '*'),
    ...rulesFields,
  }),
  'How results of new events of a category come about.',
);
const rules = z.array(resolutionRule);

export const resolutionRulesAnswer = named(
  'ResolutionRules',
  z.strictObject({
    rules: rules.meta({
      description: 'For new events. A category without a row has that of `*`, else all zeros',
    }),
    ...placeFields,
  }),
  'How results come about, by category.',
);

export const resolutionRulesSetAnswer = named(
  'ResolutionRulesChange',
  z.strictObject({ rules: rules.meta({ description: 'All rules from now on' }), ...seqField }),
  'The rules that new events take.',
);

type Terms = Pick<
  EventView,
  'resolutionRules' | 'mutuallyExclusive' | 'voidAtLast' | 'voidPrice' | 'exhaustive'
>;
const VOID_RULES = ['fixed', 'last', 'shares'] as const;

export function voidRuleOf({ mutuallyExclusive, voidAtLast }: Terms): (typeof VOID_RULES)[number] {
  if (mutuallyExclusive) return 'shares';
  return voidAtLast === true ? 'last' : 'fixed';
}

/** What an event keeps from its creation on. */
export const resolutionTermsFields = {
  resolution_rules: from(
    ({ resolutionRules }: Terms) => resolutionRules ?? NO_RULES,
    named(
      'EventResolutionRules',
      z.strictObject(rulesFields),
      'How its result comes about, as the rules were when it was made.',
    ),
  ),
  source: eventSource,
  void_rule: from(
    voidRuleOf,
    oneOf(
      VOID_RULES,
      'What a void pays: a fixed price, the last trade before a time that the proposal names, or shares of the outcomes that exclude each other',
      'fixed',
    ),
  ),
  void_price: from(
    (event: Terms) =>
      voidRuleOf(event) === 'fixed' ? (event.voidPrice ?? DEFAULT_VOID_PRICE_BPS) : null,
    orNull(wholePrice('What a YES contract pays in a void by the rule `fixed`; else null', 5_000)),
  ),
  exhaustive: from(
    ({ exhaustive }: Terms) => exhaustive === true,
    flag('Whether exactly one of its outcomes comes true', false),
  ),
};
