/** JSON Schema to Python's annotations. What it does not know is an error: nothing becomes `Any` unnoticed. */
import { nameOfRef } from '@bellwether/runtime';
import type { JsonSchema } from '@bellwether/runtime';
import { pascal } from '../pascal';
import type { Words } from '../words';

/** How integers and truth values are spelled: strictly where they are read, plainly where they are written. */
export interface Spelling {
  readonly integer: string;
  readonly boolean: string;
  /** Of the facts of an error, which are read as they come: a number, a named object, anything. */
  readonly loose?: { readonly number: string; readonly object: string; readonly anything: string };
}
export const READ: Spelling = { integer: 'StrictInt', boolean: 'StrictBool' };
export const WRITTEN: Spelling = { integer: 'int', boolean: 'bool' };

const ANY = 'Dict[str, Any]';
export const AS_IT_COMES: Spelling = {
  ...WRITTEN,
  loose: { number: 'float', object: ANY, anything: 'Any' },
};

export interface Place {
  readonly owner: string;
  readonly field: string;
  readonly spelling: Spelling;
  readonly words: Words;
  /** Makes a class of an object without a name. @returns its name */
  readonly inner: (name: string, schema: JsonSchema) => string;
  /** Makes a class of an object with a name. @returns the name by which it is known here */
  readonly named?: (name: string) => string;
  /** Members of a union are tried in order: the one with most fields goes first. */
  readonly requiredFields: (name: string) => number;
}

export function annotationOf(schema: JsonSchema, place: Place): string {
  const { loose } = place.spelling;
  if (schema.$ref !== undefined) {
    const name = nameOfRef(schema.$ref);
    return loose?.object ?? place.named?.(name) ?? name;
  }
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return unionOf(union, place);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const [type, ...others] = types.filter((one) => one !== 'null');
  if (type === undefined && loose !== undefined) return loose.anything;
  if (type === undefined || others.length > 0) throw new Error(`no type: ${where(place)}`);
  const annotation = plain(type, schema, place);
  return types.includes('null') ? `Optional[${annotation}]` : annotation;
}

function plain(type: string, schema: JsonSchema, place: Place): string {
  const { spelling, words, owner, field } = place;
  switch (type) {
    case 'integer':
      return spelling.integer;
    case 'number': {
      // There are no fractions in the interface: a number is one of some integers.
      if (spelling.loose !== undefined) return spelling.loose.number;
      const integers = schema.enum?.filter((one) => one !== null);
      if (integers?.every(Number.isSafeInteger) !== true) throw new Error(where(place));
      return spelling.integer;
    }
    case 'boolean':
      return spelling.boolean;
    case 'string': {
      const values = schema['const'] === undefined ? schema.enum : [schema['const']];
      if (values === undefined) return 'str';
      const set = values.filter((one): one is string => typeof one === 'string');
      return words.nameOf(set, `${owner}${pascal(field)}`);
    }
    case 'array':
      return `List[${annotationOf(schema.items ?? {}, place)}]`;
    case 'object':
      return objectOf(schema, place);
    default:
      throw new Error(`unknown type ${type}: ${where(place)}`);
  }
}

function objectOf(schema: JsonSchema, place: Place): string {
  if (schema.properties !== undefined) {
    if (place.spelling.loose !== undefined) return place.spelling.loose.object;
    return place.inner(`${place.owner}${pascal(place.field)}`, schema);
  }
  const values = schema['additionalProperties'];
  if (typeof values !== 'object' || values === null) throw new Error(`no fields: ${where(place)}`);
  const { type }: JsonSchema = { ...values };
  // Facts by name: each is of its own type.
  return typeof type === 'string' ? `Dict[str, ${annotationOf({ ...values }, place)}]` : ANY;
}

function unionOf(members: readonly JsonSchema[], place: Place): string {
  const some = members.filter(({ type }) => type !== 'null').map((one) => annotationOf(one, place));
  const unique = [...new Set(some)];
  const ordered = unique.toSorted((a, b) => place.requiredFields(b) - place.requiredFields(a));
  const [only = ''] = ordered;
  const union = ordered.length === 1 ? only : `Union[${ordered.join(', ')}]`;
  return some.length < members.length ? `Optional[${union}]` : union;
}

const where = ({ owner, field }: Place): string => `${owner}.${field}`;
