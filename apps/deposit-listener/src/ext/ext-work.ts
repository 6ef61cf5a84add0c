/** The work on deposits of ext, from their detection to the relayer, and on what is sent back. */
import type { FundingHandlers } from '@bellwether/bus';
import type { Worker, Reader } from '@bellwether/runtime';
import type { ListenerParts } from '../parts';
import { BridgeDeposits } from './bridge/bridge-deposits';
import { TransferUpdates } from './bridge/transfer-updates';
import { DecideDeposits } from './decide/decide-deposits';
import { DepositValue } from './decide/deposit-value';
import { RecoverService } from './recovery/recover-service';
import { SendRecoveries } from './recovery/send-recoveries';
import { SwapDeposits } from './swap/swap-deposits';

export function extWorkers(parts: ListenerParts): readonly Worker[] {
  const { swap, usdc, now } = parts;
  const judging = { ...parts, value: new DepositValue({ swap, usdcExt: usdc.ext, now }) };
  return [
    new DecideDeposits('decide-usdc', ['ext_usdc'], judging),
    new DecideDeposits('decide-tokens', ['ext_token', 'ext_native'], judging),
    new SwapDeposits(parts),
    new BridgeDeposits(parts),
    new SendRecoveries(parts),
  ];
}

export const extReaders = (parts: ListenerParts): readonly Reader[] => [new TransferUpdates(parts)];

export function extHandlers(parts: ListenerParts): FundingHandlers {
  const recoveries = new RecoverService(parts);
  return {
    recover: (request, { requestId }) =>
      recoveries.recover({ ...request, builder: null }, requestId),
    operator_recover: (request) => recoveries.recoverForOperator(request),
    builder_recover: (request, { requestId }) => recoveries.recover(request, requestId),
  };
}
