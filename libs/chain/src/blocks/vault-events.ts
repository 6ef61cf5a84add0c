import { credit, vaultEventsOfLog } from '@bellwether/vault-program';
import type { VaultEvent } from '@bellwether/vault-program';
import type { Address } from '../address';
import { TOKEN_PROGRAM } from '../programs';
import type { Vault } from '../vault/vault-addresses';
import type { Block, BlockInstruction, BlockTransaction } from './block';

export interface VaultEventSeen {
  readonly slot: number;
  readonly transactionIndex: number;
  readonly signature: string;
  /** Place among the vault's events of the transaction, from 0. */
  readonly eventIndex: number;
  readonly event: VaultEvent;
}

/** A credit as the instructions show it. */
export interface InstructedCredit {
  readonly proxy: Address;
  /** Null where the node left out what the vault called. */
  readonly amount: bigint | null;
}

/**
 * A transaction in which the vault ran, and whose log does not say all: anybody may fill a log before calling `credit`, and
 * a node may leave logs out. What the vault credited shows in the instructions, in order; and in the balances, as
 * nothing but the vault takes tokens out of a proxy wallet's accounts, and it takes all that is there.
 */
export interface CutOffLog {
  readonly slot: number;
  readonly transactionIndex: number;
  readonly signature: string;
  readonly credits: readonly InstructedCredit[];
  /** By owner: what its accounts of the vault's token held before, of those that held less afterwards. */
  readonly takenFrom: ReadonlyMap<Address, bigint>;
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
export function vaultEventsOf(block: Block, vault: Pick<Vault, 'program' | 'mint'>): VaultEvents {
  const { program, mint } = vault;
  const events: VaultEventSeen[] = [];
  const cutOff: CutOffLog[] = [];
  for (const transaction of block.transactions) {
    if (transaction.error !== null || !transaction.accounts.includes(program)) continue;
    const { index: transactionIndex, signature, logs } = transaction;
    const where = { slot: block.slot, transactionIndex, signature };
    const told = vaultEventsOfLog(logs, program);
    const credits = creditsOf(transaction, program);
    const toldCredits = told.events.filter(({ kind }) => kind === 'Credit').length;
    // A log of what ran is never empty.
    if (told.isComplete && logs.length > 0 && toldCredits >= credits.length) {
      told.events.forEach((event, eventIndex) => events.push({ ...where, eventIndex, event }));
    } else {
      cutOff.push({ ...where, credits, takenFrom: takenFrom(transaction, mint) });
    }
  }
  return { events, cutOff };
}

function creditsOf(transaction: BlockTransaction, program: Address): InstructedCredit[] {
  const proxyPlace = Object.keys(credit.accounts).indexOf('proxy');
  return transaction.instructions.flatMap((instruction, at) => {
    const isCredit =
      instruction.program === program &&
      credit.discriminator.every((byte, place) => instruction.data[place] === byte);
    const proxy = instruction.accounts[proxyPlace];
    // The vault's one call of `credit`: the transfer out of the proxy's token account.
    const amount = transferredBy(transaction.instructions[at + 1], instruction.depth + 1);
    return isCredit && proxy !== undefined ? [{ proxy, amount }] : [];
  });
}

function takenFrom(transaction: BlockTransaction, mint: Address): ReadonlyMap<Address, bigint> {
  const taken = new Map<Address, bigint>();
  for (const { mint: of, owner, accountIndex, amount } of transaction.tokensBefore) {
    const after = transaction.tokensAfter.find((one) => one.accountIndex === accountIndex);
    if (of !== mint || amount <= (after?.amount ?? 0n)) continue;
    taken.set(owner, (taken.get(owner) ?? 0n) + amount);
  }
  return taken;
}

const TRANSFER_CHECKED = 12;

function transferredBy(called: BlockInstruction | undefined, depth: number): bigint | null {
  if (called === undefined || called.depth !== depth || called.program !== TOKEN_PROGRAM)
    return null;
  const { data } = called;
  if (data[0] !== TRANSFER_CHECKED || data.length !== 10) return null;
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true);
}
