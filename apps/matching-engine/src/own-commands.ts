/** Commands that the leader journals itself, on the lane `internal`. */
import { isDeepStrictEqual } from 'node:util';
import type {
  Archiving,
  Exchange,
  JournaledCommand,
  MoneyLimits,
  WithdrawalLimits,
} from '@bellwether/exchange';

/** Something is due: the record's time does the rest. */
export const TICK: JournaledCommand = { lane: 'internal', command: { kind: 'tick' } };

/** From the configuration. Null or absent: from the journal. */
export interface ConfiguredLimits {
  readonly moneyLimits?: MoneyLimits | null;
  readonly withdrawalLimits?: WithdrawalLimits | null;
  readonly archiving?: Archiving | null;
}

/** Rules follow from the journal alone, so configured limits are journaled first. */
export function limitsToJournal(
  exchange: Pick<Exchange, 'moneyLimits' | 'withdrawalLimits' | 'archiving'>,
  { moneyLimits, withdrawalLimits, archiving }: ConfiguredLimits,
): JournaledCommand[] {
  const commands: JournaledCommand['command'][] = [];
  if (moneyLimits && !isDeepStrictEqual(exchange.moneyLimits(), moneyLimits))
    commands.push({ kind: 'set_money_limits', limits: moneyLimits });
  if (withdrawalLimits && !isDeepStrictEqual(exchange.withdrawalLimits(), withdrawalLimits))
    commands.push({ kind: 'set_withdrawal_limits', limits: withdrawalLimits });
  if (archiving && !isDeepStrictEqual(exchange.archiving(), archiving))
    commands.push({ kind: 'set_archiving', archiving });
  return commands.map((command) => ({ lane: 'internal', command }));
}
