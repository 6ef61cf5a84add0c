/** The part of a snapshot about results: rules, open cases, and what operators gave. */
import {
  bool,
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
} from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import { CLAIMS, RESOLUTIONS, resolutionRowLayout } from '../command';
import type { ExchangeState } from '../state';

/** Events, markets and accounts by number; times in Unix ms. `ended`: the ids of the last cases that ended. */
export const casesLayout = growing({
  rules: list(resolutionRowLayout),
  open: list(
    growing(
      {
        caseId: u53,
        event: u53,
        market: u32,
        endings: list(
          struct({
            market: u32,
            ending: struct({ resolution: oneOf(RESOLUTIONS), price: optional(u16) }),
          }),
        ),
        by: text,
        round: u8,
        dueMs: u53,
        challenges: list(
          growing({
            challengeId: u53,
            account: u32,
            claim: oneOf(CLAIMS),
            claimMarket: u32,
            stake: u53,
          }),
        ),
      },
      { isContradicted: bool },
    ),
  ),
  ended: list(u53),
  /** Account 0: the dispute fund. */
  grants: list(
    growing({
      reference: text,
      account: u32,
      amount: u53,
      available: u53,
      seq: u53,
      timestampMs: u53,
    }),
  ),
});

/** Null: nothing of it has ever been used. */
export function casesOf({ cases, grants }: ExchangeState): ValueOf<typeof casesLayout> | null {
  const image = {
    rules: [...cases.rules],
    open: [...cases.all()].map((one) => ({
      ...one,
      endings: [...one.endings],
      challenges: [...one.challenges],
      isContradicted: one.isContradicted || undefined,
    })),
    ended: cases.endedIds,
    grants: grants.all(),
  };
  return Object.values(image).every((all) => all.length === 0) ? null : image;
}

export function loadCases(
  { cases, grants, stakes }: ExchangeState,
  image: ValueOf<typeof casesLayout>,
): void {
  cases.rules = image.rules;
  for (const one of image.open) {
    cases.add({ ...one, isContradicted: one.isContradicted ?? false });
    for (const { account, stake } of one.challenges) stakes.load(account, stake);
  }
  for (const caseId of image.ended) cases.forgetAfter(caseId);
  for (const grant of image.grants) grants.add(grant);
}
