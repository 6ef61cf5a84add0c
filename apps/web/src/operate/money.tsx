/** Deposits that wait, the bridge and its cap, withdrawals, tiers, recoveries. */
import type { QueuedDeposit } from '@bellwether/client';
import { useState } from 'preact/hooks';
import { Choice, Field } from '../components/controls';
import { Meter } from '../components/progress';
import { Heading } from '../components/router';
import { Empty, Facts, Notice, Panel, Skeleton } from '../components/surfaces';
import { Table } from '../components/table';
import { gateway } from '../exchange/connection';
import { useAnswer } from '../exchange/use-answer';
import { shortened, usd, usdWhole } from '../money/format';
import { parseDollars } from '../money/parse';
import { useAct } from './act';
import type { Act } from './act';
import { may, say, session } from './session';
import { WORDS } from './words';

const { money: words } = WORDS;
type Open = (act: Act) => void;

export function MoneyPage() {
  const admin = session.value?.admin;
  const queue = useAnswer('queue', async (signal) => admin?.queues({ limit: 100 }, { signal }));
  const status = useAnswer('status', (signal) => gateway.status({ signal }));
  const [dialog, open] = useAct(() => {
    queue.again();
    status.again();
  });
  const isPaused = status.value?.withdrawals_paused;
  return (
    <>
      <Heading title={WORDS.pages.money} />
      {queue.failure !== undefined && <Notice kind="bad">{say(queue.failure)}</Notice>}
      {queue.value === undefined && queue.failure === undefined && <Skeleton height="200px" />}
      {queue.value !== undefined && (
        <>
          <Queue deposits={queue.value.deposits} open={open} />
          <div class="columns">
            <Bridge isOn={queue.value.bridge_executor} open={open} />
            <Cap cap={queue.value.daily_cap} open={open} />
          </div>
        </>
      )}
      <div class="columns">
        <Panel title={words.withdrawals}>
          <p data-test="withdrawals">{isPaused === true ? words.pauseEffect : words.on}</p>
          {may('money') && isPaused !== undefined && (
            <div>
              <button
                class={isPaused ? 'button' : 'button danger'}
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
      {may('money') && <Recover open={open} />}
      {dialog}
    </>
  );
}

function Queue({ deposits, open }: { deposits: readonly QueuedDeposit[]; open: Open }) {
  const admin = session.value?.admin;
  const decide = (deposit: QueuedDeposit, how: 'release' | 'reject') => {
    const amount = usd(deposit.amount_micro_usdc);
    const id = deposit.deposit_id;
    open(
      how === 'release'
        ? {
            title: words.release,
            effect: words.releaseEffect(amount),
            run: async () => admin?.releaseDeposit(id),
          }
        : {
            title: words.reject,
            effect: words.rejectEffect(amount),
            isDanger: true,
            run: async () => admin?.rejectDeposit(id),
          },
    );
  };
  return (
    <Panel title={words.queue}>
      {deposits.length === 0 ? (
        <Empty>{words.none}</Empty>
      ) : (
        <Table
          name={words.queue}
          test="queue"
          rows={deposits}
          keyOf={({ deposit_id: id }) => id}
          columns={[
            { title: words.user, cell: ({ user }) => <span title={user}>{shortened(user)}</span> },
            {
              title: words.amount,
              cell: ({ amount_micro_usdc: amount }) => usd(amount),
              kind: 'number',
            },
            { title: words.reason, cell: ({ reason }) => reason ?? '' },
            {
              title: words.acts,
              hasUnseenTitle: true,
              cell: (deposit) =>
                may('money') && (
                  <div class="row acts">
                    {(['release', 'reject'] as const).map((how) => (
                      <button
                        key={how}
                        class="button little"
                        data-test={how}
                        aria-label={`${words[how]}: ${usd(deposit.amount_micro_usdc)}`}
                        onClick={() => decide(deposit, how)}
                      >
                        {words[how]}
                      </button>
                    ))}
                  </div>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Bridge({ isOn, open }: { isOn: boolean; open: Open }) {
  const admin = session.value?.admin;
  const title = isOn ? words.switchOff : words.switchOn;
  return (
    <Panel title={words.bridge}>
      <p class="strong" data-test="bridge">
        {isOn ? words.on : words.offState}
      </p>
      {may('money') && (
        <div>
          <button
            class={isOn ? 'button danger' : 'button'}
            data-test="switch-bridge"
            onClick={() =>
              open({
                title,
                effect: isOn ? words.offEffect : words.onEffect,
                isDanger: isOn,
                run: async () => admin?.setBridgeExecutor(!isOn),
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
  const [text, type] = useState('');
  const amount = parseDollars(text);
  const isWrong = text.trim() !== '' && amount === undefined;
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
          <Field
            label={words.newCap}
            value={text}
            onType={type}
            before="$"
            wrong={isWrong ? words.capWrong : null}
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
                    await session.value?.admin.setDailyCap(amount ?? 0);
                    type('');
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
  const [user, type] = useState('');
  const [tier, choose] = useState<(typeof TIERS)[number]>('1');
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
      <Field label={words.publicKey} value={user} onType={type} />
      <div class="row">
        <Choice
          name={words.tierLabel}
          value={tier}
          onChoose={choose}
          options={TIERS.map((value) => ({ value, label: value }))}
        />
        <button class="button" disabled={user.trim() === ''} onClick={set}>
          {words.setTier}
        </button>
      </div>
    </Panel>
  );
}

function Recover({ open }: { open: Open }) {
  const [fields, change] = useState({ user: '', mint: '', recipient: '', reference: '' });
  const isWhole = Object.values(fields).every((text) => text.trim() !== '');
  const set = (name: keyof typeof fields) => (text: string) =>
    change((before) => ({ ...before, [name]: text }));
  const send = () => {
    const { user, mint, recipient, reference } = fields;
    open({
      title: words.recoverAct,
      effect: words.recoverEffect(recipient.trim()),
      word: recipient.trim().slice(-4),
      run: async () =>
        session.value?.admin.recover({
          user: user.trim(),
          mint: mint.trim(),
          recipient_ext: recipient.trim(),
          reference: reference.trim(),
        }),
    });
  };
  return (
    <Panel title={words.recover}>
      <div class="form">
        <Field label={words.publicKey} value={fields.user} onType={set('user')} />
        <Field label={words.mint} value={fields.mint} onType={set('mint')} />
        <Field label={words.recipient} value={fields.recipient} onType={set('recipient')} />
        <Field label={words.reference} value={fields.reference} onType={set('reference')} />
      </div>
      <div>
        <button class="button danger" disabled={!isWhole} onClick={send}>
          {words.recoverAct}…
        </button>
      </div>
    </Panel>
  );
}
