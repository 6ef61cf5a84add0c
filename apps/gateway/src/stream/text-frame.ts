const FINAL_TEXT = 0x81;
const LENGTH_IN_16_BITS = 126;
const LENGTH_IN_64_BITS = 127;
const MAX_LENGTH_OF_16_BITS = 0xffff;

/**
 * A whole text message in wire format (RFC 6455, section 5.2), unmasked as a server sends it. It is made once for all
 * receivers; `ws` would make a header and two writes for each.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const header = headerOf(length);
  const frame = Buffer.allocUnsafeSlow(header.length + length);
  header.copy(frame);
  frame.write(text, header.length);
  return frame;
}

function headerOf(length: number): Buffer {
  if (length < LENGTH_IN_16_BITS) return Buffer.from([FINAL_TEXT, length]);
  if (length <= MAX_LENGTH_OF_16_BITS) {
    const header = Buffer.from([FINAL_TEXT, LENGTH_IN_16_BITS, 0, 0]);
    header.writeUInt16BE(length, 2);
    return header;
  }
  const header = Buffer.from([FINAL_TEXT, LENGTH_IN_64_BITS, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeBigUInt64BE(BigInt(length), 2);
  return header;
}
