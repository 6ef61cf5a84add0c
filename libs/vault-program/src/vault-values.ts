/** Values of the vault's data (Borsh, little-endian). */
import { bytes } from '@bellwether/codec';

export const publicKey = bytes(32);
/** The exchange's id of a withdrawal. */
export const withdrawalId = bytes(32);
