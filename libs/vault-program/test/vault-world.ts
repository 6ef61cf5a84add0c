import { readFileSync } from 'node:fs';
import {
  AccountRole,
  appendTransactionMessageInstructions,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageFeePayer,
  signTransaction,
} from '@solana/kit';
import type { Address, EncodedAccount, Instruction } from '@solana/kit';
import { Clock, FailedTransactionMetadata, LiteSVM } from 'litesvm';
import {
  VAULT_INSTRUCTIONS,
  vaultErrorOf,
  vaultInstructionAccounts,
  vaultInstructionData,
} from '../src/index';
import { PROGRAM, SYSTEM_PROGRAM, bytesOf, inhabitants, namedAddress } from './inhabitants';
import type { Inhabitants } from './inhabitants';
import { TOKEN_PROGRAM, mintData, tokenAccountData } from './token-accounts';
import type { TokenAccountFields } from './token-accounts';

export const PROGRAM_FILE = new URL('../vault.so', import.meta.url);
export const SECONDS_A_DAY = 86_400n;
export const START_SECONDS = 20_000n * SECONDS_A_DAY + 43_200n;
export const WALLET_LAMPORTS = 10_000_000_000n;
const MINT_LAMPORTS = 1_461_600n;

export type InstructionName = keyof typeof VAULT_INSTRUCTIONS;
export type AnyInstruction = (typeof VAULT_INSTRUCTIONS)[InstructionName];
type Addresses = Readonly<Record<string, Address>>;

export interface Outcome {
  /** `ok`, the vault's error name, or the runtime's error. */
  readonly result: string;
  readonly logs: readonly string[];
  readonly computeUnits: number;
  readonly transactionBytes: number;
}

/** How to change the valid request. */
export interface Change {
  readonly addresses?: Addresses;
  /** Accounts that should sign but do not. */
  readonly unsigned?: readonly string[];
  /** Accounts passed read-only although they change. */
  readonly readonly?: readonly string[];
  readonly data?: Uint8Array;
}

/**
 * A chain with the vault's program, a mint, a user with a proxy, and an account for each role: all real except their
 * keys.
 */
export class VaultWorld {
  readonly svm: LiteSVM;
  /** Accounts placed by the test and not created by the vault. */
  private readonly placed = new Set<Address>();

  private constructor(readonly there: Inhabitants) {
    this.svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
    this.svm.addProgram(PROGRAM, readFileSync(PROGRAM_FILE));
    const clock = this.svm.getClock();
    clock.slot += 1n; // a program cannot run in the slot of its deployment
    this.svm.setClock(clock);
    this.setTime(START_SECONDS);
    for (const one of Object.values(there.signers)) this.putWallet(one.address, WALLET_LAMPORTS);
    this.putWallet(there.treasury, WALLET_LAMPORTS);
    this.putMint(there.mint);
    this.putToken(there.vaultToken, { owner: there.state });
    this.putToken(there.proxyToken, { owner: there.proxy });
    this.putToken(there.recipientToken, { owner: namedAddress('recipient') });
  }

  /** Nothing is initialized yet. */
  static async empty(): Promise<VaultWorld> {
    return new VaultWorld(await inhabitants());
  }

  /** Vault and proxy are created; 1000 in the vault, 250 in the proxy; the daily limit is 600. */
  static async ready(): Promise<VaultWorld> {
    const world = await VaultWorld.empty();
    for (const name of ['initialize', 'initProxy'] as const) {
      const { result } = await world.send(name);
      if (result !== 'ok') throw new Error(`${name}: ${result}`);
    }
    const { vaultToken, state, proxyToken, emptyProxyToken, proxy } = world.there;
    world.putToken(vaultToken, { owner: state, amount: 1_000n });
    world.putToken(proxyToken, { owner: proxy, amount: 250n });
    world.putToken(emptyProxyToken, { owner: proxy });
    return world;
  }

