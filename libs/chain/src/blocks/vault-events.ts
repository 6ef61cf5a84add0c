import { credit, vaultEventsOfLog } from '@bellwether/vault-program';
import type { VaultEvent } from '@bellwether/vault-program';
import type { Address } from '../address';
import { TOKEN_PROGRAM } from '../programs';
import type { Block, BlockInstruction, BlockTransaction } from './block';

export interface VaultEventSeen {
  readonly slot: number;
  readonly transactionIndex: number;
  readonly signature: string;
  /** Place among the vault's events of the transaction, from 0. */
  readonly eventIndex: number;
  readonly event: VaultEvent;
}

/**
 * A transaction in which the vault ran, and whose log was cut off: anybody may fill a log before calling `credit`. Its
 * credits are taken from the instructions instead, in order; each raised its proxy's `creditSeq` by one.
 */
export interface CutOffLog {
  readonly slot: number;
  readonly transactionIndex: number;
  readonly signature: string;
  readonly credits: readonly { readonly proxy: Address; readonly amount: bigint }[];
}

export interface VaultEvents {
  readonly events: readonly VaultEventSeen[];
  /** None of their events are in `events`. */
  readonly cutOff: readonly CutOffLog[];
}

/**
 * What the vault program told in a block, in the block's order. Failed transactions told nothing.
 * @throws DecodeError where the vault logged an event in a form that this version does not know
 */
export function vaultEventsOf(block: Block, program: Address): VaultEvents {
  const events: VaultEventSeen[] = [];
  const cutOff: CutOffLog[] = [];
  for (const transaction of block.transactions) {
    if (transaction.error !== null || !transaction.accounts.includes(program)) continue;
    const { index: transactionIndex, signature } = transaction;
    const where = { slot: block.slot, transactionIndex, signature };
    const told = vaultEventsOfLog(transaction.logs, program);
    if (told.isComplete) {
      told.events.forEach((event, eventIndex) => events.push({ ...where, eventIndex, event }));
    } else if (transaction.instructions.some((instruction) => instruction.program === program)) {
      cutOff.push({ ...where, credits: creditsOf(transaction, program) });
    }
  }
  return { events, cutOff };
}

function creditsOf(transaction: BlockTransaction, program: Address): CutOffLog['credits'] {
  const proxyPlace = Object.keys(credit.accounts).indexOf('proxy');
  return transaction.instructions.flatMap((instruction, at) => {
    const isCredit =
      instruction.program === program &&
      credit.discriminator.every((byte, place) => instruction.data[place] === byte);
    const proxy = instruction.accounts[proxyPlace];
    // The vault's one call of `credit`: the transfer out of the proxy's token account.
    const amount = transferredBy(transaction.instructions[at + 1], instruction.depth + 1);
    return isCredit && proxy !== undefined && amount !== undefined ? [{ proxy, amount }] : [];
  });
}

const TRANSFER_CHECKED = 12;

function transferredBy(called: BlockInstruction | undefined, depth: number): bigint | undefined {
  if (called === undefined || called.depth !== depth || called.program !== TOKEN_PROGRAM)
    return undefined;
  const { data } = called;
  if (data[0] !== TRANSFER_CHECKED || data.length !== 10) return undefined;
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true);
}
