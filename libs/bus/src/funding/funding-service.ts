/**
 * Requests of the gateway and the signer to the funding apps: those that need the chain or change something. Records of
 * deposits and withdrawals are read from PostgreSQL instead. Bytes are `Uint8Array`s, as hex on the wire.
 */
import type {
  FundingChain,
  GasBill,
  GasItem,
  GasPrice,
  PricedAction,
  RecipientKind,
  Tier,
} from '@bellwether/funding';
import type { TextForm } from '@bellwether/canonical-message';
import type { FundingOperation } from '../subjects';

/** Everything a user may send to, on both chains. Asking for it starts the watch. */
export interface FundingAddress {
  readonly user: Uint8Array;
  /** A wallet on ext; tokens go to its associated accounts. */
  readonly depositAddress: Uint8Array;
  readonly depositUsdcAccount: Uint8Array;
  readonly usdcMintExt: Uint8Array;
  /** The vault's account of the user on main, and its USDC token account, which is what USDC on main is sent to. */
  readonly proxyWallet: Uint8Array;
  readonly proxyUsdcAccount: Uint8Array;
  readonly usdcMintMain: Uint8Array;
  /** Whether the vault has made the proxy wallet on chain. */
  readonly initialized: boolean;
  readonly tier: Tier;
  readonly maxPerTxMicroUsdc: number;
  readonly dailyCapRemainingMicroUsdc: number;
  readonly dailyCapResetsAtMs: number;
  /** The least that is credited, by what is sent. */
  readonly minimums: { readonly usdcMicroUsdc: number; readonly otherMicroUsdc: number };
  /** The charge of a deposit sent now: of USDC and of other tokens on ext, of USDC on main. */
  readonly estimatedGas: {
    readonly extUsdc: GasBill;
    readonly extOther: GasBill;
    readonly mainUsdc: GasBill;
  };
}

export interface ProxyWalletView {
  readonly user: Uint8Array;
  readonly proxyWallet: Uint8Array;
  readonly proxyUsdcAccount: Uint8Array;
  readonly usdcBalanceMicroUsdc: number;
  /** Whether the vault has made the account on chain. */
  readonly initialized: boolean;
}

export interface TierChange {
  readonly user: Uint8Array;
  readonly tier: Tier;
  readonly previousTier: Tier;
  /** Final on main. */
  readonly txSignature: Uint8Array;
  readonly maxPerTxMicroUsdc: number;
}

/** Holding and recipient of a recovery: `recipient` is a wallet on ext. */
export interface Recoverable {
  readonly user: Uint8Array;
  readonly mint: Uint8Array;
  /** The most that its gas may cost, in micro-USDC; 0: any fee. */
  readonly maxGasFee: number;
  readonly recipient: Uint8Array;
  /** Whether the recipient may be off the curve. */
  readonly allowProgramAddress: boolean;
}

/** Of a user who holds its own key. */
export interface RecoverRequest extends Recoverable {
  readonly nonce: number;
  readonly signature: Uint8Array;
  /** The owner signed it as a text; absent: as the canonical message. */
  readonly textForm?: TextForm | undefined;
}

/** For a builder's user, from the signer alone. */
export interface BuilderRecoverRequest extends Recoverable {
  readonly nonce: number;
  readonly signature: Uint8Array;
  /** Key id of the builder whose user it is. */
  readonly builder: Uint8Array;
}

export interface RecoveryAnswer {
  readonly recoveryId: string;
  readonly user: Uint8Array;
  readonly mint: Uint8Array;
  readonly recipient: Uint8Array;
  /** Base units of the mint, as text: a u64 may pass what JSON holds. */
  readonly amount: string;
  readonly state: 'sending' | 'completed' | 'failed';
  readonly txSignature: Uint8Array | null;
}

/** Of a user who holds its own key. */
export interface WithdrawRequest {
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  /** The most that the gas fee may be, in micro-USDC; 0: any fee. */
  readonly maxGasFee: number;
  readonly recipientKind: RecipientKind;
  /** A wallet; `null` with the kind `default`. */
  readonly recipient: Uint8Array | null;
  /** Whether the recipient may be off the curve. */
  readonly allowProgramAddress: boolean;
  readonly nonce: number;
  readonly signature: Uint8Array;
  /** The owner signed it as a text; absent: as the canonical message. */
  readonly textForm?: TextForm | undefined;
}

