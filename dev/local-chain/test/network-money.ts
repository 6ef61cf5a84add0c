/**
 * The money of a local network, and the ways it can move: a deposit and a withdrawal step by step, with the operations
 * that the apps use. Each step returns the chain's result, so that a test can try what must fail.
 */
import {
  associatedTokenAddress,
  bridgeSideOf,
  bytesOfAddress,
  completeTransfer,
  connectChain,
  createAssociatedToken,
  custodyAddress,
  debitVault,
  fetchSignedVaa,
  messageAccountOf,
  newSigner,
  parseMint,
  parseTokenAccount,
  postingSteps,
  proxyWalletOf,
  readBridgeMessage,
  readGuardianSet,
  transferOut,
  vaultAt,
} from '@bellwether/chain';
import type {
  Address,
  BridgeSide,
  Chain,
  ChainAccount,
  StoredTransaction,
  Signer,
  TransactionRequest,
  Vault,
} from '@bellwether/chain';
import type { LocalNetwork } from '@bellwether/local-chain';
import { growingPauses } from '@bellwether/local-services';
import { decodeVaa } from '@bellwether/wormhole';
import type { Vaa } from '@bellwether/wormhole';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
type ChainName = 'ext' | 'main';

/** A chain's result for a transaction: `error` is null if it succeeded. */
export type Said = { readonly kept: StoredTransaction; readonly error: string | null };

export class NetworkMoney {
  private constructor(
    readonly network: LocalNetwork,
    readonly chains: Readonly<Record<ChainName, Chain>>,
    readonly sides: Readonly<Record<ChainName, BridgeSide>>,
    readonly vault: Vault,
    /** The only user: its deposit address on ext is also its public key for the vault. */
    readonly user: Signer,
  ) {}

  static async of(network: LocalNetwork): Promise<NetworkMoney> {
    const { description } = network;
    const connect = (name: ChainName) =>
      connectChain({ name, rpcUrls: [description[name].rpcUrl], log: silent });
    return new NetworkMoney(
      network,
      { ext: connect('ext'), main: connect('main') },
      { ext: bridgeSideOf('production', 'ext'), main: bridgeSideOf('production', 'main') },
      await vaultAt(description.vaultProgram, description.main.usdc),
      await newSigner(),
    );
  }

  get operator(): Signer {
    return this.network.keys.signers.operator;
  }

  get userKey(): Uint8Array {
    return bytesOfAddress(this.user.address);
  }

  get usdcExt(): Address {
    return this.network.description.ext.usdc;
  }

  /** Every account that a deposit or a withdrawal ever moves money through, and both supplies. */
  async everything(): Promise<Readonly<Record<string, bigint>>> {
    const { vault, usdcExt, sides, user } = this;
    const proxy = await proxyWalletOf(vault, this.userKey);
    const [ext, main] = await Promise.all([
      this.chains.ext.readAccounts([
        await associatedTokenAddress(user.address, usdcExt),
        await custodyAddress(sides.ext, usdcExt),
        usdcExt,
      ]),
      this.chains.main.readAccounts([
        proxy.token,
        vault.token,
        await this.operatorToken(),
        vault.mint,
      ]),
    ]);
    return {
      user: amountIn(ext.accounts[0]),
      custody: amountIn(ext.accounts[1]),
      usdc: supplyOf(ext.accounts[2]),
      proxy: amountIn(main.accounts[0]),
      vault: amountIn(main.accounts[1]),
      operator: amountIn(main.accounts[2]),
      wrapped: supplyOf(main.accounts[3]),
    };
  }

  operatorToken(): Promise<Address> {
    return associatedTokenAddress(this.operator.address, this.vault.mint);
  }

  /** Sends USDC from the faucet to the user's deposit address; final. */
  async receive(amount: bigint): Promise<void> {
    const { chain } = this.network.ext;
    const signature = await chain.mint({ mint: this.usdcExt, owner: this.user.address, amount });
    const pause = growingPauses();
    while ((await this.chains.ext.findTransaction(signature)) === undefined) await pause();
  }

  /** From the deposit address into custody, for the proxy's token account on main. */
  async lock(amount: bigint): Promise<Said> {
    const { sides, operator, user, usdcExt } = this;
    const proxy = await proxyWalletOf(this.vault, this.userKey);
    const message = await newSigner();
    const instructions = await transferOut(sides.ext, {
      kind: 'native',
      payer: operator.address,
      from: await associatedTokenAddress(user.address, usdcExt),
      fromOwner: user.address,
      mint: usdcExt,
      amount,
      toChainId: sides.main.chainId,
      to: bytesOfAddress(proxy.token),
      message: message.address,
    });
    return this.send('ext', { instructions, feePayer: operator, signers: [user, message] });
  }

