/** The signed terms of a payment on a chain, beside its recipient: of withdrawals and recoveries. */
import { z } from 'zod';
import { integer } from './fields';

const maxGasFee = integer(0, Number.MAX_SAFE_INTEGER, ' (micro-USDC)')
  .meta({
    description:
      'Signed: the most that the gas fee may be, in micro-USDC; absent or 0: any. A fee above it is `FEE_ABOVE_MAX`',
    example: 1_500_000,
  })
  .optional();
export const allowProgramAddress = z
  .boolean({ error: 'true or false' })
  .meta({
    description:
      'Signed: the recipient may be an address off the curve, which a program signs for, such as a multisig; absent: false',
    example: false,
  })
  .optional();

export const bounds = {
  max_gas_fee: maxGasFee,
  allow_program_address: allowProgramAddress,
};
type Bounds = z.infer<z.ZodObject<typeof bounds>>;

export const boundsOf = (body: Bounds) => ({
  maxGasFee: body.max_gas_fee ?? 0,
  allowProgramAddress: body.allow_program_address ?? false,
});
