import { signedByNobody } from '../command';
import type { Command, Lane } from '../command';
import { CommandEvents } from '../command-events';
import { CANCEL_ALL_NONCE } from '../outcomes/cancel-all-outcome';
import { ORDER_NONCE } from '../outcomes/order-outcome';
import { RECOVER_NONCE, WITHDRAW_NONCE } from '../outcomes/signed-outcome';
import type { Answer } from '../reply';
import type { ExchangeState } from '../state';
import { isOpenOrderOf } from '../views/user-views';
import { isWithoutEffect } from './attest';
import { carryOut } from './carry-out';

/**
 * The answer to a command that changes nothing: a repeat, a cancel of what is not open, or a word of a source that is
 * refused. It is as of the last command, and needs no record (docs/adr/0080). Null: the command needs one.
 */
export function answerWithoutRecord(
  state: ExchangeState,
  lane: Lane,
  command: Command,
  nowMs: number,
): Answer | null {
  if (!changesNothing(state, command, nowMs)) return null;
  return carryOut(state, { lane, command }, new CommandEvents());
}

/** Used nonces stay used, and an order that is not open will not open again. */
function changesNothing(state: ExchangeState, command: Command, nowMs: number): boolean {
  switch (command.kind) {
    case 'cancel':
      return !isOpenOrderOf(state, command.user, command.orderId);
    case 'revoke_trading_key':
      // One of a key that is unknown gets its place behind allowances that have no answer yet.
      return command.signedBy === 'owner' && isOldText(state, command);
    case 'allow_trading_key':
      return isOldText(state, command);
    case 'cancel_after': {
      const last = state.cancelAfters.lastOf(state.accountTable.find(command.user));
      return last !== undefined && command.nonce <= last.nonce;
    }
    case 'order':
    case 'amend':
    case 'redeem':
    case 'challenge':
      return isUsed(state, command, ORDER_NONCE);
    case 'attest':
      return isWithoutEffect(state, command, nowMs);
    case 'cancel_all':
      return isUsed(state, command, CANCEL_ALL_NONCE);
    case 'withdraw':
      return isUsed(state, command, WITHDRAW_NONCE);
    case 'recover':
      return isUsed(state, command, RECOVER_NONCE);
    default:
      return signedByNobody(command) ?? false;
  }
}

const isUsed = (
  { accountTable, outcomes }: ExchangeState,
  { user, nonce }: { readonly user: Uint8Array; readonly nonce: number },
  kind: number,
): boolean => nonce <= outcomes.lastNonce(accountTable.find(user), kind);

const isOldText = (
  { accountTable, tradingKeys }: ExchangeState,
  { user, nonce }: { readonly user: Uint8Array; readonly nonce: number },
): boolean => nonce <= tradingKeys.lastNonce(accountTable.find(user));
