import { sameBytes } from '@bellwether/codec';
import { nativeMovementsIn, signatureBytes, tokenMovementsIn } from '@bellwether/chain';
import type { Address, Block, BlockTransaction, Chain } from '@bellwether/chain';
import { movementPlace } from '@bellwether/funding';
import type { ScanCursors, ScanFindings } from '@bellwether/persistence';
import { TRANSACTIONS_PER_RESCAN } from '../limits';

export interface AccountHistoryParts {
  readonly chain: Pick<Chain, 'signaturesOf' | 'findTransaction'>;
  readonly cursors: Pick<ScanCursors, 'add'>;
  readonly find: (block: Block) => Promise<ScanFindings>;
  readonly now: () => number;
}

export interface Explained {
  /** New deposits and arrivals. */
  readonly added: number;
  /** The balance before the first searched transaction; 0 or less if the search reached the beginning. */
  readonly unexplained: bigint;
}

/**
 * Searches the last transactions of one account for movements that the scan of blocks missed: because they were before
 * the account was watched, or by a mistake. Findings have the keys that the scan would give them, so nothing is written
 * twice.
 */
export class AccountHistory {
  constructor(private readonly parts: AccountHistoryParts) {}

  /**
   * Goes back until the movements explain `amount`, the present balance. What arrived before an outflow may be gone, so
   * it is counted but not recorded.
   * @param upToSlot later movements are found by the scan
   */
  async explain(account: Address, amount: bigint, upToSlot: number): Promise<Explained> {
    const { chain, cursors, find, now } = this.parts;
    const listed = await chain.signaturesOf(account, { limit: TRANSACTIONS_PER_RESCAN });
    const found: ScanFindings[] = [];
    let unexplained = amount;
    let isPast = false;
    for (const { signature, slot, error } of listed) {
      if (slot > upToSlot || error !== null) continue;
      const final = await chain.findTransaction(signature);
      if (final === undefined) continue;
      const { block, transaction } = final;
      const moved = movedIn(transaction, account, block.slot);
      isPast ||= moved < 0n;
      if (!isPast) {
        const findings = await find({ ...block, transactions: [transaction] });
        // It took nothing from this account, but from another one of the wallet.
        isPast = findings.credits?.some(({ side }) => side === null) ?? false;
        const index = transaction.accounts.indexOf(account);
        if (!isPast) found.unshift(onlyOf(findings, signature, index));
      }
      // The balance before it.
      unexplained -= moved;
      if (unexplained <= 0n) break;
    }
    const deposits = found.flatMap((one) => one.deposits ?? []);
    const arrivals = found.flatMap((one) => one.arrivals ?? []);
    return { added: await cursors.add({ deposits, arrivals }, now()), unexplained };
  }
}

function movedIn(transaction: BlockTransaction, account: Address, slot: number): bigint {
  const tokens = tokenMovementsIn(transaction, slot).filter((one) => one.account === account);
  if (tokens.length > 0) {
    return tokens.reduce(
      (sum, { amountBefore, amountAfter }) => sum + amountAfter - amountBefore,
      0n,
    );
  }
  const lamports = nativeMovementsIn(transaction, slot).find((one) => one.account === account);
  return lamports === undefined ? 0n : lamports.lamportsAfter - lamports.lamportsBefore;
}

/** Arrivals at this account. The transaction's other movements belong to their own accounts. */
function onlyOf(findings: ScanFindings, signature: string, accountIndex: number): ScanFindings {
  const isHere = (one: { readonly txSignature: Uint8Array; readonly accountIndex: number }) =>
    movementPlace(one.accountIndex).account === accountIndex &&
    sameBytes(one.txSignature, signatureBytes(signature));
  return {
    deposits: findings.deposits?.filter(isHere) ?? [],
    arrivals: findings.arrivals?.filter(isHere) ?? [],
  };
}
