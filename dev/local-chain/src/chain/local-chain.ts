import { EventEmitter } from 'node:events';
import type { Address, EncodedAccount, KeyPairSigner, Signature } from '@solana/kit';
import type { Block } from './block';
import { BlockTimer } from './block-timer';
import { settingsOf } from './chain-options';
import type { ChainSettings, LocalChainOptions } from './chain-options';
import type { Commitment } from './commitment';
import { decodeTransaction, parseTransaction } from './decode-transaction';
import type { DecodedTransaction, ParsedTransaction } from './decode-transaction';
import { namesDurableNonce } from './durable-nonce';
import type { Execution } from './executor';
import { airdropTransaction, faucetSigner, mintTransaction } from './faucet';
import type { FaucetContext } from './faucet';
import type { SignaturePage } from './history';
import { Ledger } from './ledger';
import type { Fork } from './ledger';
import type { LatestBlockhash } from './lifetime';
import { BLOCKHASH_BLOCKS, BLOCKS_AFTER_FINAL } from './limits';
import { changesOf, storedTransaction } from './store-transaction';
import type { StoredTransaction } from './stored-transaction';
import { TransactionRejected } from './transaction-rejected';

export interface ChainEvents {
  /** A transaction landed in the open block. */
  transaction: [transaction: StoredTransaction];
  /** A new block is open; the one before it is sealed. */
  block: [block: Block];
  /** The newest blocks were dropped; a `block` event follows. */
  fork: [fork: Fork];
}

/**
 * A chain in this process. LiteSVM executes the transactions; this class adds what an executor lacks: slots,
 * blockhashes that expire, reads at a commitment, history, forks, and a data folder to continue from.
 *
 * The newest block is open: a submitted transaction joins it at once and is `processed`. Every transaction is on disk
 * before its caller is answered, so `kill -9` loses none that was acknowledged.
 */
export class LocalChain extends EventEmitter<ChainEvents> {
  private readonly settings: ChainSettings;
  private readonly ledger: Ledger;
  private readonly faucetSigner: KeyPairSigner;
  private faucetCount = 0;
  private readonly timer: BlockTimer;
  /** Height that must become final. */
  private wantedHeight: number;

  /**
   * Opens a new chain, or continues the one in `dataDir`. It makes no blocks until `start`.
   *
   * @throws RangeError for impossible confirmation depths, Error for a data folder of another version
   */
  static async open(options: LocalChainOptions = {}): Promise<LocalChain> {
    const settings = settingsOf(options);
    return new LocalChain(settings, await faucetSigner(settings.faucetSeed));
  }

  private constructor(settings: ChainSettings, faucet: KeyPairSigner) {
    super();
    this.settings = settings;
    this.faucetSigner = faucet;
    this.ledger = new Ledger(settings, faucet.address);
    this.wantedHeight = this.ledger.history.tip.height;
    this.timer = new BlockTimer({
      pace: settings.blocks,
      slotMs: settings.slotMs,
      isWanted: () => this.heightAt('finalized') < this.wantedHeight,
      openBlock: () => this.advance(),
    });
  }

  /** Starts making blocks by time. */
  start(): this {
    this.timer.start();
    return this;
  }

  /** Stops making blocks; reads and transactions still work. */
  stop(): void {
    this.timer.stop();
  }

  /** Stops permanently and closes the data folder. */
  close(): void {
    this.stop();
    this.ledger.close();
  }

  /** Seals the open block and opens the next, `slots` times. */
  advance(slots = 1): void {
    for (let count = 0; count < slots; count++)
      this.emit('block', this.ledger.openBlock(this.slot + 1));
  }

  /**
   * Simulates a fork switch: drops the newest `slots` blocks that are not final, with their transactions, blockhashes
   * and effects. Their slots count as skipped; a dropped transaction may land again if it is sent again.
   *
   * @returns the signatures of the dropped transactions
   */
  fork(slots: number): Signature[] {
    const next = this.slot + 1;
    const fork = this.ledger.fork(slots);
    this.emit('fork', fork);
    this.emit('block', this.ledger.openBlock(next));
    this.wantFinal();
    return fork.dropped.map(({ signature }) => signature);
  }

  /** Sets the chain's clock to `unixSeconds` in a new block; it continues from there. */
  setClock(unixSeconds: number): void {
    this.ledger.setClock(unixSeconds);
    this.advance();
  }

  /** Makes no block for a while: transactions are processed, but none is confirmed. */
  stall(durationMs: number): void {
    this.timer.stall(durationMs);
  }

  get genesisHash(): string {
    return this.ledger.genesisHash;
  }

  get faucet(): Address {
    return this.faucetSigner.address;
  }

  get slot(): number {
    return this.ledger.history.tip.slot;
  }

  get transactionCount(): number {
    return this.ledger.history.transactionCount;
  }

  get firstAvailableSlot(): number {
    return this.ledger.history.oldest.slot;
  }

  heightAt(commitment: Commitment): number {
    return this.ledger.heightAt(commitment);
  }

  /** The newest block visible at this commitment. */
  blockAt(commitment: Commitment): Block {
    return this.ledger.history.atHeight(this.heightAt(commitment))!;
  }

  /** `undefined` for a slot that was skipped, is in the future, or is no longer in the history. */
  blockInSlot(slot: number): Block | undefined {
    return this.ledger.history.atSlot(slot);
  }

  blockAtHeight(height: number): Block | undefined {
    return this.ledger.history.atHeight(height);
  }

  /** Slots with a block in `[from, to]`, lowest first. */
  slotsBetween(from: number, to: number, limit: number): number[] {
    return this.ledger.history.slotsBetween(from, to, limit);
  }