  /** The arguments used unless a test gives others. */
  defaultData(name: InstructionName): Uint8Array {
    const operator = bytesOf(this.there.signers.operator.address);
    const registrar = bytesOf(this.there.signers.registrar.address);
    const { initialize, setKeys, setLimits, setPaused, setTier, debit } = VAULT_INSTRUCTIONS;
    switch (name) {
      case 'initialize':
        return vaultInstructionData(initialize, { operator, registrar, dailyLimit: 600n });
      case 'setKeys':
        return vaultInstructionData(setKeys, { operator, registrar });
      case 'setLimits':
        return vaultInstructionData(setLimits, { dailyLimit: 700n });
      case 'setPaused':
        return vaultInstructionData(setPaused, { paused: true });
      case 'setTier':
        return vaultInstructionData(setTier, { tier: 2 });
      case 'debit':
        return vaultInstructionData(debit, { paymentSeq: 1n, amount: 400n });
      case 'initProxy':
      case 'credit':
      case 'sweepNative':
      case 'closeProxyToken':
        return VAULT_INSTRUCTIONS[name].discriminator;
    }
  }

  /** A debit of another number or amount. */
  debits(paymentSeq: bigint, amount = 1n): Change {
    return { data: vaultInstructionData(VAULT_INSTRUCTIONS.debit, { paymentSeq, amount }) };
  }

  defaultAddresses(name: InstructionName): Addresses {
    const of = (signer: keyof Inhabitants['signers']) => this.there.signers[signer].address;
    const everything: Addresses = {
      payer: of('payer'),
      admin: of('admin'),
      newAdmin: of('newAdmin'),
      operator: of('operator'),
      registrar: of('registrar'),
      authority: of('admin'),
      state: this.there.state,
      mint: this.there.mint,
      vaultToken: this.there.vaultToken,
      program: PROGRAM,
      programData: this.there.programData,
      systemProgram: SYSTEM_PROGRAM,
      tokenProgram: TOKEN_PROGRAM,
      user: this.there.user,
      proxy: this.there.proxy,
      proxyToken: name === 'closeProxyToken' ? this.there.emptyProxyToken : this.there.proxyToken,
      reference: this.there.reference,
      recipientToken: this.there.recipientToken,
      treasury: this.there.treasury,
    };
    const names = Object.keys(VAULT_INSTRUCTIONS[name].accounts);
    return Object.fromEntries(names.map((one) => [one, everything[one]!]));
  }

  instruction(name: InstructionName, change: Change = {}): Instruction {
    const instruction: { readonly accounts: AnyInstruction['accounts'] } = VAULT_INSTRUCTIONS[name];
    const addresses: Addresses = { ...this.defaultAddresses(name), ...change.addresses };
    const names = Object.keys(instruction.accounts);
    const accounts = vaultInstructionAccounts<string, Address>(instruction, addresses).map(
      (account, at) => {
        const isSigner = account.isSigner && !change.unsigned?.includes(names[at]!);
        const isWritable = account.isWritable && !change.readonly?.includes(names[at]!);
        return metaOf(account.address, isSigner, isWritable);
      },
    );
    return { programAddress: PROGRAM, accounts, data: change.data ?? this.defaultData(name) };
  }

  send(name: InstructionName, change: Change = {}): Promise<Outcome> {
    return this.sendInstruction(this.instruction(name, change));
  }

