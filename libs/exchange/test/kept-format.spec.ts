/**
 * The format of what is stored, as docs/VERSIONS.md promises it: bytes that were once written stay readable, and stay
 * the only encoding of their values. `vectors` has some of each kind, the shortest and the longest that a seeded
 * stream made, and a snapshot. They are add-only: `KEEP_FORMAT=1` adds what they lack, and changes nothing that is there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decode, encode, fromHex, toHex } from '@bellwether/codec';
import type { Layout, Union } from '@bellwether/codec';
import { commandLayout } from '../src/command';
import { exchangeEventLayout } from '../src/event';
import { Exchange } from '../src/exchange';
import { replyBodyLayout } from '../src/reply';
import { PROFILES, exchangeOf, seededJournal } from './seeded-journal';

const EXAMPLES = new URL('../vectors/format-0.json', import.meta.url);
const SNAPSHOT = new URL('../vectors/format-0.snapshot.gz', import.meta.url);
const COMMANDS = 1_600;
const MOST_HEX = 2_000;
const OF_SNAPSHOT = { profile: 'keys', seed: 1, commands: 400 };

type Value = { readonly kind: string };
const LAYOUTS: Readonly<Record<string, Union<Value> & Layout<Value>>> = {
  commands: commandLayout as unknown as Union<Value>,
  replies: replyBodyLayout as unknown as Union<Value>,
  events: exchangeEventLayout as unknown as Union<Value>,
};
/** For each layout: hex by kind. */
type Examples = Record<string, Record<string, string[]>>;

const kept: Examples = existsSync(EXAMPLES)
  ? JSON.parse(readFileSync(EXAMPLES, 'utf8'))
  : { commands: {}, replies: {}, events: {} };

const missing = (): [name: string, kind: string][] =>
  Object.entries(LAYOUTS).flatMap(([name, { kinds }]) =>
    kinds.filter((kind) => !(kind in kept[name]!)).map((kind): [string, string] => [name, kind]),
  );

/** Adds examples of the kinds that have none. */
function keepMore(): void {
  const wanted = new Set(missing().map(([name, kind]) => `${name} ${kind}`));
  const take = (name: string, value: Value) => {
    const { kind } = value;
    if (!wanted.has(`${name} ${kind}`)) return;
    const hex = toHex(encode(LAYOUTS[name]!, value));
    if (hex.length > MOST_HEX && kind in kept[name]!) return;
    const all = [...(kept[name]![kind] ?? []), hex].toSorted((a, b) => a.length - b.length);
    kept[name]![kind] = [...new Set([all[0]!, all.at(-1)!])];
  };
  for (const profile of PROFILES) {
    const exchange = exchangeOf(profile);
    for (const command of seededJournal(profile, { seed: 1, commands: COMMANDS })) {
      const { answer, events } = exchange.apply(command);
      take('commands', command.command);
      take('replies', answer.reply.body);
      for (const event of events) take('events', event);
    }
  }
  writeFileSync(EXAMPLES, `${JSON.stringify(kept, null, 2)}\n`);
  if (existsSync(SNAPSHOT)) return;
  const profile = PROFILES.find(({ name }) => name === OF_SNAPSHOT.profile)!;
  const exchange = exchangeOf(profile);
  for (const command of seededJournal(profile, OF_SNAPSHOT)) exchange.apply(command);
  writeFileSync(SNAPSHOT, gzipSync(exchange.snapshot(), { level: 9 }));
}

if (process.env['KEEP_FORMAT'] !== undefined) keepMore();

describe('the format of what is stored', () => {
  it('has kept examples of every kind', () => {
    expect(missing()).toEqual([]);
  });

  it.each(Object.keys(LAYOUTS))('reads the %s that were kept, and writes them again', (name) => {
    const layout = LAYOUTS[name]!;
    for (const [kind, examples] of Object.entries(kept[name]!)) {
      for (const hex of examples) {
        const value = decode(layout, fromHex(hex, hex.length / 2)!);
        expect([value.kind, toHex(encode(layout, value))]).toEqual([kind, hex]);
      }
    }
  });

  it('reads the snapshot that was kept, and writes it again', () => {
    const snapshot = gunzipSync(readFileSync(SNAPSHOT));
    const restored = Exchange.restore(Uint8Array.from(snapshot));
    expect(restored.checkInvariants()).toEqual([]);
    expect(Buffer.compare(snapshot, restored.snapshot())).toBe(0);
  });
});
