/** The worked examples of docs/protocol/signed-messages.md are golden vectors, cut at the right bytes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FORMS } from '../src';
import { messageVectors, readVectors } from './vectors';
import type { EventHashVector, MarketIdVector, WithdrawalIdVector } from './vectors';

const page = readFileSync(
  new URL('../../../docs/protocol/signed-messages.md', import.meta.url),
  'utf8',
);

/** A line of an example: an offset if it is a field of the message; a name if it is not a continuation. */
const LINE = /^ *(\d*) +([a-z_][a-z_0-9]*)? +([0-9a-f]{2,})(?: {2}.*)?$/gm;

interface Example {
  /** The offset of each field on the page, and the real one. */
  readonly offsets: readonly (readonly [said: number, is: number])[];
  readonly message: string;
  readonly values: ReadonlyMap<string, string>;
}

function parseExample(block: string): Example {
  const offsets: [number, number][] = [];
  const values = new Map<string, string>();
  let message = '';
  let last = '';
  for (const [, offset, name = last, hex = ''] of block.matchAll(LINE)) {
    if (offset) {
      offsets.push([Number(offset), message.length / 2]);
      message += hex;
    } else {
      values.set(name, (values.get(name) ?? '') + hex);
    }
    last = name;
  }
  return { offsets, message, values };
}

const blocks = [...page.matchAll(/```text\n(.*?)```/gs)].map(([, block]) => block!);
const examples = blocks.map(parseExample);
const messageExamples = examples.filter(({ values }) => values.has('message_hash'));

describe('signed-messages.md', () => {
  it('shows golden texts', () => {
    const texts = [...page.matchAll(/```\n(Bellwether: .*?)\n```/gs)].map(([, text]) => text);
    const known = readVectors<{ kind: string; text: string }>('owner-texts');
    const kinds = texts.map((text) => known.find((one) => one.text === text)?.kind);
    const [session, ...ofOwner] = kinds;
    expect(ofOwner).toEqual([
      'allow_trading_key',
      'revoke_trading_key',
      'withdraw',
      'recover',
      'challenge',
    ]);
    const sessions = readVectors<{ text: string }>('session-texts').map(({ text }) => text);
    expect([session, sessions.includes(texts[0]!)]).toEqual([undefined, true]);
  });

  it('has an example of every kind', () => {
    const kinds = messageExamples.map(
      ({ message }) => messageVectors.find((vector) => vector.message === message)?.kind,
    );
    expect(kinds).toEqual([
      'order',
      'cancel_all',
      'cancel',
      'withdraw',
      'recover',
      'redeem',
      'amend',
      'full_order',
      'cancel_after',
      'challenge',
      'attestation',
    ]);
    expect(messageExamples[0]?.message).toHaveLength(2 * FORMS.order.byteLength);
  });

  it.each(messageExamples)('has hash and signature of $message', ({ message, values }) => {
    const vector = messageVectors.find((one) => one.message === message);
    expect(values.get('message_hash')).toBe(vector?.message_hash);
    expect(values.get('signature')).toBe(vector?.signature);
  });

  it('hashes a market id as the vectors do', () => {
    const { message: preimage, values } = examples.find(({ values }) => values.has('market_id'))!;
    const vector = readVectors<MarketIdVector>('market-ids').find(
      (one) => one.preimage === preimage,
    );
    expect(vector?.market_id).toBe(values.get('market_id'));
    expect(vector).toBeDefined();
  });

  it('hashes an event as the vectors do', () => {
    const { message: preimage, values } = examples.find(({ values }) => values.has('event_hash'))!;
    const vector = readVectors<EventHashVector>('event-hashes').find(
      (one) => one.preimage === preimage,
    );
    expect(vector?.event_hash).toBe(values.get('event_hash'));
    expect(vector).toBeDefined();
  });

  it('hashes a withdrawal id as the vectors do', () => {
    const { message: preimage, values } = examples.at(-1)!;
    const vector = readVectors<WithdrawalIdVector>('withdrawal-ids').find(
      (one) => one.preimage === preimage,
    );
    expect(vector?.withdrawal_id).toBe(values.get('withdrawal_id'));
    expect(vector).toBeDefined();
  });

  it.each(examples)('says the true offsets in $message', ({ offsets }) => {
    expect(offsets.map(([said]) => said)).toEqual(offsets.map(([, is]) => is));
  });

  it('shows nothing but these examples', () => {
    expect(examples).toHaveLength(14);
  });
});
