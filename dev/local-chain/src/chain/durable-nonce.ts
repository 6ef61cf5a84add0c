import { SystemInstruction, getNonceDecoder, getNonceSize } from '@solana-program/system';
import type { Address, EncodedAccount } from '@solana/kit';
import type { DecodedTransaction } from './decode-transaction';
import { SYSTEM_PROGRAM } from './program-addresses';

/**
 * Whether it names the value of a nonce account in place of a blockhash, and advances that account first, so that it lands
 * once and does not expire. The system program checks the rest when it advances the account.
 */
export function namesDurableNonce(
  { addresses, writable, blockhash, instructions: [first] }: DecodedTransaction,
  read: (address: Address) => EncodedAccount | null,
): boolean {
  const at = first?.accountIndexes[0];
  if (first === undefined || at === undefined || writable[at] !== true) return false;
  const { programIndex, data } = first;
  if (addresses[programIndex] !== SYSTEM_PROGRAM) return false;
  if (data[0] !== SystemInstruction.AdvanceNonceAccount) return false;
  const account = read(addresses[at]!);
  if (account?.programAddress !== SYSTEM_PROGRAM || account.data.length !== getNonceSize()) {
    return false;
  }
  return String(getNonceDecoder().decode(account.data).blockhash) === String(blockhash);
}
