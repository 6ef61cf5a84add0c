/**
 * JSON as a money API must read it: nothing is guessed and nothing is lost.
 *
 * - A number token that is not a plain safe integer (a fraction, an exponent, `-0`, more than 2^53-1) becomes a
 *   symbol described by the raw token. No schema accepts a symbol, so the schema's own error names the field, and
 *   `rawNumber` gives the token as it was sent. `JSON.parse` would silently turn 9007199254740993 into ...992.
 * - A key twice in one object is an error, with equal values too.
 * - Depth is bounded, so the recursion below is too. Text is UTF-8 without a byte order mark and without lone
 *   surrogates, so that what is signed, stored and shown is the same.
 *
 * Otherwise it accepts exactly what `JSON.parse` accepts, which a property test checks.
 */
export type StrictJson =
  | string
  | number
  | boolean
  | null
  | symbol
  | StrictJson[]
  | { [key: string]: StrictJson };

/** Request bodies are flat: an event with its list of outcomes is 3 deep. */
export const MAX_JSON_DEPTH = 8;

export class StrictJsonError extends Error {
  constructor(
    reason: string,
    /** Characters from the beginning of the text. */
    readonly position: number,
    /** For a repeated key, its path, such as `category.name`. */
    readonly duplicateKey?: string,
  ) {
    super(reason);
    this.name = 'StrictJsonError';
  }
}

/** The raw token of a number that is no safe integer. `undefined` for every other value. */
export const rawNumber = (value: unknown): string | undefined =>
  typeof value === 'symbol' ? value.description : undefined;

/** @throws StrictJsonError, and nothing else. */
export function parseStrictJson(bytes: Uint8Array): StrictJson {
  const parser = new Parser(decodeUtf8(bytes));
  return parser.document();
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new StrictJsonError('the body is not UTF-8', 0);
  }
}

const WHITE_SPACE = /[ \t\n\r]*/y;
// JSON allows every character in a string but the control characters below U+0020.
// oxlint-disable-next-line no-control-regex
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const PLAIN_INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

class Parser {
  private position = 0;
  private depth = 0;
  private readonly path: (string | number)[] = [];

  constructor(private readonly text: string) {}

  document(): StrictJson {
    const value = this.value();
    if (this.position < this.text.length) this.fail('the text goes on after the value');
    return value;
  }

  /** One value with the white space around it. */
  private value(): StrictJson {
    this.match(WHITE_SPACE);
    const value = this.bareValue();
    this.match(WHITE_SPACE);
    return value;
  }

  private bareValue(): StrictJson {
    switch (this.text[this.position]) {
      case '{':
        return this.object();
      case '[':
        return this.array();
      case '"':
        return this.string('a string');
      case 't':
      case 'f':
      case 'n':
        return this.word();
      default:
        return this.number();
    }
  }

  private object(): StrictJson {
    const object: { [key: string]: StrictJson } = Object.create(null);
    this.enter();
    if (this.nextIs('}')) return this.leave(object);
    do {
      this.match(WHITE_SPACE);
      const keyPosition = this.position;
      const key = this.string('a key in double quotes');
      this.path.push(key);
      if (key in object) {
        const repeated = this.path.join('.');
        throw new StrictJsonError(`the key ${repeated} is given twice`, keyPosition, repeated);
      }
      this.match(WHITE_SPACE);
      this.expect(':');
      object[key] = this.value();
      this.path.pop();
    } while (this.nextIs(','));
    this.expect('}');
    return this.leave(object);
  }

  private array(): StrictJson {
    const items: StrictJson[] = [];
    this.enter();
    if (this.nextIs(']')) return this.leave(items);
    do {
      this.path.push(items.length);
      items.push(this.value());
      this.path.pop();
    } while (this.nextIs(','));
    this.expect(']');
    return this.leave(items);
  }

  private string(what: string): string {
    const token = this.match(STRING);
    if (token === undefined) this.fail(`${what} belongs here`);
    if (!token.includes('\\')) return token.slice(1, -1);
    const value: unknown = JSON.parse(token);
    if (typeof value !== 'string' || LONE_SURROGATE.test(value))
      this.fail('a string is not Unicode text');
    return value;
  }

  private number(): number | symbol {
    const token = this.match(NUMBER);
    if (token === undefined) this.fail('a value belongs here');
    const value = Number(token);
    return PLAIN_INTEGER.test(token) && Number.isSafeInteger(value) ? value : Symbol(token);
  }

  private word(): boolean | null {
    const word = this.match(WORD);
    if (word === undefined) this.fail('a value belongs here');
    return word === 'null' ? null : word === 'true';
  }

  private enter(): void {
    this.position++;
    if (++this.depth > MAX_JSON_DEPTH) this.fail(`nested deeper than ${MAX_JSON_DEPTH}`);
    this.match(WHITE_SPACE);
  }

  private leave<T>(value: T): T {
    this.depth--;
    return value;
  }

  private nextIs(character: string): boolean {
    if (this.text[this.position] !== character) return false;
    this.position++;
    return true;
  }

  private expect(character: string): void {
    if (!this.nextIs(character)) this.fail(`${character} belongs here`);
  }

  /** The text that the sticky `pattern` matches here. `undefined` if it does not match. */
  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    const token = pattern.exec(this.text)?.[0];
    if (token !== undefined) this.position += token.length;
    return token;
  }

  private fail(reason: string): never {
    throw new StrictJsonError(reason, this.position);
  }
}
