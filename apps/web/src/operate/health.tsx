/** The operator's first page: whether the books are right, and whether everything moves. */
import type { ExchangeMode, ExchangeStatus, QueuesPage, Solvency } from '@bellwether/client';
import { Heading } from '../components/router';
import { Figures, Notice, Panel } from '../components/surfaces';
import type { Figure } from '../components/surfaces';
import { gateway } from '../exchange/connection';
import { useAnswer } from '../exchange/use-answer';
import { useTicks } from '../exchange/use-ticks';
import { count, usd, usdExact, usdWhole } from '../money/format';
import { moment } from '../money/time';
import { useAct } from './act';
import { Alarms } from './alarms';
import { may, session } from './session';
import { WORDS } from './words';

const ASK_AGAIN_MS = 5_000;
const { health } = WORDS;

export function HealthPage() {
  const ticks = useTicks(ASK_AGAIN_MS);
  const status = useAnswer('status', (signal) => gateway.status({ signal }), ticks);
  const solvency = useAnswer('solvency', (signal) => gateway.solvency({ signal }), ticks);
  const who = session.value;
  // Each read of an operator is a row of the audit trail: once a page, not every five seconds.
  const queue = useAnswer(who === null ? null : `queue ${who.name}`, (signal) =>
    who!.admin.queues({ limit: 100 }, { signal }),
  );
  const [dialog, open] = useAct(status.again);
  const isOld = status.failure !== undefined || solvency.failure !== undefined;
  const now = status.value;
  const setMode = (mode: ExchangeMode) =>
    open({
      title: WORDS.modes[mode].name,
      effect: WORDS.modes[mode].effect,
      isDanger: mode !== 'open',
      run: async () => who?.admin.setMode({ mode }),
    });
  return (
    <>
      <Heading title={WORDS.pages.health} />
      {isOld && <Notice kind="bad">{health.waiting}</Notice>}
      <Books solvency={solvency.value} isOld={isOld} />
      {now !== undefined && now.mode !== 'open' && <Notice kind="bad">{health.halted}</Notice>}
      <Figures
        stale={isOld}
        of={[...(now === undefined ? [] : statusFigures(now)), ...queueFigures(queue.value)]}
      />
      {(may('markets') || may('money')) && (
        <Panel title={health.modes}>
          <div class="row">
            {(['open', 'cancel_only', 'halted'] as const).map((mode) => (
              <button
                key={mode}
                class={mode === 'open' ? 'button' : 'button grave'}
                disabled={now === undefined || now.mode === mode}
                onClick={() => setMode(mode)}
                data-test={`mode-${mode}`}
              >
                {now?.mode === mode ? `✓ ${WORDS.modes[mode].name}` : WORDS.modes[mode].name}
              </button>
            ))}
          </div>
        </Panel>
      )}
      {who !== null && <Alarms />}
      {dialog}
    </>
  );
}

const BAD = { tone: 'bad' } as const;

const statusFigures = (now: ExchangeStatus): Figure[] => [
  {
    name: health.mode,
    value: WORDS.modes[now.mode].name,
    test: 'mode',
    ...(now.mode === 'open' ? {} : BAD),
  },
  {
    name: health.history,
    value:
      now.history.lag === null ? (
        health.unknown
      ) : (
        <>
          {count(now.history.lag)} <span class="unit muted">{health.commands}</span>
        </>
      ),
  },
  { name: health.funding, value: chainsBehind(now.funding) },
  {
    name: health.withdrawals,
    value: now.withdrawals_paused
      ? `${count(now.open_withdrawals)}, ${health.paused}`
      : count(now.open_withdrawals),
    ...(now.withdrawals_paused ? BAD : {}),
  },
  { name: health.orders, value: count(now.resting_orders) },
];

function queueFigures(queue: QueuesPage | undefined): Figure[] {
  if (queue === undefined) return [];
  const { daily_cap: cap, deposits, has_more: hasMore } = queue;
  return [
    {
      name: health.queue,
      value: hasMore ? `${count(deposits.length)} ${health.more}` : count(deposits.length),
      test: 'queue',
    },
    { name: health.cap, value: usdWhole(Math.max(0, cap.micro_usdc - cap.used)) },
  ];
}

function chainsBehind(funding: ExchangeStatus['funding']): string {
  if (funding === null) return health.noChains;
  if (!funding.available) return health.unknown;
  const lags = [funding.ext.lag_seconds, funding.main.lag_seconds];
  if (lags.includes(null)) return health.unknown;
  return health.seconds(count(Math.max(...lags.map(Number))));
}

/** Equal only if the books and the last comparison with the chains agree. */
function Books({ solvency, isOld }: { solvency: Solvency | undefined; isOld: boolean }) {
  if (solvency === undefined) return null;
  const { chain } = solvency;
  const isWell = solvency.difference === 0 && (chain === null || (chain.available && chain.ok));
  const isKnown = solvency.difference !== 0 || chain === null || chain.available;
  const apart =
    chain?.available === true && chain.difference !== 0 ? chain.difference : solvency.difference;
  const verdict = isWell ? health.equal : isKnown ? health.differ(usdExact(apart)) : health.unknown;
  return (
    <>
      <Figures
        stale={isOld}
        of={[
          {
            name: health.books,
            value: (
              <>
                {verdict}{' '}
                {chain?.available === true && (
                  <small class="muted">
                    {health.since} {moment(chain.since)}
                  </small>
                )}
              </>
            ),
            tone: isWell ? 'good' : 'bad',
            test: 'books',
          },
          { name: health.owed, value: usd(solvency.user_available + solvency.user_locked) },
          { name: health.assets, value: usd(solvency.assets) },
        ]}
      />
      {!isWell && isKnown && <Notice kind="bad">{health.runbook}</Notice>}
    </>
  );
}
