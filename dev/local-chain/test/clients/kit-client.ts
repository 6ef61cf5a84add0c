import * as kit from '@solana/kit';
import type { Address, Instruction, KeyPairSigner, Signature } from '@solana/kit';
import { growingPauses } from '@bellwether/local-services';
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import * as token from '@solana-program/token';
import type { CaseCommitment, ChainClient } from './client-cases';
import { createLookupTableInstruction, extendLookupTableInstruction } from './lookup-table';

const MINT_BYTES = 82n;
const tokenProgram = token.TOKEN_PROGRAM_ADDRESS;

/** `@solana/kit` as a client of the cases. */
export class KitClient implements ChainClient<KeyPairSigner> {
  private readonly rpc: ReturnType<typeof kit.createSolanaRpc>;
  private readonly rpcSubscriptions: ReturnType<typeof kit.createSolanaRpcSubscriptions>;

  constructor(url: string, wsUrl: string) {
    this.rpc = kit.createSolanaRpc(url);
    this.rpcSubscriptions = kit.createSolanaRpcSubscriptions(wsUrl);
  }

  wallet = () => kit.generateKeyPairSigner();
  addressOf = (wallet: KeyPairSigner) => wallet.address;

  async airdrop(to: string, lamports: number) {
    const { rpc, rpcSubscriptions } = this;
    const airdrop = kit.airdropFactory({ rpc, rpcSubscriptions } as Parameters<
      typeof kit.airdropFactory
    >[0]);
    return airdrop({
      commitment: 'confirmed',
      recipientAddress: kit.address(to),
      lamports: kit.lamports(BigInt(lamports)),
    });
  }

  async balance(of: string, commitment: CaseCommitment) {
    return Number((await this.rpc.getBalance(kit.address(of), { commitment }).send()).value);
  }

  transfer = (from: KeyPairSigner, to: string, lamports: number) =>
    this.send(from, [transferOf(from, to, lamports)]);

  async transferBlindly(from: KeyPairSigner, to: string, lamports: number) {
    const { transaction } = await this.sign(from, [transferOf(from, to, lamports)]);
    const wire = kit.getBase64EncodedWireTransaction(transaction);
    return this.rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send();
  }

  async transferAfter(from: KeyPairSigner, to: string, meanwhile: () => Promise<void>) {
    const { transaction } = await this.sign(from, [transferOf(from, to, 1_000_000)]);
    await meanwhile();
    const wire = kit.getBase64EncodedWireTransaction(transaction);
    return this.rpc.sendTransaction(wire, { encoding: 'base64' }).send();
  }

  async transferByLookupTable(from: KeyPairSigner, to: string, lamports: number) {
    const recentSlot = await this.rpc.getSlot({ commitment: 'confirmed' }).send();
    const { table, instruction } = await createLookupTableInstruction(from, recentSlot);
    const recipient = kit.address(to);
    await this.send(from, [instruction, extendLookupTableInstruction(from, table, [recipient])]);
    await this.slotAfter(await this.rpc.getSlot({ commitment: 'processed' }).send());
    return this.send(from, [transferOf(from, to, lamports)], { [table]: [recipient] });
  }

  async simulateTransfer(from: KeyPairSigner, to: string, lamports: number) {
    const { transaction } = await this.sign(from, [transferOf(from, to, lamports)]);
    const wire = kit.getBase64EncodedWireTransaction(transaction);
    const { value } = await this.rpc.simulateTransaction(wire, { encoding: 'base64' }).send();
    return { failed: value.err !== null, units: Number(value.unitsConsumed ?? 0n) };
  }

  async createAccount(payer: KeyPairSigner, space: number) {
    const newAccount = await kit.generateKeyPairSigner();
    const rent = await this.rpc.getMinimumBalanceForRentExemption(BigInt(space)).send();
    const programAddress = kit.address('11111111111111111111111111111111');
    await this.send(payer, [
      getCreateAccountInstruction({ payer, newAccount, lamports: rent, space, programAddress }),
    ]);
    return newAccount.address;
  }

