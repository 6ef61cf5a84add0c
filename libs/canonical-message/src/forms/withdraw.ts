import { encodeSigned } from '../signed-message';
import {
  allowProgramAddress,
  clientId,
  mainAddress,
  maxGasFee,
  network,
  nonceOf,
} from './named-fields';
import { optional, recipient, u64 } from './field';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

/** Requests a payout. It names the network, as the same key may hold money on both. */
export const withdrawForm = signedForm(
  0x03,
  {
    network,
    main_address: mainAddress,
    amount: u64('Micro-USDC'),
    max_gas_fee: maxGasFee,
    recipient: optional(
      recipient('An address on that chain; absent: the deposit address on `ext`'),
      {
        kind: 'default',
      },
    ),
    allow_program_address: allowProgramAddress,
    nonce: nonceOf('withdraw'),
  },
  { beside: { client_id: clientId } },
);

/**
 * `amount` and `maxGasFee` in micro-USDC; the fee is bound to be no higher, and by 0 it is not bound. The recipient
 * `default` is the user's own deposit address. `allowProgramAddress`: the recipient may be off the curve.
 */
export type WithdrawMessage = MessageOf<typeof withdrawForm>;

export const encodeWithdraw = (withdraw: WithdrawMessage): Uint8Array =>
  encodeSigned(withdrawForm, withdraw);
