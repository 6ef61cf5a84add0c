/** How soon deposits are seen and credited: see README.md beside this folder. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from '../../bench-exchange/src/machine';
import { readExchangeFile } from '../../local-exchange/src/exchange-file';
import { followDeposits } from './follow-deposits';
import type { FollowedDeposit } from './follow-deposits';
import { summaryOf } from './summary';

const DEPOSITS = 20;
const QUICK_DEPOSITS = 4;
const MAX_DETECTION_SECONDS = 10;
const MAX_CREDIT_SLOTS = 2;

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
if (values.data === undefined) throw new Error('--data DIR: the folder of a running exchange');

const file = readExchangeFile(join(values.data, 'exchange.json'));
const count = values.quick ? QUICK_DEPOSITS : DEPOSITS;
const [ext, main] = await Promise.all([
  followDeposits(file, 'ext', count),
  followDeposits(file, 'main', count),
]);
const detection = summaryOf(ext.map(({ seenSeconds }) => seenSeconds));
const credit = summaryOf(main.map(creditSlots));
const result = {
  machine: machine(),
  deposits: count,
  extDetectionSeconds: { ...detection, isMet: detection.worst <= MAX_DETECTION_SECONDS },
  mainCreditSlots: { ...credit, isMet: credit.p50 <= MAX_CREDIT_SLOTS },
  mainCreditedSeconds: summaryOf(main.map(({ creditedSeconds }) => creditedSeconds)),
  extCreditedSeconds: summaryOf(ext.map(({ creditedSeconds }) => creditedSeconds)),
};
if (values.json === undefined) console.log(JSON.stringify(result, null, 2));
else writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);

function creditSlots({ creditSlot, finalSlot }: FollowedDeposit): number {
  if (creditSlot === null) throw new Error('a credited deposit names no transaction on main');
  return creditSlot - finalSlot;
}
