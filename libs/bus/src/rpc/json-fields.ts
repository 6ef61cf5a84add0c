/** Reads the fields of a JSON object from the bus, strictly: a wrong or unknown one is a 400 naming it. */
import { fromHex } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';

const utf8 = new TextEncoder();

const invalid = (field: string, value: unknown, expected: string): CodedError =>
  new CodedError('VALIDATION_FAILED', { field, value: shown(value), expected });

/** Enough of a value to recognise it; never a whole message. */
function shown(value: unknown): string | number | boolean | null {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  return String(typeof value === 'string' ? value : typeof value).slice(0, 64);
}

export class JsonFields {
  private readonly source: Record<string, unknown>;
  private readonly known = new Set<string>();

  constructor(value: unknown, field = 'request') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalid(field, value, 'an object');
    }
    this.source = Object.fromEntries(Object.entries(value));
  }

  /** A field that is taken for what senders of another release mean by it: nothing here. */
  ignore(field: string): void {
    this.take(field);
  }

  /** `byteLength` bytes as hex. */
  bytes(field: string, byteLength: number): Uint8Array {
    const value = this.take(field);
    const bytes = typeof value === 'string' ? fromHex(value, byteLength) : undefined;
    if (bytes === undefined) throw invalid(field, value, `${byteLength} bytes of hex`);
    return bytes;
  }

  /** 1 to `maxBytes` bytes of UTF-8. */
  text(field: string, maxBytes: number): string {
    const value = this.take(field);
    const fits =
      typeof value === 'string' && value.length > 0 && utf8.encode(value).length <= maxBytes;
    if (!fits) throw invalid(field, value, `a text of 1 to ${maxBytes} bytes`);
    return value;
  }

  /** At most `maxBytes` bytes of UTF-8, none included. */
  textOrEmpty(field: string, maxBytes: number): string {
    return this.take(field) === '' ? '' : this.text(field, maxBytes);
  }

  flag(field: string): boolean {
    const value = this.take(field);
    if (typeof value !== 'boolean') throw invalid(field, value, 'true or false');
    return value;
  }

  word<const W extends string>(field: string, words: readonly W[]): W {
    const value = this.take(field);
    const word = words.find((one) => one === value);
    if (word === undefined) throw invalid(field, value, `one of ${words.join(', ')}`);
    return word;
  }

  object(field: string): JsonFields {
    const value = this.take(field);
    return new JsonFields(value, field);
  }

  integer(field: string, min: number, max: number): number {
    const value = this.take(field);
    const fits =
      typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max;
    if (!fits) throw invalid(field, value, `an integer of ${min} to ${max}`);
    return value;
  }

  texts(field: string, maxCount: number, maxBytes: number): string[] {
    const value = this.take(field);
    const isText = (item: unknown): item is string =>
      typeof item === 'string' && item.length > 0 && utf8.encode(item).length <= maxBytes;
    if (!Array.isArray(value) || value.length > maxCount || !value.every(isText)) {
      throw invalid(field, value, `at most ${maxCount} texts of 1 to ${maxBytes} bytes`);
    }
    return value;
  }

  /** At most `maxCount` of `byteLength` bytes each, as hex. */
  bytesList(field: string, maxCount: number, byteLength: number): Uint8Array[] {
    const value = this.take(field);
    const expected = `at most ${maxCount} of ${byteLength} bytes of hex each`;
    if (!Array.isArray(value) || value.length > maxCount) throw invalid(field, value, expected);
    return value.map((item: unknown) => {
      const bytes = typeof item === 'string' ? fromHex(item, byteLength) : undefined;
      if (bytes === undefined) throw invalid(field, item, expected);
      return bytes;
    });
  }

  has(field: string): boolean {
    this.known.add(field);
    return this.source[field] !== undefined;
  }

  isNull(field: string): boolean {
    return this.take(field) === null;
  }

  /** Ends the reading: a field that nobody asked for is refused. */
  end(): void {
    for (const field of Object.keys(this.source)) {
      if (!this.known.has(field))
        throw new CodedError('UNKNOWN_FIELD', { field: field.slice(0, 64) });
    }
  }

  private take(field: string): unknown {
    this.known.add(field);
    return this.source[field];
  }
}
