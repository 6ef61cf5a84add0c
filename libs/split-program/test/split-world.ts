import { readFileSync } from 'node:fs';
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  signTransaction,
} from '@solana/kit';
import type { Address, EncodedAccount, Instruction, KeyPairSigner } from '@solana/kit';
import { sha256 } from '@noble/hashes/sha2.js';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { SPLIT_PROGRAM_ID, payAccounts, payData, splitErrorOf, splitSeeds } from '../src/index';
import type { SplitList } from '../src/index';

export const PROGRAM_FILE = new URL('../split.so', import.meta.url);
export const PROGRAM = address(SPLIT_PROGRAM_ID);
export const SYSTEM_PROGRAM = address('11111111111111111111111111111111');
export const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
export const TOKEN_PROGRAM = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ASSOCIATED_TOKEN_PROGRAM = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const TOKEN_ACCOUNT_BYTES = 165;
const WALLET_LAMPORTS = 10_000_000_000n;
export const TOKEN_ACCOUNT_LAMPORTS = 2_039_280n;

export const bytesOf = (key: Address): Uint8Array =>
  new Uint8Array(getAddressEncoder().encode(key));
export const addressOf = (bytes: Uint8Array): Address => getAddressDecoder().decode(bytes);
/** An address derived from a name, to which no one has a key. */
export const named = (name: string): Address => addressOf(sha256(new TextEncoder().encode(name)));

export const MINT = named('mint');
export const OTHER_MINT = named('another mint');
export const RENT_TO = named('who gets the rent');
/** Of the lists of a test, unless it needs another. */
const SALT = bytesOf(named('the account of a message'));

/** 0 uninitialized, 1 initialized, 2 frozen. */
export type TokenState = 0 | 1 | 2;

export interface Outcome {
  /** `ok`, the program's error name, or the runtime's error. */
  readonly result: string;
  readonly computeUnits: number;
  readonly bytes: number;
}

export interface Place {
  readonly owner: Address;
  readonly token: Address;
  readonly bump: number;
}

export const listOf = (...entries: readonly (readonly [Address, number])[]): SplitList => ({
  salt: SALT,
  rentTo: bytesOf(RENT_TO),
  entries: entries.map(([account, amountMicroUsdc]) => ({
    account: bytesOf(account),
    amountMicroUsdc,
  })),
});

export async function placeOf(list: SplitList, mint = MINT): Promise<Place> {
  const [owner, bump] = await getProgramDerivedAddress({
    programAddress: PROGRAM,
    seeds: [...splitSeeds(list)],
  });
  return { owner, bump, token: await associatedToken(owner, mint) };
}

export async function associatedToken(owner: Address, mint: Address): Promise<Address> {
  const [token] = await getProgramDerivedAddress({
    programAddress: ASSOCIATED_TOKEN_PROGRAM,
    seeds: [owner, TOKEN_PROGRAM, mint].map(bytesOf),
  });
  return token;
}

/** A chain with the program, two mints, and accounts as a test places them. */
export class SplitWorld {
  readonly svm: LiteSVM;
  private readonly placed = new Set<Address>();

  private constructor(private readonly feePayer: KeyPairSigner) {
    this.svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
    this.svm.addProgram(PROGRAM, readFileSync(PROGRAM_FILE));
    const clock = this.svm.getClock();
    clock.slot += 1n; // a program cannot run in the slot of its deployment
    this.svm.setClock(clock);
    this.putWallet(feePayer.address);
    this.placed.delete(feePayer.address);
    this.putWallet(RENT_TO);
    for (const mint of [MINT, OTHER_MINT]) this.putMint(mint);
  }

  static async create(): Promise<SplitWorld> {
    const seed = sha256(new TextEncoder().encode('fee payer'));
    return new SplitWorld(await createKeyPairSignerFromPrivateKeyBytes(seed));
  }

  /** The instruction that pays a list as its maker meant it. */
  async pay(list: SplitList, left?: SplitList): Promise<Instruction> {
    const { owner, token, bump } = await placeOf(list);
    const accounts = payAccounts({
      owner,
      splitToken: token,
      mint: MINT,
      tokenProgram: TOKEN_PROGRAM,
      rentTo: addressOf(list.rentTo),
      recipients: list.entries.map(({ account }) => addressOf(account)),
      ...(left === undefined ? {} : { remainder: (await placeOf(left)).token }),
    });
    return {
      programAddress: PROGRAM,
      accounts: accounts.map((one) => ({
        address: one.address,
        role: one.isWritable ? AccountRole.WRITABLE : AccountRole.READONLY,
      })),
      data: payData(list, bump),
    };
  }