  async createMint(authority: KeyPairSigner, decimals: number) {
    const mint = await kit.generateKeyPairSigner();
    const rent = await this.rpc.getMinimumBalanceForRentExemption(MINT_BYTES).send();
    await this.send(authority, [
      getCreateAccountInstruction({
        payer: authority,
        newAccount: mint,
        lamports: rent,
        space: MINT_BYTES,
        programAddress: tokenProgram,
      }),
      token.getInitializeMint2Instruction({
        mint: mint.address,
        decimals,
        mintAuthority: authority.address,
      }),
    ]);
    return mint.address;
  }

  async createTokenAccount(payer: KeyPairSigner, mint: string, owner: string) {
    const seeds = { mint: kit.address(mint), owner: kit.address(owner) };
    const [created] = await token.findAssociatedTokenPda({ ...seeds, tokenProgram });
    await this.send(payer, [
      await token.getCreateAssociatedTokenIdempotentInstructionAsync({ payer, ...seeds }),
    ]);
    return created;
  }

  mintTo = (mintAuthority: KeyPairSigner, mint: string, account: string, amount: number) =>
    this.send(mintAuthority, [
      token.getMintToInstruction({
        mint: kit.address(mint),
        token: kit.address(account),
        mintAuthority,
        amount,
      }),
    ]);

  transferToken: ChainClient<KeyPairSigner>['transferToken'] = (authority, moved) =>
    this.send(authority, [
      token.getTransferCheckedInstruction({
        source: kit.address(moved.from),
        mint: kit.address(moved.mint),
        destination: kit.address(moved.to),
        authority,
        amount: moved.amount,
        decimals: moved.decimals,
      }),
    ]);

  async tokenBalance(account: string) {
    const read = await token.fetchToken(this.rpc, kit.address(account), {
      commitment: 'confirmed',
    });
    return read.data.amount.toString();
  }

  async tokenSupply(mint: string) {
    const supply = this.rpc.getTokenSupply(kit.address(mint), { commitment: 'confirmed' });
    return (await supply.send()).value.amount;
  }

  async tokensOf(owner: string, mint: string) {
    const { value } = await this.rpc
      .getTokenAccountsByOwner(
        kit.address(owner),
        { mint: kit.address(mint) },
        { encoding: 'jsonParsed', commitment: 'confirmed' },
      )
      .send();
    return value.map(({ account }) => account.data.parsed.info.tokenAmount.amount as string);
  }

  async waitFor(signature: string, commitment: CaseCommitment) {
    const order = ['processed', 'confirmed', 'finalized'];
    for (const pause = growingPauses(); ; await pause()) {
      const status = await this.status(signature);
      if (status !== null && order.indexOf(status.commitment) >= order.indexOf(commitment)) return;
    }
  }

  async status(signature: string) {
    const { value } = await this.rpc.getSignatureStatuses([signature as Signature]).send();
    const [status] = value;
    if (status === null || status === undefined) return null;
    return { failed: status.err !== null, commitment: status.confirmationStatus ?? '' };
  }

  async transaction(signature: string) {
    const stored = await this.rpc
      .getTransaction(signature as Signature, {
        commitment: 'confirmed',
        encoding: 'json',
        maxSupportedTransactionVersion: 0,
      })
      .send();
    if (stored === null || stored.meta === null) return null;
    const listed = (balances: typeof stored.meta.preTokenBalances) =>
      (balances ?? []).map(({ owner, uiTokenAmount }) => ({
        owner: owner ?? '',
        amount: uiTokenAmount.amount,
      }));
    const { meta } = stored;
    return {
      slot: Number(stored.slot),
      fee: Number(meta.fee),
      failed: meta.err !== null,
      version: String(stored.version),
      loaded: [...(meta.loadedAddresses?.writable ?? [])].map(String),
      before: listed(meta.preTokenBalances),
      after: listed(meta.postTokenBalances),
    };
  }

  async parsedTypes(signature: string) {
    const stored = await this.rpc
      .getTransaction(signature as Signature, {
        commitment: 'confirmed',
        encoding: 'jsonParsed',
        maxSupportedTransactionVersion: 0,
      })
      .send();
    return stored!.transaction.message.instructions.map((one) =>
      'parsed' in one ? (one.parsed as { type: string }).type : '?',
    );
  }

