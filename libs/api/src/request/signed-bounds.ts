/** The signed terms of a payment on a chain, beside its recipient: of withdrawals and recoveries. */
import { withdrawForm } from '@bellwether/canonical-message';
import { reader, schemasOf } from './form-fields';

const { max_gas_fee, allow_program_address } = withdrawForm.fields;
const fields = { max_gas_fee, allow_program_address };

export const bounds = schemasOf(fields);
/** Beside what is signed. */
export const clientId = schemasOf(withdrawForm.beside);
export const boundsOf = reader<{
  readonly maxGasFee: number;
  readonly allowProgramAddress: boolean;
}>(fields, {});
