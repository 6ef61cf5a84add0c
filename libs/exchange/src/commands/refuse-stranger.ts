import { DELEGATED_TO } from '../accounts/account-table';
import { isStranger } from '../accounts/strangers';
import type { Command, Lane } from '../command';
import { refusal } from '../refusal';
import type { Refusal } from '../reply';
import type { ExchangeState } from '../state';
import { refuseLane } from './order-refusals';

/**
 * What a user to whom nothing ever came is told: it needs no place in the journal, as nothing is changed by it and no nonce
 * used. Null: the command is not a stranger's, or journals from before had it carried out. The same answer as the command would
 * get in its place: nobody becomes a stranger again.
 *
 * A recovery is for the deposit listener to judge: what lies at a deposit address was not credited, and is the user's.
 */
export function refuseStranger(state: ExchangeState, lane: Lane, command: Command): Refusal | null {
  if (state.money.limits === null) return null;
  switch (command.kind) {
    case 'order':
      return refuse(state, command.user, lane === 'builder');
    case 'withdraw':
      return refuse(state, command.user, command.builder !== null);
    case 'cancel_all':
      return isKnown(state, command.user) ? null : refusal('ACCOUNT_NOT_FUNDED');
    case 'cancel':
      if (isKnown(state, command.user)) return null;
      return refusal('ORDER_NOT_FOUND', { order_id: command.orderId });
    default:
      return null;
  }
}

const isKnown = ({ accountTable }: ExchangeState, user: Uint8Array): boolean =>
  !isStranger(accountTable, accountTable.find(user));

/** Who may speak for the user comes first, as for users who have something. */
function refuse(
  { accountTable }: ExchangeState,
  user: Uint8Array,
  isByBuilder: boolean,
): Refusal | null {
  const account = accountTable.find(user);
  if (!isStranger(accountTable, account)) return null;
  const isDelegated = account !== 0 && accountTable.int(account, DELEGATED_TO) !== 0;
  return refuseLane(isDelegated, isByBuilder) ?? refusal('ACCOUNT_NOT_FUNDED');
}