  /** Out of the vault and burned, in one transaction, for the user's account on ext. */
  async debitAndBurn(withdrawalId: Uint8Array, amount: bigint): Promise<Said> {
    const { sides, operator, vault } = this;
    const message = await newSigner();
    const operatorToken = await this.operatorToken();
    const recipient = await associatedTokenAddress(this.user.address, this.usdcExt);
    const burn = await transferOut(sides.main, {
      kind: 'wrapped',
      payer: operator.address,
      from: operatorToken,
      fromOwner: operator.address,
      mint: vault.mint,
      amount,
      toChainId: sides.ext.chainId,
      to: bytesOfAddress(recipient),
      message: message.address,
    });
    const owner = { payer: operator.address, owner: operator.address, mint: vault.mint };
    const instructions = [
      await createAssociatedToken(owner),
      await this.debit({ withdrawalId, amount }),
      ...burn,
    ];
    return this.send('main', { instructions, signers: [message], computeUnits: 300_000 });
  }

  /** To the operator's account, which must exist. */
  async debit(request: {
    readonly withdrawalId: Uint8Array;
    readonly amount: bigint;
    readonly vault?: Vault;
    readonly operator?: Signer;
  }) {
    const { vault = this.vault, operator = this.operator, ...rest } = request;
    return debitVault(vault, {
      ...rest,
      payer: operator.address,
      operator: operator.address,
      recipientToken: await this.operatorToken(),
    });
  }

  /** The guardians' VAA for a final transfer: they choose which and how many signatures. */
  async attestation(from: ChainName, { kept }: Said): Promise<Vaa> {
    const account = messageAccountOf(this.sides[from], kept);
    if (account === undefined) throw new Error('no transfer out');
    const message = await readBridgeMessage(this.chains[from], this.sides[from], account);
    if (message === undefined) throw new Error('no message');
    for (const pause = growingPauses(); ; await pause()) {
      const bytes = await fetchSignedVaa(this.network.guardians.url, message);
      if (bytes !== undefined) return decodeVaa(bytes);
    }
  }

  /** Posts and completes, whatever the chain returns in between. @returns the result of each transaction */
  async complete(to: ChainName, vaa: Vaa): Promise<(string | null)[]> {
    const { operator } = this;
    const chain = this.chains[to];
    const signatureSet = await newSigner();
    const guardianSet = await readGuardianSet(chain, this.sides[to], vaa.guardianSetIndex);
    const posting = {
      payer: operator.address,
      vaa,
      guardianSet,
      signatureSet: signatureSet.address,
    };
    const said: (string | null)[] = [];
    for (const step of await postingSteps(this.sides[to], posting)) {
      const signers = step.isSignedBySignatureSet ? [signatureSet] : [];
      said.push((await this.send(to, { instructions: step.instructions, signers })).error);
    }
    const proxy = await proxyWalletOf(this.vault, this.userKey);
    const holding =
      to === 'main'
        ? { owner: proxy.wallet, mint: this.vault.mint }
        : { owner: this.user.address, mint: this.usdcExt };
    const instructions = [
      await createAssociatedToken({ payer: operator.address, ...holding }),
      await completeTransfer(this.sides[to], { payer: operator.address, vaa }),
    ];
    said.push((await this.send(to, { instructions })).error);
    return said;
  }

  /** Signed and paid by the operator by default. @returns once it is final or rejected */
  async send(
    name: ChainName,
    request: Omit<TransactionRequest, 'feePayer'> & { readonly feePayer?: Signer },
  ): Promise<Said> {
    const chain = this.chains[name];
    const kept = await chain.buildTransaction({ feePayer: this.operator, ...request });
    for (const pause = growingPauses(); ; await pause()) {
      const state = await chain.advance(kept);
      if (state.state === 'final') return { kept, error: state.error };
      if (state.state === 'expired') return { kept, error: 'expired' };
    }
  }
}

type Found = ChainAccount | null | undefined;

/** 0 if there is no account. */
const amountIn = (account: Found): bigint =>
  account ? (parseTokenAccount(account)?.amount ?? -1n) : 0n;

const supplyOf = (mint: Found): bigint => (mint ? (parseMint(mint)?.supply ?? -1n) : -1n);
