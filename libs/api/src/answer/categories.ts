/** The categories of the catalogue, with how much is in each. */
import type { AsOf } from '@bellwether/exchange';
import { z } from 'zod';
import { count, named, placeFields, words } from './fields';
import type { Answer } from './fields';
import { presentPlace } from './units';

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
export type CategoriesAnswer = Answer<typeof categoriesAnswer>;

/** Events of a category, or of its part `sub`. */
export interface CategoryCount {
  readonly name: string;
  readonly events: number;
  readonly active: number;
  readonly subs: readonly {
    readonly sub: string;
    readonly events: number;
    readonly active: number;
  }[];
}

/** `GET /v1/categories` */
export const presentCategories = (
  categories: readonly CategoryCount[],
  asOf: AsOf,
): CategoriesAnswer => ({
  categories: categories.map(({ name, events, active, subs }) => ({
    name,
    events,
    active,
    subs: subs.map((sub) => ({ ...sub })),
  })),
  ...presentPlace(asOf),
});
