import { toHex } from '@bellwether/codec';
import { wrong } from '../admission/shape';
import { isDisputed } from '../cases/case-table';
import type { Case, CaseEnding } from '../cases/case-table';
import { endingsOf, isRefused } from '../cases/outcome';
import type { CommandOf, EventSource } from '../command';
import type { CommandEvents } from '../command-events';
import { MAX_SIGNED_AHEAD_SECONDS } from '../limits';
import { endingOf } from '../markets/ending';
import { DISPUTED, EVENT } from '../markets/market-table';
import { refused } from '../refusal';
import type { Answer, Refusal, ReplyOf } from '../reply';
import { labelOfSource } from '../sources/label';
import { outcomeUnder } from '../sources/rule';
import type { Attested } from '../sources/source-table';
import type { ExchangeState } from '../state';
import { fresh, replayed } from './answers';
import { changeStatus } from './market-status';
import { beginCase, caseEnded, caseReply, isOver, rulesOf } from './propose';
import { inCase, isResolved } from './resolution';

type Attest = CommandOf<'attest'>;
type Refused = ReplyOf<'refused'>;

/** What an attestation is about. `market` 0: the whole event. */
interface About {
  readonly event: number;
  readonly market: number;
}

/** What a word does: it proposes these endings, or is said of a case, which it may dispute. */
type Effect =
  | { readonly kind: 'proposes'; readonly endings: readonly CaseEnding[] }
  | { readonly kind: 'of_case'; readonly one: Case; readonly disputes: boolean };

/**
 * A source says how an event that named it ends. It proposes that result, agrees with the case that is open, or disputes
 * it: where the case proposes something else, and where the source contradicts itself.
 */
export function attest(state: ExchangeState, command: Attest, events: CommandEvents): Answer {
  const about = judge(state, command);
  if ('kind' in about) return fresh(state, about);
  const { said } = state.sources.attestedOf(about.event);
  const before = said.find(({ value }) => value === command.value);
  if (before !== undefined) {
    const { seq, timestampMs, answer: body } = before;
    return replayed({ seq, timestampMs, body });
  }
  const { lastSeq: seq, lastTimestampMs: timestampMs } = state;
  const effect = effectOf(state, about, command);
  if (effect.kind === 'refused') return fresh(state, effect);
  const answer =
    effect.kind === 'proposes'
      ? proposeBySource(state, about, effect.endings, command, events)
      : speak(state, effect, command, events);
  state.sources.say(about.event, { value: command.value, seq, timestampMs, answer });
  return fresh(state, answer);
}

/**
 * Whether it is refused or a repeat: it needs no record. Anybody may send what a source signed, as often as they like, so
 * none of what is refused may write. `nowMs`: of a record that would be made now.
 */
export function isWithoutEffect(state: ExchangeState, command: Attest, nowMs: number): boolean {
  const about = judge(state, command);
  if ('kind' in about) return true;
  const { said } = state.sources.attestedOf(about.event);
  if (said.some(({ value }) => value === command.value)) return true;
  // The time of its record decides, and is seen by all that come later.
  const isEarly = refuseEarly(command, state.lastTimestampMs) !== null;
  if (isEarly && refuseEarly(command, nowMs) === null) return false;
  return effectOf(state, about, command).kind === 'refused';
}

/** Who says it, of what, and whether that fits the rule of the event. */
function judge(state: ExchangeState, command: Attest): About | Refused {
  const { sources, catalogue } = state;
  if (sources.find(command.source) === undefined) return refused('SOURCE_NOT_FOUND');
  const about = find(state, command);
  if ('kind' in about) return about;
  const { source, labels } = catalogue.entry(about.event).command;
  const misfit = refuseMisfit(command, source, labels.length);
  if (misfit !== null) return { kind: 'refused', ...misfit };
  const { said, ended } = sources.attestedOf(about.event);
  if (said.some(({ value }) => value === command.value)) return about;
  return refuseLate(state, about, command, { said, ended }) ?? about;
}

function find({ markets, sources }: ExchangeState, { attests, subject }: Attest): About | Refused {
  if (attests === 'value') {
    const market = markets.find(subject);
    if (market === 0) return refused('MARKET_NOT_FOUND', { market_id: toHex(subject) });
    return { event: markets.int(market, EVENT), market };
  }
  const event = sources.eventOf(subject);
  return event === 0
    ? refused('EVENT_NOT_FOUND', { event_hash: toHex(subject) })
    : { event, market: 0 };
}

function refuseMisfit(
  { source: key, attests, value, decimals, observedAt }: Attest,
  source: EventSource | undefined,
  outcomes: number,
): Refusal | null {
  if (source === undefined || toHex(source.key) !== toHex(key))
    return wrong('source', toHex(key), 'the source that the event names');
  const { rule } = source;
  if (rule.kind !== attests) return wrong('attests', attests, rule.kind);
  if (rule.kind === 'winner')
    return value < outcomes ? null : wrong('value', value, `less than ${outcomes}`);
  if (decimals !== rule.decimals) return wrong('decimals', decimals, `${rule.decimals}`);
  return observedAt === rule.at ? null : wrong('observed_at', observedAt, `${rule.at}`);
}

