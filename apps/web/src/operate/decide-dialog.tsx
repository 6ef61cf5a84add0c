/** The decision of a disputed result: what becomes of it, why, and the word that confirms it. */
import { useState } from 'preact/hooks';
import type { Case, DecideRequest, EventEntry } from '@bellwether/client';
import { Area, Choice, Field } from '../components/controls';
import { gateway } from '../exchange/connection';
import { readUtc } from '../money/read-utc';
import { now } from '../money/time';
import { ActDialog } from './act';
import { RESULT_WORDS as words } from './result-words';
import { isAddressOfPage } from './saying';
import { session } from './session';

const VERDICTS = ['uphold', 'overturn', 'reopen'] as const;
const STAKES = ['forfeited', 'returned'] as const;

/** As it is typed. */
interface Decision {
  readonly verdict: (typeof VERDICTS)[number];
  /** With `overturn`: an outcome of a market, or the market of an event that came true. */
  readonly instead: string;
  /** With `uphold`. */
  readonly stakes: (typeof STAKES)[number];
  /** With `reopen`. */
  readonly expiry: string;
  readonly reason: string;
  readonly url: string;
}

interface Parts {
  readonly one: Case;
  readonly event: EventEntry | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function Deciding({ one, event, onClose, onDone }: Parts) {
  const insteads = insteadsOf(one, event);
  const [decision, setDecision] = useState<Decision>({
    verdict: 'uphold',
    instead: insteads[0]?.value ?? '',
    stakes: 'forfeited',
    expiry: '',
    reason: '',
    url: '',
  });
  return (
    <ActDialog
      onClose={onClose}
      onDone={onDone}
      act={{
        title: words.decide,
        word: decision.verdict,
        isUnready: !isWhole(decision),
        run: async () => session.value?.admin.decideCase(one.case_id, await termsOf(decision, one)),
        effect: (
          <div class="stack tight">
            <p class="strong">{event?.question ?? one.event_id}</p>
            <What
              decision={decision}
              insteads={insteads}
              onChange={(change) => setDecision({ ...decision, ...change })}
            />
            <Why
              decision={decision}
              onChange={(change) => setDecision({ ...decision, ...change })}
            />
          </div>
        ),
      }}
    />
  );
}

const isLater = ({ verdict, expiry }: Decision): boolean =>
  verdict !== 'reopen' || expiry.trim() === '' || (readUtc(expiry) ?? 0) > now();

const isWhole = (decision: Decision): boolean =>
  decision.reason.trim() !== '' && isAddressOfPage(decision.url) && isLater(decision);

async function termsOf(
  { verdict, instead, stakes, expiry, reason, url }: Decision,
  { market_id: market }: Case,
): Promise<DecideRequest> {
  const later = readUtc(expiry);
  const isAtLast =
    market !== null &&
    instead === 'void' &&
    (await gateway.marketResolution(market)).void_rule === 'last';
  const result =
    market === null
      ? { winner: instead }
      : { outcome: instead as 'yes' | 'no' | 'void', ...(isAtLast && { price_as_of: now() }) };
  return {
    verdict,
    reason: reason.trim(),
    ...(url.trim() !== '' && { reason_url: url.trim() }),
    ...(verdict === 'overturn' && result),
    ...(verdict === 'uphold' && stakes === 'returned' && { refund_stakes: true }),
    ...(verdict === 'reopen' && later !== undefined && { expiry: later }),
  };
}

const insteadsOf = ({ market_id: market, outcome, winner }: Case, event: EventEntry | null) =>
  market === null
    ? (event?.outcomes ?? [])
        .filter((one) => one.market_id !== winner && one.resolution === null)
        .map(({ market_id: value, label }) => ({ value, label }))
    : (['yes', 'no', 'void'] as const)
        .filter((value) => value !== outcome)
        .map((value) => ({ value, label: words.claims[value] }));

interface Entry {
  readonly decision: Decision;
  readonly onChange: (change: Partial<Decision>) => void;
}

function What({
  decision,
  insteads,
  onChange,
}: Entry & { readonly insteads: ReturnType<typeof insteadsOf> }) {
  const { verdict, instead, stakes, expiry } = decision;
  const isReturned = verdict === 'uphold' && stakes === 'returned';
  return (
    <>
      <Choice
        name={words.verdict}
        look="wide"
        value={verdict}
        onChoose={(chosen) => onChange({ verdict: chosen })}
        options={VERDICTS.map((value) => ({ value, label: words.verdicts[value] }))}
      />
      {verdict === 'overturn' && (
        <Choice<string>
          name={words.instead}
          value={instead}
          onChoose={(chosen) => onChange({ instead: chosen })}
          options={insteads}
        />
      )}
      {verdict === 'uphold' && (
        <Choice
          name={words.refund}
          value={stakes}
          onChoose={(chosen) => onChange({ stakes: chosen })}
          options={STAKES.map((value) => ({ value, label: words[value] }))}
        />
      )}
      {verdict === 'reopen' && (
        <Field
          label={words.expiry}
          value={expiry}
          onType={(typed) => onChange({ expiry: typed })}
          note={words.expiryNote}
          wrong={isLater(decision) ? null : words.expiryWrong}
          data-test="decide-expiry"
        />
      )}
      <p>{isReturned ? words.effects.refunded : words.effects[verdict]}</p>
    </>
  );
}

const Why = ({ decision: { reason, url }, onChange }: Entry) => (
  <>
    <Area
      label={words.reason}
      value={reason}
      onType={(typed) => onChange({ reason: typed })}
      note={words.noteNote}
      test="decide-reason"
    />
    <Field
      label={words.reasonUrl}
      value={url}
      onType={(typed) => onChange({ url: typed })}
      wrong={isAddressOfPage(url) ? null : words.urlWrong}
      data-test="decide-url"
    />
  </>
);
