/** How soon a deposit is seen and credited, on a local exchange with chains of 400 ms a slot. */
import { join } from 'node:path';
import { readExchangeFile } from '../../../local-exchange/src/exchange-file';
import { number, table, verdict } from '../harness/markdown';
import { voidUnless } from '../harness/scenario';
import type { Result, Run } from '../harness/scenario';
import { percentile } from '../harness/statistics';
import { followDeposits } from './follow-deposits';

const DEPOSITS = 20;
const QUICK_DEPOSITS = 4;
const MAX_DETECTION_SECONDS = 10;
const MAX_CREDIT_SLOTS = 2;

export async function funding(run: Run): Promise<Result> {
  const file = readExchangeFile(join(run.dataDir, 'exchange.json'));
  const deposits = run.isQuick ? QUICK_DEPOSITS : DEPOSITS;
  const [ext, main] = await Promise.all([
    followDeposits(file, 'ext', deposits),
    followDeposits(file, 'main', deposits),
  ]);
  const slots = main.map(({ creditSlot, finalSlot }) => {
    voidUnless(creditSlot !== null, 'a credited deposit names no transaction on main');
    return creditSlot - finalSlot;
  });
  const seen = summaryOf(ext.map(({ seenSeconds }) => seenSeconds));
  const credit = summaryOf(slots);
  const onMain = summaryOf(main.map(({ creditedSeconds }) => creditedSeconds));
  const onExt = summaryOf(ext.map(({ creditedSeconds }) => creditedSeconds));
  const isSeen = seen.worst <= MAX_DETECTION_SECONDS;
  const isCredited = credit.p50 <= MAX_CREDIT_SLOTS;
  const cells = ({ p50, p90, worst }: Summary, digits = 1) =>
    [p50, p90, worst].map((value) => number(value, digits));
  const rows = [
    ['seen on ext, s', ...cells(seen), 'worst ≤ 10', verdict(isSeen)],
    ["the vault's credit on main, slots", ...cells(credit, 0), 'p50 ≤ 2', verdict(isCredited)],
    ['credited, from main, s', ...cells(onMain), '', ''],
    ['credited, from ext over the bridge, s', ...cells(onExt), '', ''],
  ];
  return {
    figures: { deposits, seen, credit, onMain, onExt },
    about: `${deposits} deposits on each chain, each from the moment in which it is final there.`,
    tables: [table(['', 'p50', 'p90', 'worst', 'target', ''], rows)],
    targets: [
      [
        'deposit on ext: seen after finality',
        `worst ${number(seen.worst, 1)} s`,
        `worst ≤ ${MAX_DETECTION_SECONDS} s`,
        isSeen,
      ],
      [
        'deposit on main: credit of the vault after finality',
        `p50 ${number(credit.p50)} slots`,
        `p50 ≤ ${MAX_CREDIT_SLOTS} slots`,
        isCredited,
      ],
    ],
  };
}

type Summary = ReturnType<typeof summaryOf>;

function summaryOf(values: readonly number[]) {
  const at = (share: number) => percentile(Float64Array.from(values), share);
  return { p50: at(0.5), p90: at(0.9), worst: at(1) };
}
