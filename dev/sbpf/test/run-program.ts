import {
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  generateKeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  signTransaction,
} from '@solana/kit';
import { Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm';

const PROGRAM = address('BeLLwetherTest11111111111111111111111111111');
const TIME_SECONDS = 1_000n;

/**
 * Runs a program once in a machine of its own.
 * @param options.accounts how often the same account is named
 */
export async function runProgram(
  program: Uint8Array,
  data: Uint8Array,
  options: { readonly accounts: number },
): Promise<{ readonly logs: readonly string[]; readonly result: string }> {
  const svm = new LiteSVM();
  svm.addProgram(PROGRAM, program);
  const { slot } = svm.getClock();
  svm.setClock(new Clock(slot + 1n, 0n, 0n, 1n, TIME_SECONDS)); // it does not run in the slot it came in
  const payer = await generateKeyPairSigner();
  svm.airdrop(payer.address, lamports(1_000_000_000n));
  const accounts = Array.from({ length: options.accounts }, () => ({
    address: payer.address,
    role: 0,
  }));
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayer(payer.address, m),
    (m) => svm.setTransactionMessageLifetimeUsingLatestBlockhash(m),
    (m) => appendTransactionMessageInstruction({ programAddress: PROGRAM, accounts, data }, m),
  );
  const sent = svm.sendTransaction(
    await signTransaction([payer.keyPair], compileTransaction(message)),
  );
  if (!(sent instanceof FailedTransactionMetadata)) return { logs: sent.logs(), result: 'ok' };
  const logs = sent.meta().logs();
  const last = logs.findLast((line) => line.includes(' failed: ')) ?? sent.toString();
  return { logs, result: last.slice(last.indexOf(' failed: ') + ' failed: '.length) };
}
