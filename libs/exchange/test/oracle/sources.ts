/** Sources, and what they attest (docs/protocol/matching.md, section 10). */
import { eventHashOf } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';
import type { CaseOutcome, CommandOf, SourceRow, SourceRule } from '../../src/command';
import type { Answer, Refusal, ReplyBody } from '../../src/reply';
import { beginCase, endingsOf, replyOf } from './cases';
import { setStatus } from './market-status';
import { caseOf, conflict, isDisputed, nowOf, rulesOf } from './open-cases';
import { refuse, refused } from './refusals';
import type { CatalogueEntry, Ending, Market, NaiveCase, State } from './state';

type Attest = CommandOf<'attest'>;

export function setSource(state: State, command: CommandOf<'set_source'>): ReplyBody {
  const { name, key, url, about, retire } = command;
  const known = state.sources.get(toHex(key));
  if (known === undefined && retire) return refused(refuse('SOURCE_NOT_FOUND'));
  if (known === undefined && state.sources.size === 256) return refused(refuse('CAPACITY_REACHED'));
  if (known !== undefined && known.name !== name)
    return refused(refuse('SOURCE_KEY_TAKEN', { name: known.name }));
  if (known?.retiredMs !== undefined && !retire) return refused(refuse('SOURCE_RETIRED'));
  const retiredMs = retire ? (known?.retiredMs ?? state.timestampMs) : undefined;
  const source: SourceRow = { name, key, url, about, retiredMs };
  state.sources.set(toHex(key), source);
  state.emitted.push({ kind: 'source_set', source });
  return { kind: 'source', source };
}

/** Why an event cannot name the source that it names. */
export function refuseSource(state: State, { source }: CommandOf<'create_event'>): Refusal | null {
  if (source === undefined) return null;
  const known = state.sources.get(toHex(source.key));
  if (known === undefined) return refuse('SOURCE_NOT_FOUND');
  return known.retiredMs === undefined ? null : refuse('SOURCE_RETIRED');
}

export function attest(state: State, command: Attest): Answer {
  const { seq, timestampMs } = state;
  const fresh = (body: ReplyBody): Answer => ({
    replayed: false,
    reply: { seq, timestampMs, body },
  });
  const found = concerned(state, command);
  if ('code' in found) return fresh(refused(found));
  const { event } = found;
  // What was said before a case ended without a result is over.
  const words = event.words.filter(({ isOver }) => !isOver);
  const same = words.find(({ value }) => value === command.value);
  if (same !== undefined) return { replayed: true, reply: same.reply };
  const body = judge(state, found, command, words.length);
  if (body.kind === 'case') {
    const { reply } = fresh(body);
    event.words.push({ value: command.value, reply, isOver: false });
  }
  return fresh(body);
}

interface Concerned {
  readonly event: CatalogueEntry;
  readonly market: Market | null;
  readonly rule: SourceRule;
}

function concerned(state: State, command: Attest): Concerned | Refusal {
  const { source, subject, attests, value, decimals, observedAt } = command;
  if (!state.sources.has(toHex(source))) return refuse('SOURCE_NOT_FOUND');
  const market = state.markets.get(toHex(subject));
  if (attests === 'value' && market === undefined) return refuse('MARKET_NOT_FOUND');
  const { network } = state;
  const isNamed = ({ command: { eventId, source } }: CatalogueEntry) =>
    source?.rule.kind === 'winner' && toHex(eventHashOf({ network, eventId })) === toHex(subject);
  const event = attests === 'value' ? market!.event : [...state.events.values()].find(isNamed);
  if (event === undefined) return refuse('EVENT_NOT_FOUND');
  const its = event.command.source;
  if (its === undefined || toHex(its.key) !== toHex(source))
    return refuse('VALIDATION_FAILED', { field: 'source' });
  const { rule } = its;
  if (rule.kind !== attests) return refuse('VALIDATION_FAILED', { field: 'attests' });
  if (rule.kind === 'winner')
    return value < event.markets.length
      ? { event, market: null, rule }
      : refuse('VALIDATION_FAILED', { field: 'value' });
  if (decimals !== rule.decimals) return refuse('VALIDATION_FAILED', { field: 'decimals' });
  if (observedAt !== rule.at) return refuse('VALIDATION_FAILED', { field: 'observed_at' });
  return { event, market: market!, rule };
}

