/** The shapes of commands about sources, and of what an event says of its own. */
import { MAX_ATTESTED_DECIMALS } from '@bellwether/canonical-message';
import type { CommandOf, SourceRule } from '../command';
import {
  MAX_CASE_NOTE_BYTES,
  MAX_CASE_URL_BYTES,
  MAX_OUTCOMES_PER_EVENT,
  MAX_SOURCE_ABOUT_BYTES,
  MAX_SOURCE_NAME,
  MAX_UNIX_SECONDS,
} from '../limits';
import { HTTPS_URL_EXPECTED, isHttpsUrl } from './https-url';
import { byteString, bytesOfText, first, integer, wrong } from './shape';
import type { Rule } from './shape';

const KEY_BYTES = 32;
const NAME = new RegExp(`^[a-z0-9-]{1,${MAX_SOURCE_NAME}}$`);
const NEGATIVE = Number.MIN_SAFE_INTEGER;
const MOST = Number.MAX_SAFE_INTEGER;

export function sourceShape(command: CommandOf<'set_source' | 'attest'>): Rule {
  if (command.kind === 'attest') return attestShape(command);
  const { name, key, url, about } = command;
  return first([
    NAME.test(name) ? null : wrong('name', name, `1 to ${MAX_SOURCE_NAME} of a-z, 0-9 and -`),
    byteString('key', key, KEY_BYTES),
    bytesOfText('url', url, 1, MAX_CASE_URL_BYTES),
    isHttpsUrl(url) ? null : wrong('url', url, HTTPS_URL_EXPECTED),
    bytesOfText('about', about, 1, MAX_SOURCE_ABOUT_BYTES),
  ]);
}

function attestShape(command: CommandOf<'attest'>): Rule {
  const { source, subject, attests, value, decimals, observedAt, signedAt, statement } = command;
  const isValue = attests === 'value';
  return first([
    byteString('source', source, KEY_BYTES),
    byteString('subject', subject, KEY_BYTES),
    integer('value', value, isValue ? NEGATIVE : 0, isValue ? MOST : MAX_OUTCOMES_PER_EVENT - 1),
    integer('decimals', decimals, 0, isValue ? MAX_ATTESTED_DECIMALS : 0),
    integer('observed_at', observedAt, 1, MAX_UNIX_SECONDS),
    integer('signed_at', signedAt, observedAt, MAX_UNIX_SECONDS),
    bytesOfText('statement', statement, 1, MAX_CASE_NOTE_BYTES),
  ]);
}

/** A value says something of one market that stands alone, a winner of outcomes that exclude each other. */
export function eventSourceShape({
  source,
  mutuallyExclusive,
  labels,
}: CommandOf<'create_event'>): Rule {
  if (source === undefined) return null;
  const { key, rule } = source;
  const isAlone = labels.length === 1 && !mutuallyExclusive;
  const fits = rule.kind === 'winner' ? mutuallyExclusive : isAlone;
  return first([
    byteString('source.key', key, KEY_BYTES),
    fits
      ? null
      : wrong(
          'source.rule.kind',
          rule.kind,
          rule.kind === 'winner'
            ? 'value, or outcomes that exclude each other'
            : 'winner, or one outcome that stands alone',
        ),
    ruleShape(rule),
  ]);
}

const ruleShape = (rule: SourceRule): Rule =>
  rule.kind === 'winner'
    ? null
    : first([
        integer('source.rule.threshold', rule.threshold, NEGATIVE, MOST),
        integer('source.rule.decimals', rule.decimals, 0, MAX_ATTESTED_DECIMALS),
        integer('source.rule.at', rule.at, 1, MAX_UNIX_SECONDS),
      ]);
