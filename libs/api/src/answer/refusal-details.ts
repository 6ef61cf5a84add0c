/** A refusal as answers show it. */
import { CODES, messageOf } from '@bellwether/errors';
import { REFUSAL_CODES } from '@bellwether/exchange';
import type { Refusal } from '@bellwether/exchange';
import { z } from 'zod';
import { oneOf, words } from './fields';
import { from } from './inside';

type Coded = Pick<Refusal, 'code' | 'details'>;

/** The facts of a refusal as a flat record. */
export const detailsOf = ({ details }: Pick<Refusal, 'details'>) =>
  Object.fromEntries(details.map(({ name, value }) => [name, value]));

export const refusalFields = {
  code: oneOf(REFUSAL_CODES, 'As it was answered', 'FOK_NOT_FILLED'),
  message: from(
    (refusal: Coded) => messageOf(refusal.code, detailsOf(refusal)),
    words('The sentence of the code', CODES.FOK_NOT_FILLED.message),
  ),
  details: from(
    detailsOf,
    z
      .record(z.string(), z.union([z.string(), z.number()]))
      .meta({ description: 'The facts of it, by name', example: { fillable: 4 } }),
  ),
};
