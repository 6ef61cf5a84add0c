/** Payouts of revenue, and their repeats. */
import type { CommandOf } from '../../src/command';
import { PAYOUT_RECIPIENTS, REVENUE_SOURCES } from '../../src/command';
import { toHex } from '@bellwether/codec';
import { toSafeNumber } from '../oracle/amounts';
import { type Drawing, anyPast, anyUser } from './drawing';
import { builderKeyId, userKey } from './keys';
import type { Draft } from './step';

const ADDRESSES = [101, 102].map(userKey);
const KEYS = [1, 2, 3].map(builderKeyId);

/** Amounts around what the source has: all of it, one more, a part. */
export function drawPayRevenue(drawing: Drawing): Draft[] {
  const { random, oracle } = drawing;
  const { builderRevenue, protocolFees, gasRevenue } = oracle.state;
  const source = random.pick(REVENUE_SOURCES);
  const keys = source === 'builder' ? random.pick([KEYS, KEYS.slice(1), KEYS.toReversed()]) : [];
  const has = toSafeNumber(
    {
      builder: keys.reduce((sum, key) => sum + (builderRevenue.get(toHex(key)) ?? 0n), 0n),
      protocol_fees: protocolFees,
      gas_revenue: gasRevenue,
    }[source],
  );
  const part = Math.floor(has / 3);
  const amount = Math.max(1, random.pick([1, part, part, part, has, has + 1]));
  const recipientKind = random.pick(PAYOUT_RECIPIENTS);
  const isUser = recipientKind === 'user';
  const gasFee = isUser ? 0 : random.pick([0, 0, 1, amount - 1, amount]);
  const command: CommandOf<'pay_revenue'> = {
    kind: 'pay_revenue',
    source,
    builderId: source === 'builder' ? random.pick(['builder-1', 'builder-2']) : '',
    keys,
    amount,
    maxGasFee: random.pick([0, 0, gasFee, Math.max(0, gasFee - 1)]),
    recipientKind,
    recipient: isUser ? anyUser(drawing) : random.pick(ADDRESSES),
    allowProgramAddress: random.chance(0.2),
    reference: `payout-${drawing.nextName()}`,
    gasFee,
  };
  return [{ lane: 'withdrawal', command }];
}

/** Most changes make it another payout; another fee or other keys do not. */
export function drawRepeatedPayout(drawing: Drawing): Draft[] {
  const { random } = drawing;
  const past = anyPast(drawing, 'pay_revenue');
  if (past === null || past.command.kind !== 'pay_revenue') return [];
  if (random.chance(0.5)) return [past];
  const { command } = past;
  const isUser = command.recipientKind === 'user';
  const changes: Partial<CommandOf<'pay_revenue'>>[] = [
    { amount: command.amount + 1 },
    { recipient: userKey(103) },
    { maxGasFee: command.maxGasFee + 1 },
    { allowProgramAddress: !command.allowProgramAddress },
    { gasFee: isUser ? 0 : command.gasFee + 1 },
    command.source === 'builder' ? { keys: KEYS.slice(0, 1) } : {},
    command.source === 'builder' ? { builderId: 'builder-3' } : {},
  ];
  return [{ ...past, command: { ...command, ...random.pick(changes) } }];
}
