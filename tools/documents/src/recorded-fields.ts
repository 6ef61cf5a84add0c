/**
 * Records what a server reads of a request, as a schema with an example: the server's own reader runs on these fields,
 * which note every access. So the document always matches the server.
 */
import { JsonFields } from '@bellwether/bus';
import { fromHex } from '@bellwether/codec';
import type { JsonSchema } from '@bellwether/runtime';
import { REQUEST_FIELDS } from './request-fields';

const HEX_DIGITS_PER_BYTE = 2;

const hexOf = (byteLength: number): JsonSchema => ({
  type: 'string',
  pattern: `^[0-9a-f]{${byteLength * HEX_DIGITS_PER_BYTE}}$`,
});

export class RecordedFields extends JsonFields {
  private readonly properties: Record<string, JsonSchema> = {};
  private readonly optional = new Set<string>();
  private readonly nullable = new Set<string>();
  private readonly example: Record<string, unknown> = {};

  /** @param hasAll whether every optional field is present, or none */
  constructor(private readonly hasAll = true) {
    super({});
  }

  /** The recorded fields. @param description of the object itself */
  recorded(description: string): { readonly schema: JsonSchema; readonly example: object } {
    const required = Object.keys(this.properties).filter((field) => !this.optional.has(field));
    const schema = {
      type: 'object',
      description,
      properties: this.properties,
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
    return { schema, example: this.example };
  }

  override bytes(field: string, byteLength: number): Uint8Array {
    const hex = String(this.note(field, hexOf(byteLength)));
    const bytes = fromHex(hex, byteLength);
    if (bytes === undefined) throw new Error(`the example of ${field} is not ${byteLength} bytes`);
    return bytes;
  }

  override text(field: string, maxBytes: number): string {
    return String(this.note(field, { type: 'string', minLength: 1, maxLength: maxBytes }));
  }

  override textOrEmpty(field: string, maxBytes: number): string {
    return String(this.note(field, { type: 'string', maxLength: maxBytes }));
  }

  override flag(field: string): boolean {
    return this.note(field, { type: 'boolean' }) === true;
  }

  override word<const W extends string>(field: string, words: readonly W[]): W {
    const example = this.note(field, { type: 'string', enum: [...words] });
    const word = words.find((one) => one === example);
    if (word === undefined) throw new Error(`the example of ${field} is none of ${words.join()}`);
    return word;
  }

  override integer(field: string, minimum: number, maximum: number): number {
    return Number(this.note(field, { type: 'integer', minimum, maximum }));
  }

  override texts(field: string, maxItems: number, maxBytes: number): string[] {
    const items = { type: 'string', minLength: 1, maxLength: maxBytes };
    return [this.note(field, { type: 'array', maxItems, items })].flat().map(String);
  }

  override bytesList(field: string, maxItems: number, byteLength: number): Uint8Array[] {
    this.note(field, { type: 'array', maxItems, items: hexOf(byteLength) });
    return [];
  }

  /** A nested object is requested before its fields are known, so it is recorded once they are. */
  override object(field: string): JsonFields {
    const inner = new RecordedFields(this.hasAll);
    const note = (): void => {
      const { schema, example } = inner.recorded(REQUEST_FIELDS[field]?.description ?? '');
      this.properties[field] = schema;
      this.example[field] = example;
    };
    inner.end = note;
    return inner;
  }

  override has(field: string): boolean {
    this.optional.add(field);
    return this.hasAll;
  }

  override ignore(): void {
    // A field of another release: senders of this one must not write it.
  }

  override isNull(field: string): boolean {
    this.nullable.add(field);
    return false;
  }

  override end(): void {
    // Nothing was given, so no field is unknown.
  }

  private note(field: string, shape: JsonSchema): unknown {
    const known = REQUEST_FIELDS[field];
    if (known === undefined) throw new Error(`src/request-fields.ts does not describe ${field}`);
    const { description, example } = known;
    const whole = this.nullable.has(field) ? { anyOf: [shape, { type: 'null' }] } : shape;
    this.properties[field] = { ...whole, description, examples: [example] };
    this.example[field] = example;
    return example;
  }
}

/**
 * Records a request twice: with every optional field, which the example shows, and with none, as one field may replace
 * another. Required is what is required both times.
 */
export function recordedRequest(
  read: (fields: JsonFields) => unknown,
  description: string,
): { readonly schema: JsonSchema; readonly example: object } {
  const [all, least] = [true, false].map((hasAll) => {
    const fields = new RecordedFields(hasAll);
    read(fields);
    return fields.recorded(description);
  });
  const both = least!.schema.required?.filter((field) => all!.schema.required?.includes(field));
  const { required: _, ...rest } = all!.schema;
  const properties = { ...least!.schema.properties, ...all!.schema.properties };
  const required = both === undefined || both.length === 0 ? {} : { required: both };
  return { schema: { ...rest, properties, ...required }, example: all!.example };
}
