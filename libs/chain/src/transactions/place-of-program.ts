import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import type { Address } from '../address';
import type { StoredTransaction } from './stored-transaction';

const transactionDecoder = getTransactionDecoder();
const messageDecoder = getCompiledTransactionMessageDecoder();

/** Index of the last instruction for the program, from 0; `undefined` if there is none. */
export function lastPlaceOfProgram(
  kept: Pick<StoredTransaction, 'wireBytes'>,
  program: Address,
): number | undefined {
  const message = messageDecoder.decode(transactionDecoder.decode(kept.wireBytes).messageBytes);
  if (message.version === 1) return undefined;
  const place = message.instructions.findLastIndex(
    ({ programAddressIndex }) => message.staticAccounts[programAddressIndex] === program,
  );
  return place === -1 ? undefined : place;
}
