import { ID_BYTES } from '@bellwether/canonical-message';
import { toHex } from '@bellwether/codec';

/**
 * Says who sent a request: nobody can guess it. Under one nonce the exchange answers a repeat with the same one, and refuses
 * every other sender, so that no process ever takes the answer of another one for its own.
 */
export const newClientId = (): string => toHex(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
