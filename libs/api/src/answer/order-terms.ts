/** The terms that only the full form of an order has. */
import { FULL_TERMS } from '@bellwether/canonical-message';
import type { Fields } from '@bellwether/canonical-message';
import { camelCase } from '@bellwether/codec';
import type { ValueOf } from '@bellwether/codec';
import type { FullTerms } from '@bellwether/exchange';
import { z } from 'zod';
import { from } from './inside';

type Terms = typeof FULL_TERMS;
type ValueOfTerm<N extends keyof Terms> = ValueOf<Terms[N]['layout']>;

interface MayHaveTerms {
  readonly terms?: FullTerms | undefined;
}

function schemaOf(term: Fields[string]): z.ZodType {
  switch (term.type) {
    case 'word':
      return z.enum(term.words);
    case 'flag':
      return z.boolean();
    case 'u64':
      return z.int().nonnegative();
    default:
      throw new TypeError(`no term of an order is of the type ${term.type}`);
  }
}

/** A later term that was not given is shown as what stands for it. */
function termAnswer<N extends keyof Terms>(name: N) {
  const term: Fields[string] = FULL_TERMS[name];
  const inMemory = camelCase(name);
  const schema = schemaOf(term)
    .meta({ description: `Of an open order in the full form. ${term.about}`, example: term.absent })
    .optional() as z.ZodOptional<z.ZodType<ValueOfTerm<N>>>;
  return from(({ terms }: MayHaveTerms) => {
    const said: Readonly<Record<string, unknown>> | undefined = terms;
    return (said === undefined ? undefined : (said[inMemory] ?? term.absent)) as never;
  }, schema);
}

/** Of an open order in the full form. */
export const termsAnswer = Object.fromEntries(
  Object.keys(FULL_TERMS).map((name) => [name, termAnswer(name as keyof Terms)]),
) as { readonly [N in keyof Terms]: ReturnType<typeof termAnswer<N>> };
