/** `data` of the admin answers about results. */
import { CASE_STATUSES } from '@bellwether/exchange';
import { z } from 'zod';
import { EXAMPLE } from '../examples';
import { marketResolvedAnswer } from './admin';
import { count, micro, named, oneOf, orNull, placeFields, seqField, time, user } from './fields';

export const caseId = (what = 'The case') => count(what, EXAMPLE.caseId);

const stateFields = {
  status: oneOf(CASE_STATUSES, 'What the case is now', 'proposed'),
  due: orNull(time('When it ends unless it is challenged; null: not by time')),
  round: count('1; 2 after a decision that proposed another result', 1),
  ...seqField,
};

export const caseChangeAnswer = named(
  'CaseChange',
  z.strictObject({ case_id: caseId(), ...stateFields }),
  'A case after what was done to it.',
);

export const attestedAnswer = named(
  'Attested',
  z.strictObject({ case_id: caseId(), ...stateFields, ...placeFields }),
  'The case that an attestation began, agreed with or disputed.',
);

export const proposedAnswer = named(
  'ProposedResult',
  z.strictObject({
    case_id: orNull(caseId('The case; null in a dry run')),
    ...stateFields,
    dry_run: z
      .array(marketResolvedAnswer)
      .meta({ description: 'Nothing was done: what each market would pay, and to whom' })
      .optional(),
  }),
  'A result that is proposed.',
);

export const fundFilledAnswer = named(
  'DisputeFund',
  z.strictObject({
    amount: micro('What it was given', 100_000_000),
    dispute_fund: micro('What is in it after that', 150_000_000),
    ...seqField,
  }),
  'The fund that rewards are paid from.',
);

export const madeGoodAnswer = named(
  'MadeGood',
  z.strictObject({
    user: user(),
    amount: micro('What the user was given', 4_500_000),
    available: micro("The user's available balance after it", 104_500_000),
    ...seqField,
  }),
  'Protocol fees that became a user’s.',
);
