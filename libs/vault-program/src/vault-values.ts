/** Values of the vault's data (Borsh, little-endian). */
import { bytes } from '@bellwether/codec';

export const publicKey = bytes(32);
export const withdrawalId = bytes(32);
export const paidWindow = bytes(24);
