/**
 * The two sides of an answer, by its one schema. Outside is what is sent: snake case, Unix seconds, hex and base58. Inside
 * is what the code has: camel case, Unix milliseconds, bytes. The value of a field differs where its kind is a codec
 * (fields.ts). Its name inside follows a rule, unless the field says where it comes `from`:
 *
 *     market_id    marketId      camel case
 *     created_at   createdMs     of kind `time`: `Ms` in the place of `_at`
 *     timestamp    timestampMs   of kind `time` without `_at`: `Ms` at its end
 *     from('amountMicroUsdc', micro('What arrives', 1))                  another name
 *     from((order: Sized) => order.size - order.filled, count('…', 0))   made of the whole
 *
 * present.ts makes the outside of the inside.
 */
import { camelCase } from '@bellwether/codec';
import type { CamelCase } from '@bellwether/codec';
import { z } from 'zod';

/** What the code has of an answer, read-only. */
export type Inside<S> =
  S extends z.ZodNullable<infer Of>
    ? Inside<Of> | null
    : S extends z.ZodOptional<infer Of>
      ? Inside<Of> | undefined
      : S extends z.ZodArray<infer Item>
        ? readonly Inside<Item>[]
        : S extends z.ZodUnion<infer Options>
          ? Inside<Options[number]>
          : S extends z.ZodObject<infer Shape>
            ? InsideObject<Shape>
            : S extends z.ZodRecord
              ? object
              : S extends z.ZodType
                ? z.output<S>
                : never;

type InsideObject<Shape> = {
  readonly [
    Name in keyof Shape as Shape[Name] extends z.ZodOptional ? never : NameInside<Name, Shape[Name]>
  ]: Inside<Shape[Name]>;
} & {
  readonly [
    Name in keyof Shape as Shape[Name] extends z.ZodOptional ? NameInside<Name, Shape[Name]> : never
  ]?: Inside<Shape[Name]>;
} & WholeOf<SourceOf<Shape[keyof Shape]>>;

type NameInside<Name, Field> =
  SourceOf<Field> extends infer Source extends string
    ? Source
    : SourceOf<Field> extends Made
      ? never
      : Bare<Field> extends Time
        ? TimeInside<Name & string>
        : CamelCase<Name & string>;

type TimeInside<Name extends string> = `${CamelCase<Name extends `${infer At}_at` ? At : Name>}Ms`;

type Time = z.ZodCodec<z.ZodInt, z.ZodNumber>;

type Bare<Field> =
  Field extends z.ZodNullable<infer Of>
    ? Bare<Of>
    : Field extends z.ZodOptional<infer Of>
      ? Bare<Of>
      : Field;

/** All that the functions among the sources take, in one. */
type WholeOf<Source> = (
  Source extends (whole: infer Whole) => unknown ? (whole: Whole) => void : (whole: unknown) => void
) extends (whole: infer All) => void
  ? All
  : never;

type Made = (whole: never) => unknown;
export type Source = string | Made;

declare const source: unique symbol;
/** Known to the compiler alone. */
interface From<S> {
  readonly [source]: S;
}
type SourceOf<Field> =
  Field extends From<infer S>
    ? S
    : Field extends z.ZodNullable<infer Of>
      ? SourceOf<Of>
      : Field extends z.ZodOptional<infer Of>
        ? SourceOf<Of>
        : undefined;

const sources = z.registry<{ readonly source: Source }>();

/**
 * A field that has another name inside, or is made of the whole that it is part of.
 * @param field its own: one that others use too would have this source there
 */
export function from<const Name extends string, S extends z.ZodType>(
  name: Name,
  field: S,
): S & From<Name>;
export function from<Whole, S extends z.ZodType>(
  made: (whole: Whole) => Inside<S>,
  field: S,
): S & From<(whole: Whole) => unknown>;
export function from(where: Source, field: z.ZodType): z.ZodType {
  return field.register(sources, { source: where });
}

/** Where the field of this name comes from: a name inside, or a function of the whole. */
export function sourceOf(name: string, field: z.core.$ZodType): Source {
  const said = sources.get(field)?.source;
  if (said !== undefined) return said;
  const { def } = (field as z.core.$ZodTypes)._zod;
  if (def.type === 'nullable' || def.type === 'optional') return sourceOf(name, def.innerType);
  return isTime(def) ? `${camelCase(name.replace(/_at$/, ''))}Ms` : camelCase(name);
}

/** The one codec of numbers. */
const isTime = (def: z.core.$ZodTypes['_zod']['def']): boolean =>
  def.type === 'pipe' && def.in._zod.def.type === 'number';