  async block(slot: number) {
    const block = await this.rpc
      .getBlock(BigInt(slot), { commitment: 'confirmed', maxSupportedTransactionVersion: 0 })
      .send();
    return {
      signatures: block!.transactions.map(({ transaction }) => String(transaction.signatures[0])),
      parentSlot: Number(block!.parentSlot),
      isDated: block!.blockTime !== null,
    };
  }

  async signatures(of: string, { limit, before }: { limit: number; before?: string }) {
    const page = before === undefined ? {} : { before: before as Signature };
    const listed = await this.rpc
      .getSignaturesForAddress(kit.address(of), { commitment: 'confirmed', limit, ...page })
      .send();
    return listed.map(({ signature }) => String(signature));
  }

  async watchBalance(of: string, count: number, doing: () => Promise<unknown>) {
    const abort = new AbortController();
    const reported = await this.rpcSubscriptions
      .accountNotifications(kit.address(of), { commitment: 'confirmed', encoding: 'base64' })
      .subscribe({ abortSignal: abort.signal });
    const done = doing();
    const balances: number[] = [];
    for await (const { value } of reported) {
      balances.push(Number(value.lamports));
      if (balances.length === count) break;
    }
    abort.abort();
    await done;
    return balances;
  }

  async watchLogs(of: string, doing: () => Promise<unknown>) {
    const abort = new AbortController();
    const reported = await this.rpcSubscriptions
      .logsNotifications({ mentions: [kit.address(of)] }, { commitment: 'confirmed' })
      .subscribe({ abortSignal: abort.signal });
    const done = doing();
    let signature = '';
    for await (const { value } of reported) {
      signature = value.signature;
      break;
    }
    abort.abort();
    await done;
    return signature;
  }

  errorText(error: unknown): string {
    const { message, cause, context } = Object(error) as {
      message?: string;
      cause?: { message?: string };
      context?: object;
    };
    const logs = (context as { logs?: readonly string[] } | undefined)?.logs ?? [];
    return [message, cause?.message, ...logs].join('\n');
  }

  private async send(
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    tables: Readonly<Record<Address, Address[]>> = {},
  ): Promise<string> {
    const { transaction } = await this.sign(payer, instructions, tables);
    const { rpc, rpcSubscriptions } = this;
    const sendAndConfirm = kit.sendAndConfirmTransactionFactory({
      rpc,
      rpcSubscriptions,
    } as Parameters<typeof kit.sendAndConfirmTransactionFactory>[0]);
    await sendAndConfirm(transaction, { commitment: 'confirmed' });
    return kit.getSignatureFromTransaction(transaction);
  }

  private async sign(
    payer: KeyPairSigner,
    instructions: readonly Instruction[],
    tables: Readonly<Record<Address, Address[]>> = {},
  ) {
    const latest = await this.rpc.getLatestBlockhash({ commitment: 'confirmed' }).send();
    const message = kit.pipe(
      kit.createTransactionMessage({ version: 0 }),
      (draft) => kit.setTransactionMessageFeePayerSigner(payer, draft),
      (draft) => kit.setTransactionMessageLifetimeUsingBlockhash(latest.value, draft),
      (draft) => kit.appendTransactionMessageInstructions(instructions, draft),
      (draft) => kit.compressTransactionMessageUsingAddressLookupTables(draft, tables),
    );
    const transaction = await kit.signTransactionMessageWithSigners(message);
    kit.assertIsTransactionWithBlockhashLifetime(transaction);
    kit.assertIsSendableTransaction(transaction);
    return { transaction };
  }

  private async slotAfter(slot: bigint): Promise<void> {
    const pause = growingPauses();
    while ((await this.rpc.getSlot({ commitment: 'confirmed' }).send()) <= slot) await pause();
  }
}

const transferOf = (source: KeyPairSigner, to: string, lamports: number): Instruction =>
  getTransferSolInstruction({ source, destination: kit.address(to), amount: lamports });
