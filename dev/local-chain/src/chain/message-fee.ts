import { getCompiledTransactionMessageDecoder } from '@solana/kit';
import { MalformedTransaction } from './decode-transaction';
import {
  COMPUTE_BUDGET_PROGRAM,
  ED25519_PROGRAM,
  SECP256K1_PROGRAM,
  SYSTEM_PROGRAM,
} from './program-addresses';

/** Units an instruction may use where the message sets no limit; those of the SVM itself need few. */
const DEFAULT_UNITS = 200_000n;
const BUILT_IN_UNITS = 3_000n;
const BUILT_INS: ReadonlySet<string | undefined> = new Set([
  SYSTEM_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  ED25519_PROGRAM,
  SECP256K1_PROGRAM,
]);
const SET_LIMIT = 2;
const SET_PRICE = 3;
const MICRO_LAMPORTS = 1_000_000n;

/**
 * What a message will be charged: its signatures, those that precompiles check for it, and its priority.
 *
 * @throws MalformedTransaction when the bytes are no message
 */
export function messageFeeOf(
  message: Uint8Array,
  lamportsPerSignature: bigint,
): { fee: bigint; blockhash: string } {
  const decoded = decodedMessage(message);
  if (decoded.version === 1) throw new MalformedTransaction('version 1 is not supported');
  const { header, staticAccounts, instructions, lifetimeToken } = decoded;
  let signatures = BigInt(header.numSignerAccounts);
  let limit: bigint | undefined;
  let price = 0n;
  let byDefault = 0n;
  for (const { programAddressIndex, data = new Uint8Array() } of instructions) {
    const program = staticAccounts[programAddressIndex];
    byDefault += BUILT_INS.has(program) ? BUILT_IN_UNITS : DEFAULT_UNITS;
    if (program !== COMPUTE_BUDGET_PROGRAM) {
      const isPrecompile = program === ED25519_PROGRAM || program === SECP256K1_PROGRAM;
      if (isPrecompile) signatures += BigInt(data[0] ?? 0);
      continue;
    }
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    if (data[0] === SET_LIMIT) limit = BigInt(view.getUint32(1, true));
    if (data[0] === SET_PRICE) price = view.getBigUint64(1, true);
  }
  const units = limit ?? byDefault;
  const priority = (price * units + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS; // the chain rounds up
  return { fee: lamportsPerSignature * signatures + priority, blockhash: lifetimeToken };
}

function decodedMessage(message: Uint8Array) {
  try {
    return getCompiledTransactionMessageDecoder().decode(message);
  } catch (error) {
    throw new MalformedTransaction(error instanceof Error ? error.message : String(error));
  }
}
