import { DELEGATED_TO } from '../accounts/account-table';
import { isStranger } from '../accounts/strangers';
import { signedByNobody } from '../command';
import type { Command, Lane } from '../command';
import { refusal } from '../refusal';
import type { Refusal } from '../reply';
import type { ExchangeState } from '../state';
import { refuseLane } from './order-refusals';
import { refuseFarNonce, refuseLate, refuseRevocation, refuseSigner } from './trading-key';

/**
 * Refuses a command whose sender may not send it: it was signed by a key that may not trade for its user or by one that
 * goes too far with its nonce, or its user never received anything. Such a refusal needs no journal record and uses no nonce.
 *
 * @param timestampMs of the record, or of now: where nothing is journaled the last record may be 20 seconds old
 */
export const refuseSender = (
  state: ExchangeState,
  lane: Lane,
  command: Command,
  timestampMs: number,
): Refusal | null =>
  refuseSigner(state, command) ??
  refuseFarNonce(state, command, timestampMs) ??
  refuseStranger(state, lane, command) ??
  refuseLate(state, command) ??
  refuseRevocation(state, command);

/**
 * Refuses a command of a user who never received anything. The refusal needs no journal record: it changes nothing
 * and uses no nonce. Null: the user is not such a stranger, or no money limits are set. The
 * answer is the one that the journaled command would get, because nobody becomes a stranger again.
 *
 * A recovery is left to the deposit listener: funds at a deposit address belong to the user without being credited.
 */
function refuseStranger(state: ExchangeState, lane: Lane, command: Command): Refusal | null {
  if (state.money.limits === null) return null;
  switch (command.kind) {
    case 'order':
    case 'amend':
    case 'redeem':
    case 'challenge':
      return refuse(state, command.user, lane === 'builder');
    case 'withdraw':
      return refuse(state, command.user, command.builder !== null);
    case 'cancel_all':
    case 'cancel_after':
      return isKnown(state, command.user) ? null : refusal('ACCOUNT_NOT_FUNDED');
    case 'allow_trading_key':
      return refuse(state, command.user, false);
    case 'cancel':
      if (isKnown(state, command.user)) return null;
      return refusal('ORDER_NOT_FOUND', { order_id: command.orderId });
    case 'attest': // signed by a source, which has no account
    case 'recover':
    case 'revoke_trading_key': // refuseRevocation judges it
      return null;
    default:
      return signedByNobody(command);
  }
}

const isKnown = ({ accountTable }: ExchangeState, user: Uint8Array): boolean =>
  !isStranger(accountTable, accountTable.find(user));

/** Delegation is checked first, as for funded users. */
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