function judge(state: State, about: Concerned, command: Attest, saidBefore: number): ReplyBody {
  const { event, market, rule } = about;
  const no = (...given: Parameters<typeof refuse>) => refused(refuse(...given));
  const { lastEnded } = event;
  if (lastEnded !== null && command.signedAt * 1000 <= lastEnded.timestampMs)
    return no('CASE_ENDED', { case_id: lastEnded.id });
  const open = event.markets.filter(({ resolution }) => resolution === null);
  if (open.length === 0) {
    const first = event.words.find(({ isOver }) => !isOver)?.reply.body;
    return first?.kind === 'case'
      ? no('CASE_ENDED', { case_id: first.caseId })
      : no('ALREADY_RESOLVED');
  }
  if (saidBefore === 2) return no('SOURCE_CONTRADICTED');
  if (command.observedAt * 1000 > state.timestampMs)
    return no('VALIDATION_FAILED', { field: 'observed_at' });
  if (command.signedAt * 1000 > state.timestampMs + 60_000)
    return no('VALIDATION_FAILED', { field: 'signed_at' });
  const meant = endingsOf({ event, market }, meaningOf(rule, command.value, event));
  // Its winner is out: then none of the others came true.
  const none = open.map((one): Ending => ({ market: one, resolution: 'no', price: null }));
  const endings = Array.isArray(meant) ? meant : none;
  const against = disagreeing(state, endings);
  if (!Array.isArray(meant) && against === undefined) return refused(meant);
  const cases = endings.flatMap((ending) => caseOf(state, ending.market) ?? []);
  const one = against ?? cases[0];
  if (one === undefined)
    return saidBefore > 0 ? no('SOURCE_CONTRADICTED') : begin(state, about, endings, command);
  if (!isDisputed(one) && state.timestampMs >= nowOf(one).dueMs)
    return no('CASE_ENDED', { case_id: one.id });
  const isOfSame = one.market === market;
  if (against === undefined && !isOfSame) return refused(conflict(nowOf(one).endings[0]!.market));
  const disputes = against !== undefined || saidBefore > 0;
  const attested = attestedOf(state, command);
  const { statement } = command;
  state.emitted.push({ kind: 'case_attested', caseId: one.id, attested, statement, disputes });
  if (disputes) dispute(state, one);
  return replyOf(one, isDisputed(one) ? 'disputed' : 'proposed');
}

function dispute(state: State, one: NaiveCase): void {
  const isFirst = !isDisputed(one);
  nowOf(one).isContradicted = true;
  if (isFirst) for (const { market } of nowOf(one).endings) setStatus(state, market, 'disputed');
}

function meaningOf(rule: SourceRule, value: number, { markets }: CatalogueEntry): CaseOutcome {
  if (rule.kind === 'winner') return { kind: 'winner', winner: markets[value]!.marketId };
  const difference = BigInt(value) - BigInt(rule.threshold);
  const isSo = {
    '>=': difference >= 0n,
    '>': difference > 0n,
    '<=': difference <= 0n,
    '<': difference < 0n,
  };
  return { kind: 'market', resolution: isSo[rule.op] ? 'yes' : 'no', price: null };
}

/** The open case that ends one of these markets in another way. */
function disagreeing(state: State, endings: readonly Ending[]): NaiveCase | undefined {
  for (const { market, resolution, price } of endings) {
    const one = caseOf(state, market);
    if (one === undefined) continue;
    const its = nowOf(one).endings.find((other) => other.market === market)!;
    if (its.resolution !== resolution || its.price !== price) return one;
  }
  return undefined;
}

function begin(
  state: State,
  { event, market }: Concerned,
  endings: Ending[],
  command: Attest,
): ReplyBody {
  if (state.mode !== 'open')
    return refused(refuse(state.mode === 'halted' ? 'HALTED' : 'CANCEL_ONLY'));
  const { name, url } = state.sources.get(toHex(command.source))!;
  const window = rulesOf(event).sourceWindowSeconds ?? 0;
  return beginCase(state, {
    about: { event, market },
    endings,
    corrects: undefined,
    dueMs: state.timestampMs + window * 1000,
    said: {
      by: `source:${name}`,
      note: command.statement,
      evidenceUrl: url,
      attested: attestedOf(state, command),
    },
  });
}

function attestedOf(state: State, command: Attest) {
  const { source: key, attests, value, decimals, observedAt, signedAt } = command;
  const { name: source } = state.sources.get(toHex(key))!;
  return { source, key, attests, value, decimals, observedAt, signedAt };
}
