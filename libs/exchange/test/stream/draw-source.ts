/** Sources, what events say of theirs, and what they attest: mostly what fits, and often another thing than before. */
import { eventHashOf } from '@bellwether/canonical-message';
import type { CommandOf, EventSource, SourceRow } from '../../src/command';
import { RULE_OPS } from '../../src/command';
import { caseOf, nowOf } from '../oracle/open-cases';
import type { CatalogueEntry, Market } from '../oracle/state';
import { type Drawing, anyPast } from './drawing';
import { UNKNOWN_MARKET, signatureOf, sourceKey } from './keys';
import type { Draft } from './step';

const NAMES = ['gauge', 'index', 'index'] as const;
const THRESHOLD = 100;

const knownSources = ({ oracle }: Drawing): SourceRow[] => [...oracle.state.sources.values()];

/** Two keys of one name, and one of another. */
export function drawSetSource(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const number = random.between(1, NAMES.length);
  const name = random.chance(0.05) ? 'other' : NAMES[number - 1]!;
  const command: CommandOf<'set_source'> = {
    kind: 'set_source',
    name,
    key: sourceKey(number),
    url: 'https://example.org/source',
    about: random.pick(['A gauge at the bridge.', 'An index of prices.']),
    retire: random.chance(0.08),
  };
  return [{ lane: 'admin', command }];
}

/** Of an event that is drawn; undefined: none. */
export function drawEventSource(
  drawing: Drawing,
  event: Pick<CommandOf<'create_event'>, 'labels' | 'mutuallyExclusive'>,
): EventSource | undefined {
  const { random } = drawing;
  const known = knownSources(drawing);
  if (known.length === 0 || random.chance(0.2)) return undefined;
  const key = random.chance(0.03) ? sourceKey(9) : random.pick(known).key;
  if (event.mutuallyExclusive) return { key, rule: { kind: 'winner' } };
  if (event.labels.length > 1) return undefined;
  const at = Math.floor(drawing.timestampMs() / 1000) + random.pick([-60, 0, 0, 1, 5, 60]);
  const threshold = random.pick([THRESHOLD, -THRESHOLD]);
  return { key, rule: { kind: 'value', op: random.pick(RULE_OPS), threshold, decimals: 2, at } };
}

export function drawAttest(drawing: Drawing): Draft[] {
  const { random, oracle } = drawing;
  const past = anyPast(drawing, 'attest');
  if (past !== null && random.chance(0.15)) return [past];
  const withSource = [...oracle.state.events.values()].filter(({ command }) => command.source);
  if (withSource.length === 0) return [];
  const open = withSource.filter(({ markets }) => markets.some(({ resolution }) => !resolution));
  const silent = open.filter(
    ({ words, markets }) => words.length === 0 && caseOf(oracle.state, markets[0]!) !== undefined,
  );
  const fitting = silent.length > 0 && random.chance(0.6) ? silent : open;
  const event = random.pick(fitting.length > 0 && random.chance(0.9) ? fitting : withSource);
  return [{ lane: 'order', command: attestationOf(drawing, event) }];
}

function attestationOf(drawing: Drawing, event: CatalogueEntry): CommandOf<'attest'> {
  const { random, oracle } = drawing;
  const { eventId, source } = event.command;
  const { key, rule } = source!;
  const now = Math.floor(drawing.timestampMs() / 1000);
  const said = event.words.filter(({ isOver }) => !isOver).map(({ value }) => value);
  const isMisfit = random.chance(0.04);
  const misfit = random.pick(['source', 'subject', 'attests', 'decimals', 'time', 'value']);
  const wrong = (field: typeof misfit): boolean => isMisfit && field === misfit;
  const isValue = (rule.kind === 'value') !== wrong('attests');
  const decimals = rule.kind === 'value' ? rule.decimals : 0;
  const subject = isValue
    ? event.markets[0]!.marketId
    : eventHashOf({ network: oracle.state.network, eventId });
  const observedAt = (rule.kind === 'value' ? rule.at : now) + (wrong('time') ? 1 : 0);
  return {
    kind: 'attest',
    source: wrong('source') ? sourceKey(random.between(1, 9)) : key,
    subject: wrong('subject') ? UNKNOWN_MARKET : subject,
    attests: isValue ? 'value' : 'winner',
    value: valueOf(drawing, event, said, wrong('value')),
    decimals: isValue ? decimals + (wrong('decimals') ? 1 : 0) : 0,
    observedAt,
    signedAt: Math.max(observedAt, now + random.pick([-5, 0, 0, 0, 1, 70])),
    statement: random.pick(['1.02 at the bridge.', 'As it was read.']),
    signature: signatureOf(random.between(1, 2)),
  };
}

/** The same as before, the other side of the threshold, or any. */
function valueOf(
  drawing: Drawing,
  { command: { source }, markets }: CatalogueEntry,
  said: readonly number[],
  isBeyond: boolean,
): number {
  const { random } = drawing;
  if (said.length > 0 && random.chance(0.3)) return random.pick(said);
  const { rule } = source!;
  if (rule.kind === 'winner' && isBeyond) return markets.length;
  if (rule.kind === 'winner') {
    const proposed = markets.findIndex((market) => isProposed(drawing, market));
    return proposed >= 0 && random.chance(0.5) ? proposed : random.between(0, markets.length - 1);
  }
  return rule.threshold + random.pick([-1, 0, 1]);
}

/** Whether an open case says that it won. */
function isProposed({ oracle }: Drawing, market: Market): boolean {
  const one = caseOf(oracle.state, market);
  const its = one && nowOf(one).endings.find((ending) => ending.market === market);
  return its?.resolution === 'yes';
}