  latestBlockhash(commitment: Commitment = 'finalized'): LatestBlockhash {
    const { blockhash, height } = this.blockAt(commitment);
    return { blockhash, lastValidBlockHeight: BigInt(height + BLOCKHASH_BLOCKS) };
  }

  /** True if a transaction that names this hash may still land. */
  isBlockhashValid(blockhash: string, commitment: Commitment = 'processed'): boolean {
    const block = this.ledger.history.withBlockhash(blockhash);
    const height = this.heightAt(commitment);
    if (block === undefined || block.height > height) return false;
    return height - block.height <= BLOCKHASH_BLOCKS;
  }

  account(address: Address, commitment: Commitment = 'processed'): EncodedAccount | null {
    return this.ledger.states.read(address, this.heightAt(commitment));
  }

  /** Built-in programs and sysvars, which no transaction writes, are not included. */
  programAccounts(program: Address, commitment: Commitment = 'processed'): EncodedAccount[] {
    return this.ledger.states.ownedBy(program, this.heightAt(commitment));
  }

  transaction(
    signature: Signature,
    commitment: Commitment = 'processed',
  ): StoredTransaction | undefined {
    const found = this.ledger.history.transaction(signature);
    return found !== undefined && found.height <= this.heightAt(commitment) ? found : undefined;
  }

  commitmentOf({ height }: StoredTransaction): Commitment {
    if (height <= this.heightAt('finalized')) return 'finalized';
    return height <= this.heightAt('confirmed') ? 'confirmed' : 'processed';
  }

  signaturesFor(address: Address, page: SignaturePage): StoredTransaction[] {
    return this.ledger.history.signaturesFor(address, page);
  }

  rentExemptLamports(bytes: number): bigint {
    return this.ledger.executor.rentExemptLamports(bytes);
  }

  /**
   * Executes a transaction and records it in the open block, also if it fails there.
   *
   * @throws TransactionRejected if no block accepts it: unsigned, expired, already seen, or its payer cannot pay
   * @throws MalformedTransaction if the bytes are no transaction
   */
  submit(sent: Uint8Array | ParsedTransaction): StoredTransaction {
    const { executor, history } = this.ledger;
    this.ledger.requireWritable();
    const parsed = 'wire' in sent ? sent : parseTransaction(sent);
    const transaction = decodeTransaction(parsed, this.read);
    if (history.transaction(transaction.signatures[0]!) !== undefined) {
      throw new TransactionRejected('AlreadyProcessed');
    }
    this.requireLifetime(transaction);
    const before = transaction.addresses.map(this.read);
    const execution = executor.execute(parsed.transaction);
    const after = transaction.addresses.map((address, index) =>
      transaction.writable[index] ? executor.account(address) : before[index]!,
    );
    // A failure that cost the payer nothing happened before execution began: no block includes it.
    if (execution.error !== null && before[0]?.lamports === after[0]?.lamports) {
      throw new TransactionRejected(execution.error, execution.logs, execution.computeUnits);
    }
    const changes = changesOf(transaction, before, after);
    const stored = storedTransaction(
      { wire: parsed.wire, transaction, execution, before, after, block: history.tip },
      (address) => changes.get(address) ?? this.read(address),
    );
    const found = new Map(transaction.addresses.map((address, index) => [address, before[index]!]));
    this.ledger.add(stored, [...changes], (address) => found.get(address)!);
    this.emit('transaction', stored);
    this.wantFinal();
    return stored;
  }

  /**
   * The result `submit` would have, without effect.
   *
   * @throws TransactionRejected, MalformedTransaction as `submit` does
   */
  simulate(
    sent: Uint8Array | ParsedTransaction,
    options: { verifySignatures: boolean; replaceBlockhash: boolean },
  ): Execution & { readonly accounts: readonly EncodedAccount[] } {
    const parsed = 'wire' in sent ? sent : parseTransaction(sent);
    const transaction = decodeTransaction(parsed, this.read);
    if (!options.replaceBlockhash) this.requireLifetime(transaction);
    return this.ledger.executor.simulate(parsed.transaction, options);
  }

  /** Native units from the faucet, by an ordinary transaction. */
  airdrop(recipient: Address, lamports: bigint): Promise<Signature> {
    return this.submitAsFaucet((context) => airdropTransaction(context, recipient, lamports));
  }

  /**
   * Tokens for the owner's associated account, which is created if needed: minted if the faucet is the mint's
   * authority, otherwise from the faucet's own stock.
   *
   * @throws FaucetError if there is no such mint or not enough stock
   */
  mint(request: { mint: Address; owner: Address; amount: bigint }): Promise<Signature> {
    return this.submitAsFaucet((context) => mintTransaction(context, request, this.read));
  }

  private readonly read = (address: Address): EncodedAccount | null =>
    this.ledger.states.read(address);

  /** Makes the open block's content become final. */
  private wantFinal(): void {
    const wasIdle = this.heightAt('finalized') >= this.wantedHeight;
    this.wantedHeight = this.ledger.history.tip.height + BLOCKS_AFTER_FINAL;
    if (wasIdle) this.timer.wake();
  }

  private async submitAsFaucet(
    make: (context: FaucetContext) => Promise<Uint8Array>,
  ): Promise<Signature> {
    this.faucetCount += 1;
    const wire = await make({
      faucet: this.faucetSigner,
      // Not the newest hash: if a fork drops this transaction, it must still be possible to send it.
      lifetime: this.latestBlockhash('finalized'),
      count: `${this.slot}.${this.faucetCount}`,
    });
    return this.submit(wire).signature;
  }

  private requireLifetime(named: DecodedTransaction): void {
    if (this.isBlockhashValid(named.blockhash) || namesDurableNonce(named, this.read)) return;
    throw new TransactionRejected('BlockhashNotFound');
  }
}
