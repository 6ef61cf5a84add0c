/** Deposits that wait, the bridge and its cap, withdrawals, tiers. */
import { useState } from 'preact/hooks';
import { Choice, Field } from '../components/controls';
import { NumberField } from '../components/number-field';
import { Meter } from '../components/progress';
import { Heading } from '../components/router';
import { Facts, Panel } from '../components/surfaces';
import { gateway } from '../exchange/connection';
import { useAnswer } from '../exchange/use-answer';
import { usePages } from '../exchange/use-pages';
import { usd, usdWhole } from '../money/format';
import { readNumber } from '../money/read-number';
import { useAct } from './act';
import type { Open } from './act';
import { Queue } from './deposit-queue';
import { may, session } from './session';
import { Treasury } from './treasury';
import { Withdrawals } from './withdrawals';
import { WORDS } from './words';

const { money: words } = WORDS;
const A_PAGE = 25;

export function MoneyPage() {
  const admin = session.value?.admin;
  const [revision, setRevision] = useState(0);
  const queue = usePages(
    admin === undefined ? null : 'queue',
    (before, signal) =>
      admin!.queues({ limit: A_PAGE, ...(before && { before }) }, signal && { signal }),
    ({ deposits }) => deposits,
    revision,
  );
  const status = useAnswer('status', (signal) => gateway.status({ signal }));
  const [dialog, open] = useAct(() => {
    setRevision((before) => before + 1);
    status.again();
  });
  const isPaused = status.value?.withdrawals_paused;
  return (
    <>
      <Heading title={WORDS.pages.money} />
      <Queue list={queue} open={open} />
      <Withdrawals revision={revision} />
      <Treasury />
      {queue.first !== undefined && (
        <div class="columns">
          <Bridge isOn={queue.first.bridge_executor} open={open} />
          <Cap cap={queue.first.daily_cap} open={open} />
        </div>
      )}
      <div class="columns">
        <Panel title={words.withdrawals}>
          <p data-test="withdrawals">{isPaused === true ? words.pauseEffect : words.on}</p>
          {may('money') && isPaused !== undefined && (
            <div>
              <button
                class={isPaused ? 'button' : 'button grave'}
                data-test="switch-withdrawals"
                onClick={() =>
                  open(
                    isPaused
                      ? {
                          title: words.resume,
                          effect: words.resumeEffect,
                          run: async () => admin?.resumeWithdrawals(),
                        }
                      : {
                          title: words.pause,
                          effect: words.pauseEffect,
                          isDanger: true,
                          run: async () => admin?.pauseWithdrawals(),
                        },
                  )
                }
              >
                {isPaused ? words.resume : words.pause}
              </button>
            </div>
          )}
        </Panel>
        {may('money') && <TierOfUser open={open} />}
      </div>
      {dialog}
    </>
  );
}

function Bridge({ isOn, open }: { isOn: boolean; open: Open }) {
  const admin = session.value?.admin;
  const title = isOn ? words.switchOff : words.switchOn;
  return (
    <Panel title={words.bridge}>
      <p data-test="bridge">{isOn ? words.on : words.offState}</p>
      {may('money') && (
        <div>
          <button
            class={isOn ? 'button grave' : 'button'}
            data-test="switch-bridge"
            onClick={() =>
              open({
                title,
                effect: isOn ? words.offEffect : words.onEffect,
                isDanger: isOn,
                run: async () => admin?.setBridgeExecutor({ enabled: !isOn }),
              })
            }
          >
            {title}
          </button>
        </div>
      )}
    </Panel>
  );
}

function Cap({
  cap,
  open,
}: {
  cap: { readonly micro_usdc: number; readonly used: number };
  open: Open;
}) {
  const [text, setText] = useState('');
  const amount = readNumber(text, 'dollars').value;
  const used = cap.micro_usdc === 0 ? 100 : Math.min(100, (cap.used / cap.micro_usdc) * 100);
  return (
    <Panel title={words.cap}>
      <Facts
        of={[
          { name: words.cap, value: usdWhole(cap.micro_usdc), test: 'cap' },
          { name: words.used, value: usd(cap.used) },
        ]}
      />
      <Meter percent={used} />
      {may('money') && (
        <>
          <NumberField
            unit="dollars"
            label={words.newCap}
            value={text}
            onType={setText}
            before="$"
            data-test="new-cap"
          />
          <div>
            <button
              class="button"
              data-test="set-cap"
              disabled={amount === undefined}
              onClick={() =>
                open({
                  title: words.setCap,
                  effect: words.capEffect(usdWhole(amount ?? 0)),
                  run: async () => {
                    await session.value?.admin.setDailyCap({ micro_usdc: amount ?? 0 });
                    setText('');
                  },
                })
              }
            >
              {words.setCap}
            </button>
          </div>
        </>
      )}
    </Panel>
  );
}

const TIERS = ['0', '1', '2'] as const;

function TierOfUser({ open }: { open: Open }) {
  const [user, setUser] = useState('');
  const [tier, setTier] = useState<(typeof TIERS)[number]>('1');
  const set = () =>
    open({
      title: words.setTier,
      effect: words.tierEffect(tier),
      run: async () =>
        session.value?.admin.setTier({
          user: user.trim(),
          tier: tier === '0' ? 0 : tier === '1' ? 1 : 2,
        }),
    });
  return (
    <Panel title={words.tier}>
      <Field label={words.publicKey} value={user} onType={setUser} />
      <div class="row">
        <Choice
          name={words.tierLabel}
          value={tier}
          onChoose={setTier}
          options={TIERS.map((value) => ({ value, label: value }))}
        />
        <button class="button" disabled={user.trim() === ''} onClick={set}>
          {words.setTier}
        </button>
      </div>
    </Panel>
  );
}
