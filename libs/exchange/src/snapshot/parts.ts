/**
 * A snapshot is a sequence of named parts: a name (u8 length, ASCII), a length (u64, little-endian) and so many bytes.
 * Big tables are copied once: from their memory to the snapshot, and back. An empty part is not written, so that a part
 * which a later release adds leaves the bytes of a state without it as they were.
 */
import { DecodeError } from '@bellwether/codec';

const NAME_LENGTH_BYTES = 1;
const LENGTH_BYTES = 8;
const TWO_POW_32 = 2 ** 32;
const ascii = new TextEncoder();
const asText = new TextDecoder('latin1');

export function joinParts(parts: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const written = Object.entries(parts).filter(([, part]) => part.length > 0);
  const total = written.reduce(
    (sum, [name, part]) => sum + NAME_LENGTH_BYTES + name.length + LENGTH_BYTES + part.length,
    0,
  );
  const joined = new Uint8Array(total);
  const view = new DataView(joined.buffer);
  let at = 0;
  for (const [name, part] of written) {
    view.setUint8(at, name.length);
    joined.set(ascii.encode(name), at + NAME_LENGTH_BYTES);
    at += NAME_LENGTH_BYTES + name.length;
    view.setUint32(at, part.length % TWO_POW_32, true);
    view.setUint32(at + 4, Math.floor(part.length / TWO_POW_32), true);
    joined.set(part, at + LENGTH_BYTES);
    at += LENGTH_BYTES + part.length;
  }
  return joined;
}

const NOTHING = new Uint8Array(0);

/**
 * The parts as views into the snapshot; those that are not written are empty.
 *
 * @throws DecodeError if one has no name of `names`, or does not come in their order
 */
export function splitParts<Name extends string>(
  joined: Uint8Array,
  names: readonly Name[],
): Record<Name, Uint8Array> {
  const view = new DataView(joined.buffer, joined.byteOffset, joined.byteLength);
  const parts = Object.fromEntries(names.map((name) => [name, NOTHING])) as Record<
    Name,
    Uint8Array
  >;
  let at = 0;
  const advance = (count: number): number => {
    const from = at;
    if (count > joined.length - from) throw new DecodeError('the snapshot is cut', from);
    at += count;
    return from;
  };
  for (let next = 0; at < joined.length;) {
    const nameLength = view.getUint8(advance(NAME_LENGTH_BYTES));
    const nameAt = advance(nameLength);
    const name = asText.decode(joined.subarray(nameAt, nameAt + nameLength));
    const index = names.findIndex((known, i) => i >= next && known === name);
    if (index < 0) throw new DecodeError(`a part ${name} that is unknown or out of order`, nameAt);
    const lengthAt = advance(LENGTH_BYTES);
    const length = view.getUint32(lengthAt + 4, true) * TWO_POW_32 + view.getUint32(lengthAt, true);
    const from = advance(length);
    if (length === 0) throw new DecodeError(`an empty part ${name}`, from);
    parts[names[index]!] = joined.subarray(from, from + length);
    next = index + 1;
  }
  return parts;
}
