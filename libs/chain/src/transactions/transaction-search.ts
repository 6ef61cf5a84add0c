import type { Address } from '../address';
import type { Chain } from '../connect-chain';
import {
  MAX_SEARCHED_SIGNATURES,
  SIGNATURES_PER_PAGE,
  SIGNATURE_PAGES_PER_LISTING,
  TRANSACTIONS_PER_SEARCH,
} from '../limits';
import type { FinalTransaction } from './find-transaction';

interface Place {
  /** Still to be examined, newest first; taken from the end. */
  readonly signatures: string[];
  /** True if there are older ones than these. */
  readonly isCut: boolean;
  readonly oldest: string | undefined;
}

/**
 * Looks for one transaction among those that name an account, which anyone can do any number of times. So it examines
 * all of them, oldest of a listing first, some in each call, and continues where the last call stopped. At the end it
 * starts again: a node may have learned of more since.
 */
export class TransactionSearch {
  private readonly places = new Map<Address, Place>();

  constructor(private readonly chain: Pick<Chain, 'signaturesOf' | 'findTransaction'>) {}

  /**
   * @returns the first that succeeded and matches; `undefined` if none of this call's does
   * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT: the next call examines the same ones again
   */
  async find(
    account: Address,
    isIt: (found: FinalTransaction) => boolean | Promise<boolean>,
  ): Promise<FinalTransaction | undefined> {
    const place = this.places.get(account) ?? (await this.listed(account, undefined));
    this.remember(account, place);
    const { signatures } = place;
    for (let seen = 0; seen < TRANSACTIONS_PER_SEARCH; seen++) {
      const signature = signatures.at(-1);
      if (signature === undefined) break;
      const found = await this.chain.findTransaction(signature);
      const isWanted = found !== undefined && (await isIt(found));
      signatures.pop();
      if (!isWanted) continue;
      this.places.delete(account);
      return found;
    }
    if (signatures.length > 0) return undefined;
    this.places.delete(account);
    if (place.isCut) this.remember(account, await this.listed(account, place.oldest));
    return undefined;
  }

  /** Whether some were not examined yet: if not, the last call that found nothing had seen all of them. */
  isUnderWay(account: Address): boolean {
    return this.places.has(account);
  }

  private async listed(account: Address, from: string | undefined): Promise<Place> {
    const signatures: string[] = [];
    let oldest = from;
    for (let page = 0; page < SIGNATURE_PAGES_PER_LISTING; page++) {
      const before = oldest === undefined ? {} : { before: oldest };
      const limit = SIGNATURES_PER_PAGE;
      const listed = await this.chain.signaturesOf(account, { limit, ...before });
      for (const { signature, error } of listed) if (error === null) signatures.push(signature);
      oldest = listed.at(-1)?.signature ?? oldest;
      if (listed.length < limit) return { signatures, isCut: false, oldest };
    }
    return { signatures, isCut: true, oldest };
  }

  private remember(account: Address, place: Place): void {
    this.places.delete(account);
    this.places.set(account, place);
    let remembered = 0;
    for (const { signatures } of this.places.values()) remembered += signatures.length;
    // Evicts the searches unused for longest; they will start again.
    for (const [other, { signatures }] of this.places) {
      if (remembered <= MAX_SEARCHED_SIGNATURES || other === account) return;
      this.places.delete(other);
      remembered -= signatures.length;
    }
  }
}
