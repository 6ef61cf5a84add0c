import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { refused } from '../refusal';
import type { Answer } from '../reply';
import { recoverBytes } from '../signed-messages';
import type { ExchangeState } from '../state';
import { carryOutSigned } from './signed-funding';

/**
 * Uses the nonce of a recovery, so that a signed request is carried out once. No balance changes: funds at a deposit
 * address were never credited.
 */
export function recover(
  state: ExchangeState,
  command: CommandOf<'recover'>,
  events: CommandEvents,
): Answer {
  const { user, mint, recipient, nonce, builder } = command;
  const { network, mode } = state;
  const rules = {
    message: recoverBytes(command, network),
    refuseNow: () => {
      if (mode === 'halted') return refused('HALTED');
      return mode === 'cancel_only' ? refused('CANCEL_ONLY') : null;
    },
    carryOut: () => {
      events.add({ kind: 'recovery_authorized', user, mint, recipient, nonce, builder });
      return { kind: 'recovery', user, mint, recipient, nonce } as const;
    },
  };
  return carryOutSigned(state, command, rules, events);
}
