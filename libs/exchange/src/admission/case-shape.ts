/** The shapes of commands about results. */
import type { CaseOutcome, CommandOf, Lane } from '../command';
import {
  HIGHEST_STAKE,
  HIGHEST_WINDOW_SECONDS,
  MAX_CASE_NOTE_BYTES,
  MAX_CASE_REASON_BYTES,
  MAX_CASE_URL_BYTES,
  MAX_EVENT_ID_BYTES,
  MAX_FEE_CATEGORIES,
  MAX_GOODWILL_REASON_BYTES,
  MAX_LABEL_OF_OPERATOR,
  MAX_NONCE,
  MAX_OUTCOMES_PER_EVENT,
  MAX_PAYOUT_REFERENCE_BYTES,
  MAX_SAFE_MICRO_USDC,
  MAX_UNIX_SECONDS,
  PRICE_SCALE_BPS,
} from '../limits';
import { categoriesShape } from './categories-shape';
import { HTTPS_URL_EXPECTED, isHttpsUrl } from './https-url';
import { byteString, bytesOfText, first, integer, wrong } from './shape';
import type { Rule } from './shape';
import { builderShape } from './trading-shape';

const KEY_BYTES = 32;
const LABEL_OF_OPERATOR = new RegExp(`^[a-z0-9-]{1,${MAX_LABEL_OF_OPERATOR}}$`);

type CaseCommand = CommandOf<
  | 'set_resolution_rules'
  | 'propose'
  | 'withdraw_case'
  | 'challenge'
  | 'decide'
  | 'fill_fund'
  | 'make_good'
>;

export function caseShape(command: CaseCommand, lane: Lane): Rule {
  switch (command.kind) {
    case 'set_resolution_rules':
      return categoriesShape('rules', command.rules, MAX_FEE_CATEGORIES, (field, row) => [
        integer(`${field}.window_seconds`, row.windowSeconds, 0, HIGHEST_WINDOW_SECONDS),
        integer(`${field}.stake_micro_usdc`, row.stake, 0, HIGHEST_STAKE),
        integer(`${field}.reward_pct`, row.rewardPct, 0, 100),
        integer(
          `${field}.source_window_seconds`,
          row.sourceWindowSeconds ?? 0,
          0,
          HIGHEST_WINDOW_SECONDS,
        ),
      ]);
    case 'propose':
      return proposeShape(command);
    case 'withdraw_case':
      return first([idShape(command), byShape(command), reasonShape(command.reason)]);
    case 'challenge':
      return builderShape(command, lane) ?? challengeShape(command);
    case 'decide':
      return decideShape(command);
    case 'fill_fund':
      return grantShape(command);
    case 'make_good':
      return first([
        byteString('user', command.user, KEY_BYTES),
        grantShape(command),
        bytesOfText('reason', command.reason, 1, MAX_GOODWILL_REASON_BYTES),
      ]);
  }
}

function proposeShape(command: CommandOf<'propose'>): Rule {
  const { subject, outcome, note, evidenceUrl, evidenceSha256, priceAsOf } = command;
  return first([
    subject.kind === 'market'
      ? byteString('market_id', subject.marketId, KEY_BYTES)
      : bytesOfText('event_id', subject.eventId, 1, MAX_EVENT_ID_BYTES),
    outcomeShape(outcome),
    byShape(command),
    bytesOfText('note', note, 1, MAX_CASE_NOTE_BYTES),
    urlShape('evidence_url', evidenceUrl),
    evidenceSha256 === undefined ? null : byteString('evidence_sha256', evidenceSha256, KEY_BYTES),
    priceAsOfShape(priceAsOf),
  ]);
}

const priceAsOfShape = (priceAsOf: number | undefined): Rule =>
  priceAsOf === undefined ? null : integer('price_as_of', priceAsOf, 1, MAX_UNIX_SECONDS);

