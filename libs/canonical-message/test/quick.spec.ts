import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import * as m from '../src';
import { fromHex, toHex, parsePublicKey } from '@bellwether/codec';
import { verify, sign, publicKeyOf, isValidPublicKey } from '@bellwether/signature';
const vs = JSON.parse(readFileSync(new URL('../vectors/canonical-messages.json', import.meta.url), 'utf8'));
it('x', () => {
  for (const v of vs) {
    const b = fromHex(v.message, v.message.length / 2)!;
    const d = { order: m.decodeOrder, cancel_all: m.decodeCancelAll, cancel: m.decodeCancel, withdraw: m.decodeWithdraw }[v.kind as 'order'](b);
    const e = toHex(({ order: m.encodeOrder, cancel_all: m.encodeCancelAll, cancel: m.encodeCancel, withdraw: m.encodeWithdraw }[v.kind as 'order'])(d));
    expect(e).toBe(v.message);
    expect(m.messageHash(b)).toBe(v.message_hash);
    const seed = fromHex(v.secret_key, 32)!;
    expect(publicKeyOf(seed)).toEqual(parsePublicKey(v.user));
    expect(toHex(sign(b, seed))).toBe(v.signature);
    expect(verify(fromHex(v.signature, 64)!, b, publicKeyOf(seed))).toBe(true);
    expect(isValidPublicKey(publicKeyOf(seed))).toBe(true);
  }
});
