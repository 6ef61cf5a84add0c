/**
 * Makes the outside of an answer of its inside, as its schema says (inside.ts). A schema is walked once, when the process
 * starts, and becomes the text of one function, which is compiled:
 *
 *     (inside) => ({ "order_id": inside.orderId, "user": $0(inside.user), "created_at": $1(inside.createdMs), … })
 *
 * So it takes what the same lines written by hand would, and a list's entries have one hidden class (ADR 0087). The
 * text is made of schemas alone, never of what anybody sent. What a schema does not name is not written.
 */
import { assert } from '@bellwether/errors';
import type { z } from 'zod';
import type { Answer } from './fields';
import { sourceOf } from './inside';
import type { Inside } from './inside';

/** @throws Error if the schema has a part that nothing is written of */
export function present<S extends z.ZodType>(schema: S): (inside: Inside<S>) => Answer<S> {
  const parts: unknown[] = [];
  const keep: Keep = (part) => `$${parts.push(part) - 1}`;
  const body = `return (inside) => (${textOf(schema, 'inside', keep)});`;
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  const compile = new Function(...parts.map((_, at) => `$${at}`), body);
  return compile(...parts);
}

/** Keeps what a text cannot hold, a function. Returns its name there. */
type Keep = (part: unknown) => string;
type Schema = z.core.$ZodType;

const definitionOf = (schema: Schema) => (schema as z.core.$ZodTypes)._zod.def;

/** What is the same on both sides. */
const PLAIN = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'unknown']);

/** @param value the text that stands for it inside; what is returned stands for it outside, the same where nothing differs */
function textOf(schema: Schema, value: string, keep: Keep): string {
  const def = definitionOf(schema);
  switch (def.type) {
    case 'nullable':
    case 'optional': {
      const text = textOf(def.innerType, value, keep);
      return text === value ? value : `(${value} == null ? ${value} : ${text})`;
    }
    case 'array': {
      const text = textOf(def.element, 'item', keep);
      return text === 'item' ? value : `${value}.map((item) => (${text}))`;
    }
    case 'object': {
      const fields = Object.entries(def.shape).map(
        ([name, field]) => `${JSON.stringify(name)}: ${fieldText(name, field, value, keep)}`,
      );
      return `{ ${fields.join(', ')} }`;
    }
    case 'union':
      return unionText(def.options, value, keep);
    case 'pipe':
      assert('reverseTransform' in def, 'a field that is transformed is a codec');
      return `${keep(def.reverseTransform)}(${value})`;
    case 'record':
      assert(textOf(def.valueType, 'item', keep) === 'item', 'the values of a record are plain');
      return value;
    default:
      assert(PLAIN.has(def.type), () => `nothing is written of a ${def.type}`);
      return value;
  }
}

function fieldText(name: string, field: Schema, whole: string, keep: Keep): string {
  const source = sourceOf(name, field);
  if (typeof source === 'string') return textOf(field, `${whole}.${source}`, keep);
  const made = `${keep(source)}(${whole})`;
  const isPlain = textOf(field, made, () => '') === made;
  // By a function of its own, as it is made once, however often a text names it.
  return isPlain ? made : `${keep(present(field as z.ZodType))}(${made})`;
}

/** Of objects that their first literal distinguishes. The last one is what is none of the others. */
function unionText(options: readonly Schema[], value: string, keep: Keep): string {
  const texts = options.map((option) => textOf(option, value, keep));
  if (texts.every((text) => text === value)) return value;
  return texts.reduceRight(
    (others, text, at) => `(${isOption(options[at]!, value)} ? ${text} : ${others})`,
  );
}

/** The condition that the value is this option. */
function isOption(option: Schema, value: string): string {
  const def = definitionOf(option);
  for (const [name, field] of def.type === 'object' ? Object.entries(def.shape) : []) {
    const [source, literal] = [sourceOf(name, field), definitionOf(field)];
    if (literal.type !== 'literal' || typeof source !== 'string') continue;
    return `${value}.${source} === ${JSON.stringify(literal.values[0])}`;
  }
  throw new Error('nothing tells the options of a union apart');
}