function challengeShape(command: CommandOf<'challenge'>): Rule {
  const { user, claim, claimMarket, reason, stake, nonce } = command;
  const isOfMarket = claim === 'winner';
  return first([
    byteString('user', user, KEY_BYTES),
    idShape(command),
    isOfMarket === (claimMarket !== null)
      ? null
      : wrong(
          'claim_market',
          claimMarket === null ? 'none' : 'a market',
          isOfMarket ? 'the market that won' : `none with the claim ${claim}`,
        ),
    claimMarket === null ? null : byteString('claim_market', claimMarket, KEY_BYTES),
    reasonShape(reason),
    integer('stake_micro_usdc', stake, 1, HIGHEST_STAKE),
    integer('nonce', nonce, 1, MAX_NONCE),
  ]);
}

function decideShape(command: CommandOf<'decide'>): Rule {
  const { verdict, outcome, refundStakes, reason, reasonUrl, expiry, priceAsOf } = command;
  const only = (field: string, value: unknown, of: typeof verdict): Rule =>
    verdict === of || !value ? null : wrong(field, 'given', `none with the verdict ${verdict}`);
  return first([
    idShape(command),
    byShape(command),
    verdict === 'overturn' && outcome === null
      ? wrong('outcome', 'none', 'the outcome to propose instead')
      : null,
    only('outcome', outcome, 'overturn'),
    outcome === null ? null : outcomeShape(outcome),
    only('refund_stakes', refundStakes, 'uphold'),
    only('expiry', expiry, 'reopen'),
    expiry === undefined ? null : integer('expiry', expiry, 1, MAX_UNIX_SECONDS),
    only('price_as_of', priceAsOf, 'overturn'),
    priceAsOfShape(priceAsOf),
    reasonShape(reason),
    urlShape('reason_url', reasonUrl),
  ]);
}

function outcomeShape(outcome: CaseOutcome): Rule {
  switch (outcome.kind) {
    case 'market': {
      const { resolution, price } = outcome;
      if (price === null) return null;
      if (resolution !== 'void') return wrong('price', price, 'no price but with the outcome void');
      return integer('price', price, 0, PRICE_SCALE_BPS);
    }
    case 'winner':
      return byteString('winner', outcome.winner, KEY_BYTES);
    case 'shares':
      return outcome.prices.length > MAX_OUTCOMES_PER_EVENT
        ? wrong('prices', outcome.prices.length, `at most ${MAX_OUTCOMES_PER_EVENT}`)
        : first(
            outcome.prices.flatMap(({ marketId, price }, i) => [
              byteString(`prices[${i}].market_id`, marketId, KEY_BYTES),
              integer(`prices[${i}].price`, price, 0, PRICE_SCALE_BPS),
            ]),
          );
    case 'void':
      return null;
  }
}

const idShape = ({ caseId }: { readonly caseId: number }): Rule =>
  integer('case_id', caseId, 1, Number.MAX_SAFE_INTEGER);

const byShape = ({ by }: { readonly by: string }): Rule =>
  LABEL_OF_OPERATOR.test(by)
    ? null
    : wrong('by', by, `a label of 1 to ${MAX_LABEL_OF_OPERATOR} of a-z, 0-9 and -`);

const reasonShape = (reason: string): Rule =>
  bytesOfText('reason', reason, 1, MAX_CASE_REASON_BYTES);

const urlShape = (field: string, url: string | undefined): Rule =>
  url === undefined
    ? null
    : (bytesOfText(field, url, 1, MAX_CASE_URL_BYTES) ??
      (isHttpsUrl(url) ? null : wrong(field, url, HTTPS_URL_EXPECTED)));

const grantShape = ({ amount, reference }: { amount: number; reference: string }): Rule =>
  first([
    integer('amount', amount, 1, MAX_SAFE_MICRO_USDC),
    bytesOfText('reference', reference, 1, MAX_PAYOUT_REFERENCE_BYTES),
  ]);
