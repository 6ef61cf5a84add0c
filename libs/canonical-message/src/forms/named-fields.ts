/** Fields of several messages. */
import { NETWORK_NAMES } from '../words';
import { flag, hash, id, key, optional, u64, word } from './field';

export const network = word(NETWORK_NAMES, 'The network');
export const marketId = hash('The market: section 8');
export const user = key('The public key of the user');
export const mainAddress = user;
export const price = u64("Basis points of the order's own outcome");
export const contracts = u64('Contracts');
export const orderId = u64('As the answer to the order gave it');
export const nonceOf = (kind: string) => u64(`Of kind \`${kind}\``);

/** Of every form with a nonce: who uses one that another sender used gets `NONCE_REUSED`, and never that one's answer. */
export const clientId = optional(
  id(
    'Sixteen random bytes of the sender: under the same nonce, a request with other ones is not a repeat',
  ),
  null,
);

export const maxGasFee = optional(
  u64('The most that the gas fee may be, in micro-USDC; 0: any. A fee above it is `FEE_ABOVE_MAX`'),
  0,
);
export const allowProgramAddress = optional(
  flag(
    'The recipient may be an address off the curve, which a program signs for, such as a multisig',
  ),
  false,
);
