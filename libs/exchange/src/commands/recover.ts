import type { CommandOf } from '../command';
import type { CommandEvents } from '../command-events';
import { requestBody } from '../outcomes/request-body';
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
  const { user, mint, recipient, nonce } = command;
  const { maxGasFee, allowProgramAddress, builder } = command;
  const { network, mode } = state;
  const rules = {
    body: requestBody(recoverBytes(command, network), command.clientId),
    refuseNow: () => {
      if (mode === 'halted') return refused('HALTED');
      return mode === 'cancel_only' ? refused('CANCEL_ONLY') : null;
    },
    carryOut: () => {
      const terms = { user, mint, recipient, nonce };
      const bounds = { maxGasFee, allowProgramAddress };
      events.add({ kind: 'recovery_authorized', ...terms, ...bounds, builder });
      return { kind: 'recovery', ...terms } as const;
    },
  };
  return carryOutSigned(state, command, rules, events);
}
