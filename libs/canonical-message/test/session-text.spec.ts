/** The session's text against vectors whose text was written in Python and whose signature is OpenSSL's. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromHex, parsePublicKey } from '@bellwether/codec';
import { publicKeyOf, sign, verify } from '@bellwether/signature';
import { IndependentUser } from '../../../dev/independent-client/src/independent-user';
import { sessionText } from '../src/session-text';
import type { NetworkName } from '../src/words';

interface Vector {
  readonly secret_key: string;
  readonly account: string;
  readonly network: NetworkName;
  readonly timestamp: number;
  readonly text: string;
  readonly signature: string;
}

const FILE = new URL('../vectors/session-texts.json', import.meta.url);
const vectors: readonly Vector[] = JSON.parse(readFileSync(FILE, 'utf8'));
const hex = (text: string): Uint8Array => fromHex(text, text.length / 2)!;

it.each(vectors)('$network $timestamp', ({ secret_key, account, network, timestamp, ...made }) => {
  const key = parsePublicKey(account)!;
  const text = sessionText({ network, account: key, timestamp });
  expect(new TextDecoder().decode(text)).toBe(made.text);
  expect(publicKeyOf(hex(secret_key))).toEqual(key);
  expect(sign(text, hex(secret_key))).toEqual(hex(made.signature));
  expect(verify(hex(made.signature), text, key)).toBe(true);
  for (let at = 0; at < text.length; at++) {
    const altered = text.slice();
    altered[at]! ^= 1;
    expect(verify(hex(made.signature), altered, key)).toBe(false);
  }
});

it.each(vectors)('the second client writes the same: $account', (vector) => {
  const user = new IndependentUser(hex(vector.secret_key), vector.network);
  expect(user.session(vector.timestamp)).toEqual({
    public_key: vector.account,
    timestamp: vector.timestamp,
    signature: vector.signature,
  });
});
