import { credit, vaultEventsOfLog } from '@bellwether/vault-program';
import type { VaultEvent } from '@bellwether/vault-program';
import { addressOf } from '../address';
import type { Address } from '../address';
import { TOKEN_PROGRAM } from '../programs';
import type { Vault } from '../vault/vault-addresses';
import type { Block, BlockInstruction, BlockTransaction } from './block';

export interface VaultEventSeen {
  readonly slot: number;
  readonly transactionIndex: number;
  readonly signature: string;
  /** Position among the vault's events of the transaction, from 0. */
  readonly eventIndex: number;
  readonly event: VaultEvent;
  /** The account that a credit swept; null for other events, and if the node left out too much to determine it. */
  readonly swept: SweptAccount | null;
}

/** A token account of a proxy wallet. The vault credits any of them, and anyone may give a wallet additional ones. */
export interface SweptAccount {
  readonly account: Address;
  /** Index in the transaction's account list. */
  readonly accountIndex: number;
}

/** A credit as the instructions show it. */
export interface InstructedCredit {
  readonly proxy: Address;
  readonly swept: SweptAccount;
  /** Null if the node left out the vault's inner instructions. */
  readonly amount: bigint | null;
}

/**
 * A transaction that ran the vault and whose log is incomplete: anyone may fill a log before calling `credit`, and a
 * node may leave logs out. The instructions still show the vault's credits, in order. So do the balances: only the
 * vault takes tokens out of a proxy wallet's accounts, and it takes all of them.
 */
export interface CutOffLog {
  readonly slot: number;
  readonly transactionIndex: number;
  readonly signature: string;
  readonly credits: readonly InstructedCredit[];
  /** The accounts of the vault's token that held less afterwards. */
  readonly takenFrom: readonly TakenFrom[];
}

export interface TakenFrom {
  readonly owner: Address;
  readonly swept: SweptAccount;
  /** The amount held before. */
  readonly amount: bigint;
}

export interface VaultEvents {
  readonly events: readonly VaultEventSeen[];
  /** None of their events are in `events`. */
  readonly cutOff: readonly CutOffLog[];
}

/**
 * The vault program's events in a block, in the block's order. Failed transactions have none.
 * @throws DecodeError if the vault logged an event in a form that this version does not know
 */
export function vaultEventsOf(block: Block, vault: Pick<Vault, 'program' | 'mint'>): VaultEvents {
  const { program, mint } = vault;
  const events: VaultEventSeen[] = [];
  const cutOff: CutOffLog[] = [];
  for (const transaction of block.transactions) {
    if (transaction.error !== null || !transaction.accounts.includes(program)) continue;
    const { index: transactionIndex, signature, logs } = transaction;
    const where = { slot: block.slot, transactionIndex, signature };
    const logged = vaultEventsOfLog(logs, program);
    const credits = creditsOf(transaction, program);
    const loggedCredits = logged.events.filter((event) => event.kind === 'Credit');
    // A complete log of a program that ran is never empty.
    if (logged.isComplete && logs.length > 0 && loggedCredits.length >= credits.length) {
      // Both are in execution order.
      const instructed = loggedCredits.length === credits.length ? credits : [];
      logged.events.forEach((event, eventIndex) => {
        const swept =
          event.kind === 'Credit'
            ? (instructed[loggedCredits.indexOf(event)]?.swept ??
              sweptByBalances(addressOf(event.proxy), transaction, mint))
            : null;
        events.push({ ...where, eventIndex, event, swept });
      });
    } else {
      cutOff.push({ ...where, credits, takenFrom: takenFrom(transaction, mint) });
    }
  }
  return { events, cutOff };
}

function creditsOf(transaction: BlockTransaction, program: Address): InstructedCredit[] {
  const names = Object.keys(credit.accounts);
  const [proxyPlace, tokenPlace] = [names.indexOf('proxy'), names.indexOf('proxyToken')];
  return transaction.instructions.flatMap((instruction, at) => {
    const isCredit =
      instruction.program === program &&
      credit.discriminator.every((byte, place) => instruction.data[place] === byte);
    const [proxy, account] = [instruction.accounts[proxyPlace], instruction.accounts[tokenPlace]];
    // The only call that `credit` makes: the transfer out of the proxy's token account.
    const amount = transferredBy(transaction.instructions[at + 1], instruction.depth + 1);
    if (!isCredit || proxy === undefined || account === undefined) return [];
    const swept = { account, accountIndex: transaction.accounts.indexOf(account) };
    return [{ proxy, swept, amount }];
  });
}

/** If a node left out inner instructions, among them the credit: an account of the proxy wallet that changed. */
function sweptByBalances(
  proxy: Address,
  transaction: BlockTransaction,
  mint: Address,
): SweptAccount | null {
  const taken = takenFrom(transaction, mint).filter(({ owner }) => owner === proxy);
  if (taken.length > 0) return taken.length === 1 ? taken[0]!.swept : null;
  const balances = [...transaction.tokensBefore, ...transaction.tokensAfter];
  const own = balances.filter((one) => one.mint === mint && one.owner === proxy);
  const [accountIndex, ...others] = new Set(own.map((one) => one.accountIndex));
  const account = accountIndex === undefined ? undefined : transaction.accounts[accountIndex];
  if (accountIndex === undefined || account === undefined || others.length > 0) return null;
  return { account, accountIndex };
}

function takenFrom(transaction: BlockTransaction, mint: Address): TakenFrom[] {
  return transaction.tokensBefore.flatMap(({ mint: of, owner, accountIndex, amount }) => {
    const after = transaction.tokensAfter.find((one) => one.accountIndex === accountIndex);
    const account = transaction.accounts[accountIndex];
    if (of !== mint || account === undefined || amount <= (after?.amount ?? 0n)) return [];
    return [{ owner, swept: { account, accountIndex }, amount }];
  });
}

const TRANSFER_CHECKED = 12;

function transferredBy(called: BlockInstruction | undefined, depth: number): bigint | null {
  if (called === undefined || called.depth !== depth || called.program !== TOKEN_PROGRAM)
    return null;
  const { data } = called;
  if (data[0] !== TRANSFER_CHECKED || data.length !== 10) return null;
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true);
}