  async send(...instructions: readonly Instruction[]): Promise<Outcome> {
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayer(this.feePayer.address, m),
      (m) => this.svm.setTransactionMessageLifetimeUsingLatestBlockhash(m),
      (m) => appendTransactionMessageInstructions(instructions, m),
    );
    const transaction = await signTransaction([this.feePayer.keyPair], compileTransaction(message));
    const sent = this.svm.sendTransaction(transaction);
    this.svm.expireBlockhash();
    const meta = sent instanceof FailedTransactionMetadata ? sent.meta() : sent;
    return {
      result: sent instanceof FailedTransactionMetadata ? failureOf(sent) : 'ok',
      computeUnits: Number(meta.computeUnitsConsumed()),
      bytes: getTransactionEncoder().encode(transaction).length,
    };
  }

  /** Null if it is no token account. */
  tokens(key: Address): bigint | null {
    const account = this.svm.getAccount(key);
    if (!account.exists || account.data.length !== TOKEN_ACCOUNT_BYTES) return null;
    return new DataView(new Uint8Array(account.data).buffer).getBigUint64(64, true);
  }

  lamports(key: Address): bigint {
    return this.svm.getBalance(key) ?? 0n;
  }

  /** Every account that was ever placed, except the wallet that pays the fees. */
  snapshot(): ReadonlyMap<Address, string> {
    return new Map(
      Array.from(this.placed, (key) => {
        const account = this.svm.getAccount(key);
        if (!account.exists || account.lamports === 0n) return [key, 'none'];
        const data = Buffer.from(account.data).toString('hex');
        return [key, `${account.programAddress} ${account.lamports} ${data}`];
      }),
    );
  }

  put(key: Address, account: Partial<Omit<EncodedAccount, 'address'>>): void {
    const data = account.data ?? new Uint8Array();
    const minimum = this.svm.minimumBalanceForRentExemption(BigInt(data.length));
    this.svm.setAccount({
      address: key,
      programAddress: SYSTEM_PROGRAM,
      lamports: lamports(minimum),
      executable: false,
      space: BigInt(data.length),
      ...account,
      data,
    });
    this.placed.add(key);
  }

  putWallet(key: Address): void {
    this.put(key, { lamports: lamports(WALLET_LAMPORTS) });
  }

  remove(key: Address): void {
    this.put(key, { lamports: lamports(0n) });
  }

  putMint(key: Address, programAddress: Address = TOKEN_PROGRAM): void {
    const data = new Uint8Array(82);
    new DataView(data.buffer).setBigUint64(36, 1_000_000n, true);
    data.set([6, 1], 44);
    this.put(key, { programAddress, data });
  }

  putToken(
    key: Address,
    fields: {
      readonly owner: Address;
      readonly amount?: bigint;
      readonly mint?: Address;
      readonly state?: TokenState;
      readonly program?: Address;
    },
  ): void {
    const { owner, amount = 0n, mint = MINT, state = 1, program = TOKEN_PROGRAM } = fields;
    const data = new Uint8Array(TOKEN_ACCOUNT_BYTES);
    data.set(bytesOf(mint), 0);
    data.set(bytesOf(owner), 32);
    new DataView(data.buffer).setBigUint64(64, amount, true);
    data[108] = state;
    this.put(key, { programAddress: program, data });
  }

  /** The split account of a list, as if its money had arrived. */
  async arrive(list: SplitList, amount: bigint): Promise<Place> {
    const place = await placeOf(list);
    this.putToken(place.token, { owner: place.owner, amount });
    return place;
  }
}

function failureOf(failed: FailedTransactionMetadata): string {
  const logs = failed.meta().logs();
  const text = logs.findLast((line) => line.includes(' failed: ')) ?? failed.toString();
  const reason = text.slice(text.indexOf(' failed: ') + ' failed: '.length);
  const code = /^custom program error: 0x([\da-f]+)$/.exec(reason)?.[1];
  if (code === undefined) return reason;
  return splitErrorOf(Number.parseInt(code, 16)) ?? reason;
}
