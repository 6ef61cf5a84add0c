/** Common mistakes in texts, as they are sent and as they are signed, and in the envelope around them. */
import { sha256 } from '@noble/hashes/sha2.js';
import { toBase58, toHex } from '@bellwether/codec';
import { SIGNING_DOMAIN, bytesOfText } from '../owner-text/off-chain-envelope';
import { readUtcTime, utcTime } from '../owner-text/utc-time';
import type { Mistake, Variant } from './usual-mistakes';

const utf8 = new TextEncoder();
const DAY_SECONDS = 24 * 60 * 60;
const BYTE_ORDER_MARK = '\ufeff';

interface TextMistake extends Mistake {
  /** The text with the mistake; the same text where it cannot be made in it. */
  readonly make: (text: string) => string;
  /** The text without it. Absent: the intended text is unknown. */
  readonly mend?: (text: string) => string;
}

const IN_TEXTS: readonly TextMistake[] = [
  {
    code: 'byte_order_mark',
    explanation: 'The text began with a byte order mark; it begins with `Bellwether`.',
    make: (text) => `${BYTE_ORDER_MARK}${text}`,
    mend: (text) => text.replace(BYTE_ORDER_MARK, ''),
  },
  {
    code: 'crlf',
    explanation: 'The lines ended with CR and LF; they end with LF (0x0a) alone.',
    make: (text) => text.replaceAll('\n', '\r\n'),
    mend: (text) => text.replaceAll('\r\n', '\n'),
  },
  {
    code: 'spaces_at_line_end',
    explanation: 'Lines ended with spaces; nothing stands between a line and its LF.',
    make: (text) => text,
    mend: (text) => text.replaceAll(/[ \t]+$/gm, ''),
  },
  {
    code: 'trailing_newline',
    explanation: 'The text ended with a newline; its last line has none.',
    make: (text) => `${text}\n`,
    mend: (text) => text.replace(/\n+$/, ''),
  },
  {
    code: 'no_empty_line',
    explanation: 'The empty line is missing; it is line 2.',
    make: (text) => text.replace('\n\n', '\n'),
    mend: (text) => text.replace(/^([^\n]+)\n(?!\n)/, '$1\n\n'),
  },
  {
    code: 'milliseconds_in_time',
    explanation: 'The time had milliseconds; it ends with whole seconds, for example `00:00:00Z`.',
    make: (text) => text.replace(/^(Until: .*)Z$/m, '$1.000Z'),
    mend: (text) => text.replace(/^(Until: .*)\.\d{3}Z$/m, '$1Z'),
  },
  {
    code: 'other_network',
    explanation: 'The text named the other network.',
    make: (text) =>
      text.replace(/^Network: (\w+)$/m, (_, name) =>
        name === 'test' ? 'Network: production' : 'Network: test',
      ),
  },
  {
    code: 'nonce_one_lower',
    explanation: 'The nonce before this one was signed.',
    make: (text) => withNonce(text, (nonce) => nonce - 1n),
  },
  {
    code: 'nonce_one_higher',
    explanation: 'The nonce after this one was signed.',
    make: (text) => withNonce(text, (nonce) => nonce + 1n),
  },
  {
    code: 'until_a_day_early',
    explanation: '`Until` was the time of signing; a session ends 24 hours after it.',
    make: (text) =>
      text.startsWith('Bellwether: read')
        ? text.replace(/^Until: (.*)$/m, (line, time: string) => {
            const seconds = (readUtcTime(time) ?? 0) - DAY_SECONDS;
            return seconds >= 0 ? `Until: ${utcTime(seconds)}` : line;
          })
        : text,
  },
];

function withNonce(text: string, next: (nonce: bigint) => bigint): string {
  return text.replace(/^Nonce: (\d+)$/m, (line, nonce: string) => {
    const other = next(BigInt(nonce));
    return other < 0n ? line : `Nonce: ${other}`;
  });
}

/** The text without what can be mended, and what that was. */
export function mendText(text: string): { text: string; mistakes: readonly Mistake[] } {
  let mended = text;
  const mistakes: Mistake[] = [];
  for (const { code, explanation, mend } of IN_TEXTS) {
    const next = mend?.(mended) ?? mended;
    if (next !== mended) mistakes.push({ code, explanation });
    mended = next;
  }
  return { text: mended, mistakes };
}

/** A text as a client may have signed it. `key` signs, `others` might stand in the envelope by mistake. */
interface Signing {
  readonly key: Uint8Array;
  readonly others: readonly Uint8Array[];
}

/** Where the fields of an envelope stand. */
const DOMAIN_AT = 17;
const FORMAT_AT = 49;
const DOMAIN_BYTES = 32;

/** The whole text wrapped or encoded otherwise than as it is or in its envelope. */
function* aroundOf(text: string, { key, others }: Signing): Generator<Variant> {
  const raw = utf8.encode(text);
  const envelope = bytesOfText(text, 'envelope', key);
  const changed = (at: number, bytes: Uint8Array): Uint8Array => {
    const copy = envelope.slice();
    copy.set(bytes, at);
    return copy;
  };
  const found = (code: string, explanation: string, bytes: Uint8Array): Variant => ({
    mistakes: [{ code, explanation }],
    bytes,
  });
  yield found(
    'envelope_domain',
    'The application domain of the envelope was zeros; it is `bellwether`, then zeros.',
    changed(DOMAIN_AT, new Uint8Array(DOMAIN_BYTES)),
  );
  yield found(
    'envelope_format',
    'The format of the envelope was 0; it is 1, because the text has line feeds.',
    changed(FORMAT_AT, Uint8Array.of(0)),
  );
  for (const other of others)
    yield found(
      'envelope_signer',
      'The envelope named another signer than the key that signed.',
      bytesOfText(text, 'envelope', other),
    );
  for (const format of [0, 1])
    yield found(
      'envelope_short',
      'The envelope had no application domain and no signer, as an early form of it; see `envelope`.',
      Uint8Array.of(...SIGNING_DOMAIN, 0, format, raw.length & 0xff, raw.length >> 8, ...raw),
    );
  yield found(
    'hash_signed',
    'The SHA-256 of the text was signed; Ed25519 signs the text itself.',
    sha256(raw),
  );
  const encoded = [toHex(raw), toBase58(raw), btoa(String.fromCharCode(...raw))];
  for (const one of encoded)
    yield found(
      'encoded_text_signed',
      'The text was signed in hex, base58 or base64; its bytes are signed.',
      utf8.encode(one),
    );
}

/** Every variant worth trying, single mistakes before pairs: at most about 140. */
export function* textVariantsOf(text: string, signing: Signing): Generator<Variant> {
  const texts = IN_TEXTS.flatMap(({ code, explanation, make }) => {
    const made = make(text);
    return made === text ? [] : [{ text: made, mistakes: [{ code, explanation }] }];
  });
  for (const { text: made, mistakes } of texts) {
    yield { mistakes, bytes: bytesOfText(made, 'raw', signing.key) };
    yield { mistakes, bytes: bytesOfText(made, 'envelope', signing.key) };
  }
  for (const { text: made, mistakes } of [{ text, mistakes: [] }, ...texts])
    for (const around of aroundOf(made, signing))
      yield { mistakes: [...mistakes, ...around.mistakes], bytes: around.bytes };
}
