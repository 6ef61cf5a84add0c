/** The terms of the full form as a query has them: each by its type. */
import { fullTerms, laterFullTerms } from '@bellwether/canonical-message';
import type { Fields } from '@bellwether/canonical-message';
import { camelCase } from '@bellwether/codec';
import type { FullTerms } from '@bellwether/exchange';
import { z } from 'zod';
import { fields, integer, word } from '../rpc/fields';

function schemaOf(term: Fields[string]): z.ZodType {
  switch (term.type) {
    case 'word':
      return word(term.words);
    case 'flag':
      return z.boolean();
    case 'u64':
      return integer(0, term.most);
    default:
      throw new TypeError(`no term of an order is of the type ${term.type}`);
  }
}

const named = (terms: Fields, schemaFor = schemaOf) =>
  Object.fromEntries(
    Object.entries(terms).map(([name, term]) => [camelCase(name), schemaFor(term)]),
  );

export const orderTerms = fields({
  ...named(fullTerms),
  ...named(laterFullTerms, (term) => schemaOf(term).exactOptional()),
}) as z.ZodType<unknown> as z.ZodType<FullTerms>;
