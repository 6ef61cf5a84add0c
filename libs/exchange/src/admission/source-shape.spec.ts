import { describe, expect, it } from 'vitest';
import type { Command, CommandOf, EventSource } from '../command';
import { validateCommand } from '../validate';

const key = new Uint8Array(32).fill(1);
const set: CommandOf<'set_source'> = {
  kind: 'set_source',
  name: 'gauge-1',
  key,
  url: 'https://example.org/gauge',
  about: 'A gauge.',
  retire: false,
};
const said: CommandOf<'attest'> = {
  kind: 'attest',
  source: key,
  subject: key,
  attests: 'value',
  value: Number.MIN_SAFE_INTEGER,
  decimals: 15,
  observedAt: 10,
  signedAt: 10,
  statement: 'It rained.',
  signature: new Uint8Array(64),
};
const value: EventSource = {
  key,
  rule: { kind: 'value', op: '<', threshold: -1, decimals: 0, at: 1 },
};
const winner: EventSource = { key, rule: { kind: 'winner' } };
const created = (terms: Partial<CommandOf<'create_event'>>): CommandOf<'create_event'> => ({
  kind: 'create_event',
  eventId: 'e',
  question: 'Will it?',
  description: '',
  category: { name: 'any', sub: '' },
  expiry: 10,
  mutuallyExclusive: false,
  opensAt: null,
  feeBps: null,
  labels: ['yes'],
  ...terms,
});

/** The field that is refused; null: none. */
function refusedField(command: Command): string | null {
  const lane = command.kind === 'attest' ? 'order' : 'admin';
  const wrong = validateCommand(command, lane);
  const field = wrong?.details.find(({ name }) => name === 'field')?.value;
  return wrong === null ? null : String(field);
}

const BOTH = { labels: ['a', 'b'] };

describe('the shape of', () => {
  it.each<[Partial<CommandOf<'set_source'>>, string | null]>([
    [{}, null],
    [{ name: 'a'.repeat(32) }, null],
    [{ name: 'a'.repeat(33) }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'Gauge' }, 'name'],
    [{ name: 'a:b' }, 'name'],
    [{ key: new Uint8Array(31) }, 'key'],
    [{ url: 'http://example.org' }, 'url'],
    [{ about: '' }, 'about'],
    [{ about: 'a'.repeat(513) }, 'about'],
  ])('a source with %o: %s', (terms, field) => {
    expect(refusedField({ ...set, ...terms })).toBe(field);
  });

  it.each<[Partial<CommandOf<'attest'>>, string | null]>([
    [{}, null],
    [{ decimals: 16 }, 'decimals'],
    [{ value: 2 ** 53 }, 'value'],
    [{ subject: new Uint8Array(33) }, 'subject'],
    [{ observedAt: 0 }, 'observed_at'],
    [{ signedAt: 9 }, 'signed_at'],
    [{ statement: '' }, 'statement'],
    [{ statement: 'a'.repeat(2_049) }, 'statement'],
    [{ attests: 'winner', decimals: 0, value: 99 }, null],
    [{ attests: 'winner', decimals: 0, value: -1 }, 'value'],
    [{ attests: 'winner', decimals: 0, value: 100 }, 'value'],
    [{ attests: 'winner', decimals: 1, value: 0 }, 'decimals'],
  ])('what a source says, with %o: %s', (terms, field) => {
    expect(refusedField({ ...said, ...terms })).toBe(field);
  });

  it.each<[Partial<CommandOf<'create_event'>>, string | null]>([
    [{ source: value }, null],
    [{ source: winner }, 'source.rule.kind'],
    [{ source: value, ...BOTH }, 'source.rule.kind'],
    [{ source: value, mutuallyExclusive: true }, 'source.rule.kind'],
    [{ source: winner, mutuallyExclusive: true, ...BOTH }, null],
    [{ source: { ...value, key: new Uint8Array(1) } }, 'source.key'],
    [
      { source: { key, rule: { kind: 'value', op: '>', threshold: 0, decimals: 16, at: 1 } } },
      'source.rule.decimals',
    ],
    [
      { source: { key, rule: { kind: 'value', op: '>', threshold: 0, decimals: 0, at: 0 } } },
      'source.rule.at',
    ],
  ])('an event with %o: %s', (terms, field) => {
    expect(refusedField(created(terms))).toBe(field);
  });

  it.each([
    [2_592_000, null],
    [2_592_001, 'rules[0].source_window_seconds'],
  ])('a rule with a window of %i seconds for sources: %s', (sourceWindowSeconds, field) => {
    const rule = { name: '*', sub: '*', windowSeconds: 0, stake: 0, rewardPct: 0 };
    const rules = [{ ...rule, secondRole: false, sourceWindowSeconds }];
    expect(refusedField({ kind: 'set_resolution_rules', rules })).toBe(field);
  });
});
