/** What a transaction, of any sender, paid out of split accounts. */
import { readPay } from '@bellwether/split-program';
import type { SplitList } from '@bellwether/split-program';
import { bytesOfAddress } from '../address';
import type { Address } from '../address';
import type { BlockInstruction, BlockTransaction } from '../blocks/block';
import { TOKEN_PROGRAM } from '../programs';

export interface SplitPayment {
  /** The split account: it was closed. */
  readonly token: Address;
  readonly owner: Address;
  readonly mint: Address;
  readonly split: SplitList;
  /** By entry: whether its account was paid. */
  readonly paid: readonly boolean[];
  /** The split account that now holds the amounts of the others; null if all were paid. */
  readonly remainder: Address | null;
  /** What lay in the account beyond the sum: the first that was paid got it too. */
  readonly surplusMicroUsdc: bigint;
}

/**
 * One payment for each `pay` of a successful transaction, in order, including those that programs called. What was paid
 * is read from the transfers that the program made, not from balances: a recipient may pass on in the same transaction
 * what it got, as a proxy wallet does, and then its balance does not show it. The transaction must have been read with
 * the instructions of the split program (or of all programs). A list with an amount that is no safe integer is nobody's
 * here, and left out.
 */
export function splitPaymentsIn(program: Address, transaction: BlockTransaction): SplitPayment[] {
  if (transaction.error !== null) return [];
  return transaction.instructions.flatMap((instruction, at) => {
    if (instruction.program !== program) return [];
    const read = readPay(instruction.data, instruction.accounts);
    if (read === undefined || !read.amounts.every(isSafe)) return [];
    const { splitToken, owner, mint, recipients } = read;
    const transfers = transfersUntilClosed(splitToken, transaction.instructions.slice(at + 1));
    if (transfers === undefined) return [];
    const paidTo = new Set(transfers.map(({ to }) => to));
    // An account that is named twice is paid twice or not at all.
    const paid = recipients.map((recipient) => paidTo.has(recipient));
    const sum = read.amounts.reduce((total, amount) => total + amount, 0n);
    const moved = transfers.reduce((total, { amount }) => total + amount, 0n);
    return [
      {
        token: splitToken,
        owner,
        mint,
        split: {
          salt: read.salt,
          rentTo: bytesOfAddress(read.rentTo),
          entries: recipients.map((recipient, place) => ({
            account: bytesOfAddress(recipient),
            amountMicroUsdc: Number(read.amounts[place]),
          })),
        },
        paid,
        remainder: paid.includes(false) ? (read.remainder ?? null) : null,
        surplusMicroUsdc: moved - sum,
      },
    ];
  });
}

const isSafe = (amount: bigint): boolean => amount <= BigInt(Number.MAX_SAFE_INTEGER);

const CLOSE_ACCOUNT = 9;
const TRANSFER_CHECKED = 12;

interface Transfer {
  readonly to: Address;
  readonly amount: bigint;
}

/** The program's calls: transfers out of the split account, then its end. `undefined` if a node left them out. */
function transfersUntilClosed(
  splitToken: Address,
  called: readonly BlockInstruction[],
): Transfer[] | undefined {
  const transfers: Transfer[] = [];
  for (const { program, accounts, data } of called) {
    if (program !== TOKEN_PROGRAM || accounts[0] !== splitToken) return undefined;
    if (data[0] === CLOSE_ACCOUNT) return transfers;
    const to = accounts[2];
    if (data[0] !== TRANSFER_CHECKED || to === undefined) return undefined;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    transfers.push({ to, amount: view.getBigUint64(1, true) });
  }
  return undefined;
}
