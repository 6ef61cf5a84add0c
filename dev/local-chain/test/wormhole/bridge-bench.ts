/**
 * Two chains with the stand-ins, a user with USDC and with a token of 9 decimals on ext, token accounts on both, and a
 * guardian set in force (1) beside one that has ended (0). Tests move tokens step by step and look at all balances.
 */
import {
  bodyHashOf,
  coreSeeds,
  encodeTokenTransfer,
  parsePostedMessage,
  secp256k1InstructionData,
  tokenBridgeSeeds,
} from '@bellwether/wormhole';
import {
  SECP256K1_PROGRAM,
  NO_SIGNATURE,
  WORMHOLE_CHAIN_IDS,
  MAX_GUARDIANS,
} from '@bellwether/wormhole';
import type {
  ChainName,
  GuardianSignature,
  TokenTransfer,
  Vaa,
  VaaBody,
} from '@bellwether/wormhole';
import { decodeVaa } from '@bellwether/wormhole';
import { getApproveInstruction } from '@solana-program/token';
import {
  addSignersToTransactionMessage,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64Encoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import type { Address, Instruction, KeyPairSigner } from '@solana/kit';
import { associatedTokenAddress } from '../../src/associated-token';
import type { LocalChain } from '../../src/chain/local-chain';
import type { StoredTransaction } from '../../src/chain/stored-transaction';
import { startLocalChain } from '../../src/rpc/start-local-chain';
import type { RunningChain, StartLocalChainOptions } from '../../src/rpc/start-local-chain';
import { bytesOf, wallet } from '../../src/network/genesis-account';
import { guardianPrivateKeys, guardianSetOf } from '../../src/wormhole/guardian-keys';
import { signVaa } from '../../src/wormhole/sign-vaa';
import { wormholeGenesis, wrappedMintGenesis } from '../../src/wormhole/wormhole-genesis';
import {
  coreAddress,
  postVaaInstruction,
  tokenBridgeAddress,
  transferNativeInstruction,
  transferWrappedInstruction,
  verifySignaturesInstruction,
} from './wormhole-instructions';

export const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
/** Nine decimals: the bridge keeps eight of them. */
export const NINE = address('So11111111111111111111111111111111111111113');
/** Who completes transfers for their fee: any address will do. */
export const COMPLETER = USDC;
export const GUARDIAN_KEYS = guardianPrivateKeys(new Uint8Array(32).fill(1));
export const OLD_GUARDIAN_KEYS = guardianPrivateKeys(new Uint8Array(32).fill(2));
export const GUARDIAN_SET = guardianSetOf(GUARDIAN_KEYS, 1);
export const OLD_GUARDIAN_SET = guardianSetOf(OLD_GUARDIAN_KEYS, 0);
export const MESSAGE_FEE_LAMPORTS = 100n;

const STOCK = 1_000_000_000n;
const WALLET_LAMPORTS = 10_000_000_000n;
const SIGNATURES_A_TRANSACTION = 7;

export interface PostVaaOptions {
  /** The precompile's addresses in place of the guardians'. */
  readonly addresses?: readonly Uint8Array[];
  /** Changes what is said to the core bridge after the signatures were verified. */
  readonly altered?: Partial<Vaa>;
}

export interface BridgeBenchOptions extends StartLocalChainOptions {
  readonly user?: KeyPairSigner;
}

export class BridgeBench {
  private constructor(
    readonly running: Readonly<Record<ChainName, RunningChain>>,
    readonly user: KeyPairSigner,
    readonly wrapped: Readonly<Record<'usdc' | 'nine', Address>>,
  ) {}

  /** The chains stand still until a test moves them. */
  static async open(options: BridgeBenchOptions = {}): Promise<BridgeBench> {
    const { user = await generateKeyPairSigner(), ...chainOptions } = options;
    const usdc = await wrappedMintGenesis({ chain: 'main', token: USDC, decimals: 6 });
    const nine = await wrappedMintGenesis({ chain: 'main', token: NINE, decimals: 8 });
    const guardianSets = [OLD_GUARDIAN_SET, GUARDIAN_SET] as const;
    const wormhole = {
      ext: await wormholeGenesis({ chain: 'ext', guardianSets }),
      main: await wormholeGenesis({ chain: 'main', guardianSets }),
    };
    const holding = async (mint: Address, amount: bigint, owner = user.address) => {
      const held = { owner, mint };
      return { ...held, amount, address: await associatedTokenAddress(held) };
    };
    const purse = wallet(user.address, WALLET_LAMPORTS);
    const ext = await startLocalChain({
      isMoving: false,
      ...chainOptions,
      genesis: {
        programs: wormhole.ext.programs,
        mints: [
          { address: USDC, decimals: 6, mintAuthority: user.address },
          { address: NINE, decimals: 9, mintAuthority: user.address },
        ],
        tokenAccounts: [await holding(USDC, STOCK), await holding(NINE, STOCK)],
        accounts: [...wormhole.ext.accounts, purse],
      },
    });
    const main = await startLocalChain({
      isMoving: false,
      ...chainOptions,
      genesis: {
        programs: wormhole.main.programs,
        tokenAccounts: [
          await holding(usdc.mint, 0n),
          await holding(nine.mint, 0n),
          await holding(usdc.mint, 0n, COMPLETER),
        ],
        accounts: [...wormhole.main.accounts, ...usdc.accounts, ...nine.accounts, purse],
      },
    });
    return new BridgeBench({ ext, main }, user, { usdc: usdc.mint, nine: nine.mint });
  }

  async close(): Promise<void> {
    await Promise.all([this.running.ext.stop(), this.running.main.stop()]);
  }

  get chains(): Readonly<Record<ChainName, LocalChain>> {
    return { ext: this.running.ext.chain, main: this.running.main.chain };
  }

  accountOf(mint: Address, owner: Address = this.user.address): Promise<Address> {
    return associatedTokenAddress({ owner, mint });
  }

  amountIn(chain: ChainName, account: Address): bigint {
    return u64At(this.chains[chain].account(account)?.data, 64);
  }

  supplyOf(chain: ChainName, mint: Address): bigint {
    return u64At(this.chains[chain].account(mint)?.data, 36);
  }

  lamportsOf(chain: ChainName, of: Address): bigint {
    return this.chains[chain].account(of)?.lamports ?? 0n;
  }

  /** All that a test could move, to be compared. */
  async balances() {
    const { usdc, nine } = this.wrapped;
    const custody = (mint: Address) =>
      tokenBridgeAddress('ext', tokenBridgeSeeds.custody(bytesOf(mint)));
    return {
      extUsdc: this.amountIn('ext', await this.accountOf(USDC)),
      extNine: this.amountIn('ext', await this.accountOf(NINE)),
      custodyUsdc: this.amountIn('ext', await custody(USDC)),
      custodyNine: this.amountIn('ext', await custody(NINE)),
      mainUsdc: this.amountIn('main', await this.accountOf(usdc)),
      mainNine: this.amountIn('main', await this.accountOf(nine)),
      supplyUsdc: this.supplyOf('main', usdc),
      supplyNine: this.supplyOf('main', nine),
    };
  }

  async send(
    chain: ChainName,
    instructions: readonly Instruction[],
    signers: readonly KeyPairSigner[] = [],
  ): Promise<StoredTransaction> {
    const local = this.chains[chain];
    local.advance(); // a new blockhash, so that equal transactions differ
    const lifetime = local.latestBlockhash('processed');
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayerSigner(this.user, m),
      (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
      (m) => appendTransactionMessageInstructions(instructions, m),
      (m) => addSignersToTransactionMessage([...signers], m),
    );
    const signed = await signTransactionMessageWithSigners(message);
    const wire = getBase64Encoder().encode(getBase64EncodedWireTransaction(signed));
    return local.submit(new Uint8Array(wire));
  }

  /** Approves and transfers out of the user's account, in one transaction. */
  async transfer(
    chain: ChainName,
    request: {
      readonly mint: Address;
      readonly amount: bigint;
      readonly to: Address;
      readonly fee?: bigint;
      readonly toChain?: number;
      readonly isNative?: boolean;
      readonly approved?: bigint;
      readonly signers?: readonly KeyPairSigner[];
      readonly wrong?: Readonly<Record<string, Address>>;
    },
  ): Promise<{ readonly landed: StoredTransaction; readonly message: Address }> {
    const { mint, amount, to, fee = 0n, isNative = chain === 'ext', approved = amount } = request;
    const message = await generateKeyPairSigner();
    const from = await this.accountOf(mint);
    const other = WORMHOLE_CHAIN_IDS[chain === 'ext' ? 'main' : 'ext'];
    const build = isNative ? transferNativeInstruction : transferWrappedInstruction;
    const instruction = await build(chain, {
      payer: this.user.address,
      owner: this.user.address,
      from,
      mint,
      message: message.address,
      data: {
        nonce: 7,
        amount,
        fee,
        targetAddress: bytesOf(to),
        targetChain: request.toChain ?? other,
      },
      ...(request.wrong === undefined ? {} : { wrong: request.wrong }),
    });
    const approve = getApproveInstruction({
      source: from,
      delegate: await tokenBridgeAddress(chain, tokenBridgeSeeds.authoritySigner()),
      owner: this.user,
      amount: approved,
    });
    const landed = await this.send(
      chain,
      [approve, instruction],
      [message, ...(request.signers ?? [])],
    );
    return { landed, message: message.address };
  }

  /** The VAA body of a message account. */
  bodyOf(chain: ChainName, message: Address): VaaBody {
    const data = this.chains[chain].account(message)?.data;
    const posted = data === undefined ? undefined : parsePostedMessage(new Uint8Array(data));
    if (posted === undefined) throw new Error('no message');
    return { ...posted, timestamp: posted.submissionTime };
  }

  /** A transfer that ext's token bridge would have posted: nothing is locked for it. */
  async inventedBody(transfer: Partial<TokenTransfer>, body: Partial<VaaBody> = {}) {
    const payload = encodeTokenTransfer({
      kind: 'transfer',
      amount: 5n,
      tokenAddress: bytesOf(USDC),
      tokenChain: WORMHOLE_CHAIN_IDS.ext,
      to: bytesOf(await this.accountOf(this.wrapped.usdc)),
      toChain: WORMHOLE_CHAIN_IDS.main,
      fee: 0n,
      ...transfer,
    } as TokenTransfer); // the kind is not changed by the parts
    const emitter = await tokenBridgeAddress('ext', tokenBridgeSeeds.emitter());
    return {
      timestamp: 1_700_000_000,
      nonce: 1,
      emitterChain: WORMHOLE_CHAIN_IDS.ext,
      emitterAddress: bytesOf(emitter),
      sequence: 900n,
      consistencyLevel: 32,
      payload,
      ...body,
    };
  }

  /** Signed by the first `count` guardians of the set in force. */
  signed(body: VaaBody, count = 13, keys: readonly Uint8Array[] = GUARDIAN_KEYS, index = 1): Vaa {
    const signers = keys
      .slice(0, count)
      .map((privateKey, guardianIndex) => ({ guardianIndex, privateKey }));
    return decodeVaa(signVaa(body, index, signers));
  }

  /** Verifies a VAA's signatures, seven a transaction, and posts it. @returns the first failure or the last success */
  async postVaa(chain: ChainName, vaa: Vaa, options: PostVaaOptions = {}): Promise<Posted> {
    const signatureSet = await generateKeyPairSigner();
    const said = { ...vaa, ...options.altered };
    const account = await coreAddress(chain, coreSeeds.postedVaa(bodyHashOf(said)));
    for (let at = 0; at < vaa.signatures.length; at += SIGNATURES_A_TRANSACTION) {
      const batch = vaa.signatures.slice(at, at + SIGNATURES_A_TRANSACTION);
      const instructions = await this.verifying(chain, vaa, { batch, signatureSet, options });
      const landed = await this.send(chain, instructions, [signatureSet]);
      if (landed.error !== null) return { landed, account };
    }
    const { guardianSetIndex, timestamp, nonce, emitterChain, emitterAddress } = said;
    const { sequence, consistencyLevel, payload } = said;
    const post = await postVaaInstruction(chain, {
      payer: this.user.address,
      signatureSet: signatureSet.address,
      vaa: account,
      data: {
        version: 1,
        guardianSetIndex,
        timestamp,
        nonce,
        emitterChain,
        emitterAddress,
        sequence,
        consistencyLevel,
        payload,
      },
    });
    return { landed: await this.send(chain, [post]), account };
  }

  /** The precompile's instruction and the one that reads it, for some of the VAA's signatures. */
  async verifying(
    chain: ChainName,
    vaa: Vaa,
    request: {
      readonly batch: readonly GuardianSignature[];
      readonly signatureSet: KeyPairSigner;
      readonly options?: PostVaaOptions;
    },
  ): Promise<[precompile: Instruction, verify: Instruction]> {
    const { batch, signatureSet, options = {} } = request;
    const signatureIndexes = new Uint8Array(MAX_GUARDIANS).fill(NO_SIGNATURE);
    batch.forEach(({ guardianIndex }, place) => (signatureIndexes[guardianIndex] = place));
    const { guardians } = vaa.guardianSetIndex === 1 ? GUARDIAN_SET : OLD_GUARDIAN_SET;
    const addresses = options.addresses ?? guardians;
    const data = secp256k1InstructionData({
      signatures: batch,
      addresses: batch.map(({ guardianIndex }) => addresses[guardianIndex]!),
      bodyHash: bodyHashOf(vaa),
      instructionIndex: 0,
    });
    const verify = await verifySignaturesInstruction(chain, {
      payer: this.user.address,
      signatureSet: signatureSet.address,
      guardianSetIndex: vaa.guardianSetIndex,
      signatureIndexes,
    });
    return [{ programAddress: address(SECP256K1_PROGRAM), data }, verify];
  }

  /** The accounts a completion of that message takes besides the tokens'. */
  async completion(chain: ChainName, body: VaaBody) {
    const own = (seeds: readonly Uint8Array[]) => tokenBridgeAddress(chain, seeds);
    return {
      payer: this.user.address,
      vaa: await coreAddress(chain, coreSeeds.postedVaa(bodyHashOf(body))),
      claim: await own(tokenBridgeSeeds.claim(body)),
      endpoint: await own(tokenBridgeSeeds.endpoint(body.emitterChain, body.emitterAddress)),
    };
  }
}

export interface Posted {
  readonly landed: StoredTransaction;
  /** Of the posted VAA. */
  readonly account: Address;
}

const u64At = (data: ArrayLike<number> | undefined, offset: number): bigint =>
  data === undefined || data.length < offset + 8
    ? 0n
    : new DataView(Uint8Array.from(data).buffer).getBigUint64(offset, true);
