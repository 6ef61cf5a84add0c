/** Withdrawals: the cost before the signature, and every one on its way. */
import type { LiveUser } from '@bellwether/client';
import { Heading } from '../../components/router';
import { Empty, Notice, Panel, Skeleton } from '../../components/surfaces';
import { gateway, settings } from '../../exchange/connection';
import { useAnswer } from '../../exchange/use-answer';
import { account, begin, cannotStore, key } from '../account';
import { useRepeated } from '../funding/use-repeated';
import { WithdrawForm } from '../funding/withdraw-form';
import { WithdrawalRecord } from '../funding/withdrawal-record';
import { say } from '../say';
import { WORDS } from '../words/everywhere';
import { MONEY_WORDS } from '../words/money';

const words = MONEY_WORDS.withdraw;
const ASK_AGAIN_MS = 2_000;

export function WithdrawPage() {
  const user = account.value;
  return (
    <>
      <Heading title={words.title} />
      {key.value === null && (
        <Empty
          action={
            <button
              class="button primary"
              disabled={cannotStore.value}
              onClick={() => void begin()}
            >
              {WORDS.frame.start}
            </button>
          }
        >
          {MONEY_WORDS.portfolio.noKey}
        </Empty>
      )}
      {settings.value?.features.funding === false ? (
        <Empty>{MONEY_WORDS.deposit.unavailable}</Empty>
      ) : (
        user !== null && <Withdrawals user={user} />
      )}
    </>
  );
}

function Withdrawals({ user }: { user: LiveUser }) {
  const revision = useRepeated(ASK_AGAIN_MS);
  const { publicKey } = user;
  const list = useAnswer(
    `withdrawals ${publicKey}`,
    (signal) => gateway.withdrawals(publicKey, { limit: 20 }, { signal }),
    revision,
  );
  const withdrawals = list.value?.withdrawals;
  return (
    <div class="columns">
      <WithdrawForm user={user} onSent={list.again} />
      <Panel title={words.records}>
        {list.failure !== undefined && (
          <Notice kind="caution">
            {say(list.failure)} {MONEY_WORDS.deposit.retrying}
          </Notice>
        )}
        {withdrawals === undefined && <Skeleton height="80px" />}
        {withdrawals?.length === 0 && <Empty>{words.none}</Empty>}
        <ul class="records">
          {withdrawals?.map((withdrawal) => (
            <WithdrawalRecord
              key={withdrawal.withdrawal_id}
              withdrawal={withdrawal}
              mainChain={settings.value?.chains.main ?? ''}
            />
          ))}
        </ul>
      </Panel>
    </div>
  );
}