/** It was signed before its case was withdrawn or reopened, all is decided, or the source says a third thing. */
function refuseLate(
  state: ExchangeState,
  { event }: About,
  { signedAt }: Attest,
  { said, ended }: Attested,
): Refused | null {
  if (ended !== null && signedAt * 1000 <= ended.timestampMs) return caseEnded(ended.caseId);
  const { catalogue, markets } = state;
  const [first] = said;
  const all = catalogue.marketsOf(event);
  if (all.every((market) => isResolved(state, market)))
    return first === undefined
      ? refused('ALREADY_RESOLVED', { resolution: markets.resolution(all[0]!)! })
      : caseEnded(first.answer.caseId);
  return said.length > 1 ? refused('SOURCE_CONTRADICTED') : null;
}

/** Signed later than now it would outlive a withdrawal or a reopening. */
function refuseEarly({ observedAt, signedAt }: Attest, timestampMs: number): Refused | null {
  const expected = 'a time that has come';
  if (observedAt * 1000 > timestampMs)
    return { kind: 'refused', ...wrong('observed_at', observedAt, expected) };
  if ((signedAt - MAX_SIGNED_AHEAD_SECONDS) * 1000 > timestampMs)
    return { kind: 'refused', ...wrong('signed_at', signedAt, expected) };
  return null;
}

/** Of what is new. */
function effectOf(state: ExchangeState, about: About, command: Attest): Effect | Refused {
  const { catalogue, markets, lastTimestampMs } = state;
  const early = refuseEarly(command, lastTimestampMs);
  if (early !== null) return early;
  const all = catalogue.marketsOf(about.event);
  const { rule } = catalogue.entry(about.event).command.source!;
  const ids = all.map((market) => markets.idOf(market));
  const meant = endingsOf(state, about, outcomeUnder(rule, command.value, ids));
  const endings = isRefused(meant) ? noneOf(state, about) : meant;
  const found = caseFor(state, about, endings);
  // What it says has ended otherwise, for good. It still contradicts who says that another one came true.
  if (isRefused(meant) && found?.agrees !== false) return meant;
  if (endings.some(({ market }) => markets.isFrozen(market))) return refused('HALTED');
  if (found === null) return refuseToPropose(state, about) ?? { kind: 'proposes', endings };
  const { one, agrees } = found;
  if (!isDisputed(one) && isOver(state, one)) return caseEnded(one.caseId);
  if (agrees && one.market !== about.market) return inCase(markets, one.endings[0]!.market);
  return { kind: 'of_case', one, disputes: !agrees };
}

/** That no outcome that is open came true. */
const noneOf = (state: ExchangeState, { event }: About): CaseEnding[] =>
  state.catalogue
    .marketsOf(event)
    .filter((market) => !isResolved(state, market))
    .map((market) => ({ market, ending: endingOf('no', null) }));

function refuseToPropose({ sources, mode }: ExchangeState, { event }: About): Refused | null {
  // A contradiction without a case: what the source says proposes nothing any more.
  if (sources.attestedOf(event).said.length > 0) return refused('SOURCE_CONTRADICTED');
  // Nobody could challenge it.
  if (mode === 'open') return null;
  return refused(mode === 'halted' ? 'HALTED' : 'CANCEL_ONLY');
}

/**
 * The open case that the source speaks of, and whether they agree: no case says another result, and the source has said
 * nothing else. In an event whose outcomes exclude each other a case may be about one market that is out.
 */
function caseFor(
  { cases, sources }: ExchangeState,
  { event, market: about }: About,
  endings: readonly CaseEnding[],
): { readonly one: Case; readonly agrees: boolean } | null {
  let first: Case | undefined;
  for (const { market, ending } of endings) {
    const one = cases.ofMarket(market);
    if (one === undefined) continue;
    const its = one.endings.find((other) => other.market === market)!.ending;
    if (its.resolution !== ending.resolution || its.price !== ending.price)
      return { one, agrees: false };
    first ??= one;
  }
  if (first === undefined) return null;
  const isFirstWord = sources.attestedOf(event).said.length === 0;
  return { one: first, agrees: isFirstWord || first.market !== about };
}

function proposeBySource(
  state: ExchangeState,
  about: About,
  endings: readonly CaseEnding[],
  command: Attest,
  events: CommandEvents,
): ReplyOf<'case'> {
  const { sources, lastTimestampMs } = state;
  const { name, url } = sources.find(command.source)!;
  const { sourceWindowSeconds = 0 } = rulesOf(state, about.event);
  return beginCase(
    state,
    {
      ...about,
      endings,
      corrects: null,
      by: labelOfSource(name),
      note: command.statement,
      evidenceUrl: url,
      dueMs: lastTimestampMs + sourceWindowSeconds * 1000,
      attested: attestedOf(state, command),
    },
    events,
  );
}

/** Of a case that somebody else proposed, or that it proposed itself with another value. */
function speak(
  state: ExchangeState,
  { one, disputes }: Extract<Effect, { kind: 'of_case' }>,
  command: Attest,
  events: CommandEvents,
): ReplyOf<'case'> {
  const { caseId } = one;
  const attested = attestedOf(state, command);
  const wasDisputed = isDisputed(one);
  events.add({ kind: 'case_attested', caseId, attested, statement: command.statement, disputes });
  if (disputes) state.cases.dispute(one);
  if (disputes && !wasDisputed)
    for (const { market } of one.endings) changeStatus(state, market, DISPUTED, events);
  return caseReply(one);
}

const attestedOf = (
  { sources }: ExchangeState,
  { source: key, attests, value, decimals, observedAt, signedAt }: Attest,
) => ({ source: sources.find(key)!.name, key, attests, value, decimals, observedAt, signedAt });
