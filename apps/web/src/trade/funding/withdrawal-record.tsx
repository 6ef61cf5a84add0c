/** One withdrawal on its way. */
import type { Withdrawal } from '@bellwether/client';
import { Steps } from '../../components/progress';
import type { Step } from '../../components/progress';
import { Notice } from '../../components/surfaces';
import { shortened, usd, usdExact } from '../../money/format';
import { moment } from '../../money/time';
import { MONEY_WORDS } from '../words/money';

const words = MONEY_WORDS.withdraw;
const STATES = ['pending', 'debited', 'burned', 'attested', 'completed'] as const;
/** The steps shown to a reader: a burn is part of the bridge. */
const SHOWN = ['pending', 'debited', 'attested', 'completed'] as const;

export function WithdrawalRecord({
  withdrawal,
  mainChain,
}: {
  withdrawal: Withdrawal;
  mainChain: string;
}) {
  const { status, explanation } = withdrawal;
  return (
    <li class="record" data-test="withdrawal" data-status={status}>
      <div class="row apart">
        <b class="number">
          {usd(withdrawal.amount)}{' '}
          <span class="muted" title={withdrawal.recipient}>
            {words.recipient} {shortened(withdrawal.recipient)}
          </span>
        </b>
        <span class="muted small">{moment(withdrawal.created_at)}</span>
      </div>
      <Steps of={stepsOf(withdrawal, withdrawal.chain === mainChain)} />
      {status === 'completed' ? (
        <p class="small">
          {words.paid(usdExact(withdrawal.net_amount))},{' '}
          {words.afterCosts(usdExact(withdrawal.gas_fee))}
        </p>
      ) : (
        <p class="small">
          {explanation.what_happened} {explanation.what_comes_next} {explanation.when}
        </p>
      )}
      {status === 'failed' && (
        <Notice kind="caution">
          {MONEY_WORDS.deposit.heldBy(explanation.funds_held_by)} {explanation.how_to_recover}
        </Notice>
      )}
    </li>
  );
}

/** On the main chain there is no bridge. */
function stepsOf({ status }: Withdrawal, isMain: boolean): Step[] {
  const hasFailed = status === 'failed';
  const reached = hasFailed ? 0 : STATES.indexOf(status);
  const steps = SHOWN.filter((one) => !isMain || one !== 'attested');
  const next = steps.find((one) => STATES.indexOf(one) > reached);
  return steps.map((one) => ({
    label: words.steps[one],
    state:
      STATES.indexOf(one) <= reached
        ? 'done'
        : one !== next
          ? 'ahead'
          : hasFailed
            ? 'failed'
            : 'now',
  }));
}