  /** Every named signer signs; the fee comes from a wallet that no instruction names. */
  async sendInstruction(...instructions: Instruction[]): Promise<Outcome> {
    const { feePayer, ...others } = this.there.signers;
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayer(feePayer.address, m),
      (m) => this.svm.setTransactionMessageLifetimeUsingLatestBlockhash(m),
      (m) => appendTransactionMessageInstructions(instructions, m),
    );
    const named = new Set(
      instructions
        .flatMap(({ accounts = [] }) => accounts)
        .flatMap(({ address: key, role }) => (role >= AccountRole.READONLY_SIGNER ? [key] : [])),
    );
    const signers = [feePayer, ...Object.values(others).filter((one) => named.has(one.address))];
    const transaction = await signTransaction(
      signers.map(({ keyPair }) => keyPair),
      compileTransaction(message),
    );
    const sent = this.svm.sendTransaction(transaction);
    const meta = sent instanceof FailedTransactionMetadata ? sent.meta() : sent;
    return {
      result: sent instanceof FailedTransactionMetadata ? failureOf(sent) : 'ok',
      logs: meta.logs(),
      computeUnits: Number(meta.computeUnitsConsumed()),
      transactionBytes: getTransactionEncoder().encode(transaction).length,
    };
  }

  setTime(seconds: bigint): void {
    const { slot, epoch } = this.svm.getClock();
    this.svm.setClock(new Clock(slot, 0n, epoch, epoch + 1n, seconds));
  }

  data(key: Address): Uint8Array {
    const account = this.svm.getAccount(key);
    if (!account.exists) throw new Error(`${key} does not exist`);
    return new Uint8Array(account.data);
  }

  tokens(key: Address): bigint {
    return new DataView(this.data(key).buffer).getBigUint64(64, true);
  }

  lamports(key: Address): bigint {
    return this.svm.getBalance(key) ?? 0n;
  }

  /** Everything that an instruction could have changed, except the wallet that pays the fees. */
  snapshot(): ReadonlyMap<string, string> {
    const keys = new Set(this.placed)
      .add(this.there.state)
      .add(this.there.proxy)
      .add(this.there.reference);
    keys.add(this.there.user).delete(this.there.signers.feePayer.address);
    return new Map(Array.from(keys, (key) => [key, this.contents(key)]));
  }

  private contents(key: Address): string {
    const account = this.svm.getAccount(key);
    if (!account.exists) return 'none';
    const data = Buffer.from(account.data).toString('hex');
    return `${account.programAddress} ${account.lamports} ${data}`;
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

  putWallet(key: Address, amountLamports: bigint): void {
    this.put(key, { lamports: lamports(amountLamports) });
  }

  /** Removes an account, as if it had never been created. */
  remove(key: Address): void {
    this.put(key, { lamports: lamports(0n) });
  }

  /** Adds lamports, as if someone had sent them. */
  addLamports(key: Address, amountLamports: bigint): void {
    const { exists, ...account } = this.svm.getAccount(key);
    if (!exists) throw new Error(`${key} does not exist`);
    this.svm.setAccount({
      ...(account as EncodedAccount),
      lamports: lamports(this.lamports(key) + amountLamports),
    });
  }

  putMint(key: Address, programAddress: Address = TOKEN_PROGRAM): void {
    this.put(key, { programAddress, data: mintData(), lamports: lamports(MINT_LAMPORTS) });
  }

  putToken(
    key: Address,
    fields: Partial<TokenAccountFields> & { readonly owner: Address },
    programAddress: Address = TOKEN_PROGRAM,
  ): void {
    this.put(key, { programAddress, data: tokenAccountData({ mint: this.there.mint, ...fields }) });
  }
}

const metaOf = (key: Address, isSigner: boolean, isWritable: boolean) => {
  if (isSigner) {
    const role = isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER;
    return { address: key, role };
  }
  return { address: key, role: isWritable ? AccountRole.WRITABLE : AccountRole.READONLY };
};

function failureOf(failed: FailedTransactionMetadata): string {
  const text =
    failed
      .meta()
      .logs()
      .findLast((line) => line.includes(' failed: ')) ?? failed.toString();
  const reason = text.slice(text.indexOf(' failed: ') + ' failed: '.length);
  const code = /^custom program error: 0x([\da-f]+)$/.exec(reason)?.[1];
  if (code === undefined) return reason;
  return vaultErrorOf(Number.parseInt(code, 16)) ?? reason;
}