/** For a builder's user, from the signer alone: that it may be sent is what makes the engine believe `builder`. */
export interface BuilderWithdrawRequest extends WithdrawRequest {
  /** Key id of the builder whose user it is. */
  readonly builder: Uint8Array;
}

/** A withdrawal before it is signed. */
export type WithdrawQuoteRequest = Omit<
  WithdrawRequest,
  'maxGasFee' | 'nonce' | 'signature' | 'textForm'
>;

export interface WithdrawQuote {
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  readonly gasFeeMicroUsdc: number;
  readonly gasItems: readonly GasItem[];
  readonly netAmountMicroUsdc: number;
  /** The least that is taken to this chain. */
  readonly minimumMicroUsdc: number;
  readonly chain: FundingChain;
  readonly recipientKind: RecipientKind;
  readonly recipient: Uint8Array;
}

export interface WithdrawAnswer {
  readonly withdrawalId: Uint8Array;
  readonly user: Uint8Array;
  readonly amountMicroUsdc: number;
  readonly gasFeeMicroUsdc: number;
  /** `null` where it was fixed at another tariff. */
  readonly gasItems: readonly GasItem[] | null;
  readonly netAmountMicroUsdc: number;
  readonly chain: FundingChain;
  readonly recipientKind: RecipientKind;
  readonly recipient: Uint8Array;
  readonly nonce: number;
  readonly createdMs: number;
  /** The first answer to a request that was sent again. */
  readonly isReplay: boolean;
}

/** The present cost of each action, and the least withdrawal. */
export interface GasActions {
  readonly actions: readonly PricedAction[];
  readonly minimumWithdrawals: {
    readonly mainMicroUsdc: number;
    readonly extMicroUsdc: number;
  };
}

export interface DailyCapView {
  readonly capMicroUsdc: number;
  readonly usedMicroUsdc: number;
  readonly resetsAtMs: number;
}

/** Requests and answers by operation. Withdrawals are the withdraw-worker's, all others are the deposit-listener's. */
export interface FundingOperations {
  address: { request: { user: Uint8Array }; answer: FundingAddress };
  proxy: { request: { user: Uint8Array }; answer: ProxyWalletView };
  gas_price: { request: Record<never, never>; answer: GasPrice & GasActions };
  tier: { request: { user: Uint8Array; tier: Tier }; answer: TierChange };
  refresh_tier: {
    request: { user: Uint8Array };
    answer: { user: Uint8Array; tier: Tier; refreshedMs: number };
  };
  recover: { request: RecoverRequest; answer: RecoveryAnswer };
  builder_recover: { request: BuilderRecoverRequest; answer: RecoveryAnswer };
  /** Test network only: TEST_NETWORK_ONLY elsewhere. `amount`: micro-USDC or lamports. */
  faucet: {
    request: {
      chain: FundingChain;
      address: Uint8Array;
      token: 'usdc' | 'native';
      amount: number;
    };
    answer: { txSignature: Uint8Array };
  };
  withdraw: { request: WithdrawRequest; answer: WithdrawAnswer };
  quote_withdraw: { request: WithdrawQuoteRequest; answer: WithdrawQuote };
  builder_withdraw: { request: BuilderWithdrawRequest; answer: WithdrawAnswer };
  bridge_executor: { request: { enabled: boolean }; answer: { enabled: boolean } };
  daily_cap: { request: { microUsdc: number }; answer: DailyCapView };
  /** Lets the scan of a chain step over a block that it cannot read; a repeat returns the outcome. */
  step_over: {
    request: { chain: FundingChain; slot: number };
    answer: {
      chain: FundingChain;
      slot: number;
      /** Null until the scan has done it, as how many transactions the block held. */
      steppedMs: number | null;
      transactions: number | null;
    };
  };
  /** Lets a queued deposit pass the daily cap; asked again, it answers again. */
  release: {
    request: { depositId: Uint8Array };
    answer: { depositId: Uint8Array; user: Uint8Array; amountMicroUsdc: number };
  };
  /** Takes a queued deposit out of the queue, so that it may be recovered; asked again, it answers again. */
  reject: {
    request: { depositId: Uint8Array };
    answer: { depositId: Uint8Array; user: Uint8Array; amountMicroUsdc: number };
  };
}

export type FundingRequest<O extends FundingOperation> = FundingOperations[O]['request'];
export type FundingAnswer<O extends FundingOperation> = FundingOperations[O]['answer'];
