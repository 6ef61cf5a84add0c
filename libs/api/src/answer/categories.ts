/** The categories of the catalogue, with how much is in each. */
import { z } from 'zod';
import { count, named, placeFields, words } from './fields';
import type { Inside } from './inside';

const counts = {
  events: count('How many questions it has', 12),
  active: count('How many of them are `active`', 9),
};

export const categoriesAnswer = named(
  'Categories',
  z.strictObject({
    categories: z
      .array(
        z.strictObject({
          name: words('The first part, as `category` takes it', 'weather'),
          ...counts,
          subs: z
            .array(z.strictObject({ sub: words('The second part', 'rain'), ...counts }))
            .meta({ description: 'Most active first' }),
        }),
      )
      .meta({ description: 'Most active first, then by name; at most 200, with 100 subs each' }),
    ...placeFields,
  }),
  'What questions are about.',
);

export type CategoryCount = Inside<typeof categoriesAnswer>['categories'][number];
