/**
 * The format of what is stored, as docs/VERSIONS.md promises it: bytes that were once written stay readable, mean what
 * they meant, and stay the only encoding of their values. `vectors` has some of each form, the shortest and the longest
 * that seeded streams made, and a journal with the snapshot that it led to. They are add-only: `KEEP_FORMAT=1` adds what
 * they lack, and changes nothing that is there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TEXT_FORMS } from '@bellwether/canonical-message';
import { decode, encode, fromHex, toHex } from '@bellwether/codec';
import type { Layout } from '@bellwether/codec';
import { commandLayout, journaledCommandLayout } from '../src/command';
import type { SequencedCommand } from '../src/command';
import { exchangeEventLayout } from '../src/event';
import { Exchange } from '../src/exchange';
import { replyBodyLayout } from '../src/reply';
import { PROFILES, exchangeOf, seededJournal } from './seeded-journal';

const EXAMPLES = new URL('../vectors/format-0.json', import.meta.url);
const JOURNAL = new URL('../vectors/format-0.journal.gz', import.meta.url);
const SNAPSHOT = new URL('../vectors/format-0.snapshot.gz', import.meta.url);
const COMMANDS = 1_600;
const MOST_HEX = 2_000;
/** Fields that were added, or may be left out: an example of a form that has them names them. */
const LATER = [
  'terms',
  'signer',
  'textForm',
  'rules',
  'resolutionSource',
  'imageUrl',
  'filled',
  'clientId',
  'sourceWindowSeconds',
  'rule',
  'retiredMs',
  'attested',
];
const OF_JOURNAL = PROFILES.find(({ name }) => name === 'keys')!;

const LAYOUTS = {
  commands: [journaledCommandLayout, commandLayout.kinds],
  replies: [replyBodyLayout, replyBodyLayout.kinds],
  events: [exchangeEventLayout, exchangeEventLayout.kinds],
} as const;
type Name = keyof typeof LAYOUTS;
const NAMES = Object.keys(LAYOUTS) as Name[];
const layoutOf = (name: Name) => LAYOUTS[name][0] as unknown as Layout<unknown>;

interface Example {
  /** Its kind, and which later fields are given. */
  readonly form: string;
  readonly hex: string;
  /** Bytes as `hex:…`. */
  readonly value: unknown;
}
const kept: Record<Name, Example[]> = existsSync(EXAMPLES)
  ? JSON.parse(readFileSync(EXAMPLES, 'utf8'))
  : { commands: [], replies: [], events: [] };

const asJson = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one: unknown) =>
      one instanceof Uint8Array ? `hex:${toHex(one)}` : one,
    ),
  );

const missing = (): string[] =>
  NAMES.flatMap((name) =>
    LAYOUTS[name][1]
      .filter((kind) => !kept[name].some(({ form }) => form.split(' ')[0] === kind))
      .map((kind) => `${name}: ${kind}`),
  );

/** Adds examples of the forms that have none. */
function keepMore(): void {
  const known = new Set(NAMES.flatMap((name) => kept[name].map(({ form }) => `${name} ${form}`)));
  const found = new Map<string, Example[]>();
  const take = (name: Name, kind: string, value: unknown) => {
    const text = JSON.stringify(asJson(value));
    const form = [kind, ...LATER.filter((field) => text.includes(`"${field}":`))].join(' ');
    const hex = toHex(encode(layoutOf(name), value));
    const at = `${name} ${form}`;
    if (known.has(at) || (hex.length > MOST_HEX && found.has(at))) return;
    const all = [...(found.get(at) ?? []), { form, hex, value: asJson(value) }];
    const sorted = all.toSorted((a, b) => a.hex.length - b.hex.length);
    const [least, most] = [sorted[0]!, sorted.at(-1)!];
    found.set(at, least.hex.length === most.hex.length ? [least] : [least, most]);
  };
  for (const profile of PROFILES) {
    const exchange = exchangeOf(profile);
    for (const sequenced of seededJournal(profile, { seed: 1, commands: COMMANDS })) {
      const { lane, command } = sequenced;
      const { answer, events } = exchange.apply(sequenced);
      take('commands', command.kind, { lane, command });
      if (command.kind === 'withdraw' || command.kind === 'recover')
        take('commands', command.kind, { lane, command: { ...command, textForm: TEXT_FORMS[1] } });
      take('replies', answer.reply.body.kind, answer.reply.body);
      for (const event of events) take('events', event.kind, event);
    }
  }
  for (const name of NAMES) {
    const more = [...found].filter(([at]) => at.startsWith(`${name} `)).flatMap(([, all]) => all);
    kept[name].push(...more);
  }
  writeFileSync(EXAMPLES, `${JSON.stringify(kept, null, 1)}\n`);
  if (existsSync(JOURNAL)) return;
  const exchange = exchangeOf(OF_JOURNAL);
  const lines = seededJournal(OF_JOURNAL, { seed: 1, commands: 400 }).map((sequenced) => {
    const { seq, timestampMs, lane, command } = sequenced;
    exchange.apply(sequenced);
    return `${seq} ${timestampMs} ${toHex(encode(journaledCommandLayout, { lane, command }))}`;
  });
  writeFileSync(JOURNAL, gzipSync(lines.join('\n'), { level: 9 }));
  writeFileSync(SNAPSHOT, gzipSync(exchange.snapshot(), { level: 9 }));
}

if (process.env['KEEP_FORMAT'] !== undefined) keepMore();

const bytesOf = (hex: string): Uint8Array => fromHex(hex, hex.length / 2)!;
const keptSnapshot = () => gunzipSync(readFileSync(SNAPSHOT));

function* keptJournal(): Generator<SequencedCommand> {
  for (const line of gunzipSync(readFileSync(JOURNAL)).toString().split('\n')) {
    const [seq, timestampMs, hex = ''] = line.split(' ');
    const command = decode(journaledCommandLayout, bytesOf(hex));
    yield { seq: Number(seq), timestampMs: Number(timestampMs), ...command };
  }
}

describe('the format of what is stored', () => {
  it('has kept examples of every kind', () => {
    expect(missing()).toEqual([]);
  });

  it.each(NAMES)('reads the %s that were kept as what they were, and writes them again', (name) => {
    for (const { form, hex, value } of kept[name]) {
      const read = decode(layoutOf(name), bytesOf(hex));
      expect([form, asJson(read)]).toEqual([form, value]);
      expect([form, toHex(encode(layoutOf(name), read))]).toEqual([form, hex]);
    }
  });

  it('reads the snapshot that was kept, and writes it again', () => {
    const restored = Exchange.restore(Uint8Array.from(keptSnapshot()));
    expect(restored.checkInvariants()).toEqual([]);
    expect(Buffer.compare(keptSnapshot(), restored.snapshot())).toBe(0);
  });

  it('replays the journal that was kept to that snapshot', () => {
    const exchange = exchangeOf(OF_JOURNAL);
    for (const command of keptJournal()) exchange.apply(command);
    expect(Buffer.compare(keptSnapshot(), exchange.snapshot())).toBe(0);
  });
});
