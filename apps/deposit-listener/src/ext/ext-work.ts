/** The workers for deposits on ext, from detection to the relayer, and for recoveries. */
import type { Worker } from '@bellwether/runtime';
import type { ListenerParts } from '../parts';
import { BridgeDeposits } from './bridge/bridge-deposits';
import { DecideDeposits } from './decide/decide-deposits';
import { DepositValue } from './decide/deposit-value';
import { SendRecoveries } from './recovery/send-recoveries';
import { GiveBackCap } from './decide/give-back-cap';
import { SwapDeposits } from './swap/swap-deposits';

export function extWorkers(parts: ListenerParts): readonly Worker[] {
  const { swap, usdc, now } = parts;
  const judging = { ...parts, value: new DepositValue({ swap, usdcExt: usdc.ext, now }) };
  return [
    new DecideDeposits('decide-usdc', ['ext_usdc'], judging),
    new DecideDeposits('decide-tokens', ['ext_token', 'ext_native'], judging),
    new GiveBackCap(parts),
    new SwapDeposits(parts),
    new BridgeDeposits(parts),
    new SendRecoveries(parts),
  ];
}
