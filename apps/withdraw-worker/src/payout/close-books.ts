/** Reports to the engine how a withdrawal ended. The engine answers repeats the same. */
import { toHex } from '@bellwether/codec';
import { Fault } from '@bellwether/errors';
import type { CommandOf } from '@bellwether/exchange';
import type { Withdrawal } from '@bellwether/funding';
import type { WorkerParts } from '../parts';
import { contradicted, lookOf } from './look';
import type { Look } from './look';

type Parts = Pick<WorkerParts, 'alarms' | 'engine' | 'now' | 'stores'>;

/** The debit is final: the withdrawing amount is paid out. */
export const settle = (withdrawal: Withdrawal, parts: Parts): Promise<Look> => {
  const { withdrawalId, gasFeeMicroUsdc: gasFee } = withdrawal;
  return sendCommand(withdrawal, { kind: 'settle_withdrawal', withdrawalId, gasFee }, parts);
};

/** It is proven that it can never be paid: the whole amount is refunded. */
export const refund = (withdrawal: Withdrawal, parts: Parts): Promise<Look> => {
  const { withdrawalId, failure } = withdrawal;
  if (failure === null) throw new Fault('poison', 'a refund without proof');
  return sendCommand(
    withdrawal,
    { kind: 'refund_withdrawal', withdrawalId, reason: failure },
    parts,
  );
};

const FACT_OF = {
  settle_withdrawal: { reply: 'withdrawal_settled', fact: { kind: 'settled' } },
  refund_withdrawal: { reply: 'withdrawal_refunded', fact: { kind: 'refunded' } },
} as const;

async function sendCommand(
  { withdrawalId }: Withdrawal,
  command: CommandOf<'settle_withdrawal'> | CommandOf<'refund_withdrawal'>,
  { alarms, engine, now, stores }: Parts,
): Promise<Look> {
  const name = toHex(withdrawalId);
  const requestId = `${command.kind} ${name}`;
  const { reply } = await engine.send('withdrawal', command, { requestId });
  const { reply: expected, fact } = FACT_OF[command.kind];
  if (reply.body.kind !== expected) {
    const refused = reply.body.kind === 'refused' ? reply.body.code : reply.body.kind;
    return contradicted({ withdrawalId: name, command: command.kind, refused }, { alarms });
  }
  return lookOf(await stores.withdrawals.advance({ withdrawalId, fact, nowMs: now() }), { alarms });
}
