import { encodeSigned } from '../signed-message';
import {
  allowProgramAddress,
  clientId,
  mainAddress,
  maxGasFee,
  network,
  nonceOf,
} from './named-fields';
import { key } from './field';
import { signedForm } from './signed-form';
import type { MessageOf } from './signed-form';

/** Recovers funds at the user's deposit address that belong to no pending deposit. */
export const recoverForm = signedForm(
  0x04,
  {
    network,
    main_address: mainAddress,
    mint: key('The mint of the token at the deposit address'),
    max_gas_fee: maxGasFee,
    recipient: { ...key('The wallet on `ext` that gets it'), sentAs: ['recipient_ext'] as const },
    allow_program_address: allowProgramAddress,
    nonce: nonceOf('recover'),
  },
  { beside: { client_id: clientId } },
);

/** `maxGasFee` and `allowProgramAddress` as of a withdrawal. */
export type RecoverMessage = MessageOf<typeof recoverForm>;

export const encodeRecover = (recover: RecoverMessage): Uint8Array =>
  encodeSigned(recoverForm, recover);
