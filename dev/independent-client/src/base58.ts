const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE = 58n;

export function toBase58(bytes: Uint8Array): string {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= BASE) text = `${ALPHABET[Number(rest % BASE)]}${text}`;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

/** @throws Error where it is not base58 of that many bytes */
export function fromBase58(text: string, byteLength: number): Buffer {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) throw new Error(`${character} is no character of base58`);
    value = value * BASE + BigInt(digit);
  }
  const hex = value.toString(16);
  if (hex.length > byteLength * 2) throw new Error(`${text} has more than ${byteLength} bytes`);
  return Buffer.from(hex.padStart(byteLength * 2, '0'), 'hex');
}
