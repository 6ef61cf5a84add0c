/** A challenge of a proposed result: what is claimed, why, what is staked, and the signature of the account's own key. */
import type {
  Case,
  Challenge,
  ChallengeRequest,
  EventEntry,
  EventResolutionRules,
  OutcomeEntry,
} from '@bellwether/client';
import { useState } from 'preact/hooks';
import { Area, Choice } from '../../components/controls';
import { Dialog } from '../../components/dialog';
import { Facts } from '../../components/surfaces';
import { useLive } from '../../exchange/use-live';
import { usdExact } from '../../money/format';
import { account, key } from '../account';
import { SignActions } from '../key/sign-actions';
import { say } from '../say';
import { RESULT_WORDS as words } from '../words/result';
import { claimsOf } from './claims';
import { claimText } from './course';

type Claim = Challenge['claim'];

interface Parts {
  readonly of: Case;
  readonly rules: EventResolutionRules;
  readonly event: EventEntry | undefined;
  readonly labelOf: (marketId: string) => string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ChallengeDialog({ of, rules, event, labelOf, onClose, onDone }: Parts) {
  const user = account.value;
  useLive(user);
  const claims = claimsOf(of);
  const others =
    event?.outcomes.filter((one) => one.resolution === null && one.market_id !== of.winner) ?? [];
  const [claim, setClaim] = useState<Claim>(claims[0]!);
  const [market, setMarket] = useState(others[0]?.market_id ?? '');
  const [reason, setReason] = useState('');
  const stake = rules.stake_micro_usdc;
  const isPaid = (user?.balance?.available ?? 0) >= stake;
  const claimed = { claim, claim_market: claim === 'winner' ? market : null };
  const { isBusy, said, send } = useSending(claimText(claimed, labelOf), stake, onDone);
  const isOff = isBusy || !isPaid || reason.trim() === '';
  const sign = () => {
    if (isOff) return;
    void send({
      case_id: of.case_id,
      claim,
      reason: reason.trim(),
      stake_micro_usdc: stake,
      ...(claim === 'winner' && { claim_market: market }),
    });
  };
  return (
    <Dialog
      title={words.challengeTitle}
      onClose={onClose}
      actions={
        <SignActions
          label={isBusy ? words.sending : words.sign}
          isOff={isOff}
          test="challenge-sign"
          onBack={onClose}
          onSign={sign}
        />
      }
    >
      <Claimed
        claims={claims}
        claim={claim}
        onClaim={setClaim}
        others={others}
        market={market}
        onMarket={setMarket}
      />
      <Area
        label={words.reason}
        value={reason}
        onType={setReason}
        note={words.reasonNote}
        test="challenge-reason"
      />
      <Facts of={[{ name: words.stake, value: usdExact(stake), tone: 'main', test: 'stake' }]} />
      <p class="muted">
        {words.back} {rules.reward_pct > 0 && words.reward(String(rules.reward_pct))}
      </p>
      <p role="status" class="bad" data-test="challenge-said">
        {isPaid ? said : words.tooLittle(usdExact(stake))}
      </p>
    </Dialog>
  );
}

/** What is right instead; of an event the outcome too. */
const Claimed = ({
  claims,
  claim,
  onClaim,
  others,
  market,
  onMarket,
}: {
  readonly claims: readonly Claim[];
  readonly claim: Claim;
  readonly onClaim: (claim: Claim) => void;
  readonly others: readonly OutcomeEntry[];
  readonly market: string;
  readonly onMarket: (market: string) => void;
}) => (
  <>
    <Choice<Claim>
      name={words.claim}
      look="wide"
      value={claim}
      onChoose={onClaim}
      options={claims.map((value) => ({ value, label: words.short[value] }))}
    />
    {claim === 'winner' && (
      <Choice
        name={words.which}
        value={market}
        onChoose={onMarket}
        options={others.map(({ market_id: value, label }) => ({ value, label }))}
      />
    )}
  </>
);

/** Signed by the account's own key: a challenge moves money. */
function useSending(claim: string, stake: number, onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const send = async (terms: ChallengeRequest) => {
    const owner = key.value;
    if (!owner) return;
    setBusy(true);
    setSaid(null);
    try {
      const [{ submit }, { askOwner }] = await Promise.all([
        import('../sending/submit'),
        import('../key/owner'),
      ]);
      const signer = await askOwner(owner, words.purpose(usdExact(stake), claim));
      const sent = await submit<'challenge'>(owner, (trader) => trader.challenge(terms), signer);
      if (sent.state === 'answered') return onDone();
      setSaid(words.unknown);
    } catch (error) {
      setSaid(say(error));
    }
    setBusy(false);
  };
  return { isBusy, said, send };
}
