/**
 * The lookup table of an app's key on a chain. Its address follows from the key and the slot of its creation, and is
 * stored on the chain: the key's account of wrapped lamports has the table as its delegate, for an amount of 0. So
 * a restart needs no row and no history (nodes keep two days of it), and creation and pointer are one transaction. If
 * somebody closes that account, another table is made: a lost one costs only its rent, which is capital.
 */
import { Fault } from '@bellwether/errors';
import type { Instruction } from '@solana/kit';
import type { Address } from '../address';
import type { Chain } from '../connect-chain';
import type { Signer } from '../keys/signer';
import { LOOKUP_ADDRESSES_PER_TRANSACTION, MAX_LOOKUP_ADDRESSES } from '../limits';
import { NATIVE_MINT } from '../programs';
import { parseTokenAccount } from '../tokens/token-account';
import { associatedTokenAddress } from '../tokens/token-address';
import { approveDelegate, createAssociatedToken } from '../tokens/token-instructions';
import { createLookupTable, extendLookupTable, parseLookupTable } from './lookup-table';
import type { LookupTable } from './lookup-table';
import type { StoredTransaction } from './stored-transaction';

export class OwnLookupTable {
  private known: LookupTable | undefined;
  /** Not stored: if it is lost and lands nevertheless, its addresses are found, or are in the table twice. */
  private underWay: StoredTransaction | undefined;

  /** @param owner has authority over the table, and pays for it */
  constructor(
    private readonly chain: Pick<
      Chain,
      'advance' | 'buildTransaction' | 'finalizedSlot' | 'readAccount'
    >,
    private readonly owner: Signer,
  ) {}

  /**
   * The table, once it holds all these addresses. Until then each call makes one step towards it, and the caller does
   * without a table or asks again.
   * @param addresses at most MAX_LOOKUP_ADDRESSES
   * @throws Fault (retry) if the chain refused a step; CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
   */
  async holding(addresses: readonly Address[]): Promise<LookupTable | undefined> {
    if (missingIn(this.known, addresses).length === 0) return this.known;
    if (this.underWay !== undefined && !(await this.isOver(this.underWay))) return undefined;
    this.underWay = undefined;
    this.known = await this.read();
    if (missingIn(this.known, addresses).length === 0) return this.known;
    const instructions = await this.nextStep(addresses);
    this.underWay = await this.chain.buildTransaction({ instructions, feePayer: this.owner });
    await this.chain.advance(this.underWay);
    return undefined;
  }

  private async isOver(kept: StoredTransaction): Promise<boolean> {
    const state = await this.chain.advance(kept);
    if (state.state === 'final' && state.error !== null) {
      this.underWay = undefined;
      throw new Fault('retry', `the chain refused a lookup table: ${state.error}`);
    }
    return state.state === 'final' || state.state === 'expired';
  }

  private async read(): Promise<LookupTable | undefined> {
    const pointer = await associatedTokenAddress(this.owner.address, NATIVE_MINT);
    const found = await this.chain.readAccount(pointer);
    const table = found === null ? null : (parseTokenAccount(found)?.delegate ?? null);
    const account = table === null ? null : await this.chain.readAccount(table);
    return account === null ? undefined : parseLookupTable(account, this.owner.address);
  }

  /** As many of the addresses as fit, in the table that there is or in a new one. */
  private async nextStep(addresses: readonly Address[]): Promise<Instruction[]> {
    const owner = this.owner.address;
    const missing = missingIn(this.known, addresses);
    const hasRoom = (this.known?.addresses.length ?? 0) + missing.length <= MAX_LOOKUP_ADDRESSES;
    if (this.known !== undefined && hasRoom) {
      const added = missing.slice(0, LOOKUP_ADDRESSES_PER_TRANSACTION);
      return [extendLookupTable(owner, this.known.address, added)];
    }
    const { address, instruction } = await createLookupTable(
      owner,
      await this.chain.finalizedSlot(),
    );
    const added = addresses.slice(0, LOOKUP_ADDRESSES_PER_TRANSACTION);
    const account = await associatedTokenAddress(owner, NATIVE_MINT);
    return [
      await createAssociatedToken({ payer: owner, owner, mint: NATIVE_MINT }),
      instruction,
      extendLookupTable(owner, address, added),
      approveDelegate({ account, delegate: address, owner, amount: 0n }),
    ];
  }
}

/** Without repeats; all of them if there is no table. */
function missingIn(table: LookupTable | undefined, addresses: readonly Address[]): Address[] {
  const there = new Set(table?.addresses);
  return [...new Set(addresses)].filter((one) => !there.has(one));
}
