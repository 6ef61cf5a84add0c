/**
 * Checks the recipient of every payment: at the request, before the nonce is used, and again before a transaction is
 * signed. The rule is `notAWallet`.
 */
import {
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  addressOf,
  associatedTokenAddress,
  parseTokenAccount,
  readVault,
} from '@bellwether/chain';
import type { Address, BridgeSide, Chain, ChainAccount, Vault } from '@bellwether/chain';
import { sameBytes, toBase58 } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { notAWallet } from '@bellwether/funding';
import type { FundingChain, NotAWallet, OwnAddress } from '@bellwether/funding';
import type { ExchangeKeyStore, WatchedAddressStore } from '@bellwether/persistence';
import type { OfBoth } from './funding-parts';

export interface PayeeParts {
  readonly chains: OfBoth<Pick<Chain, 'readAccount' | 'readAccounts'>>;
  readonly sides: OfBoth<BridgeSide>;
  readonly usdc: OfBoth<Address>;
  readonly vault: Vault;
  readonly stores: {
    readonly watched: Pick<WatchedAddressStore, 'withPlaces'>;
    readonly keys: Pick<ExchangeKeyStore, 'has'>;
  };
}

export interface Payee {
  readonly chain: FundingChain;
  /** 32 bytes. */
  readonly recipient: Uint8Array;
  /** Whether it is the payer's own deposit address, because no recipient was named. */
  readonly isDefault: boolean;
  /** Whether the payer signed that it may be off the curve. */
  readonly allowProgramAddress: boolean;
  /** The mint; `null`: lamports. */
  readonly token: { readonly mint: Address; readonly tokenProgram?: Address } | null;
}

export type PayeeNow =
  | {
      readonly kind: 'wallet';
      /** Whether it can take the token: lamports need no account. */
      readonly account: 'there' | 'missing';
    }
  | { readonly kind: 'not_a_wallet'; readonly is: NotAWallet };

/**
 * By final accounts on which all nodes agree, so a no is a proof.
 * @throws CodedError CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT, HISTORY_UNAVAILABLE
 */
export async function payeeNow(payee: Payee, parts: PayeeParts): Promise<PayeeNow> {
  const { chain, recipient, isDefault, allowProgramAddress, token } = payee;
  const wallet = addressOf(recipient);
  const tokenProgram = token?.tokenProgram ?? TOKEN_PROGRAM;
  const at = token && (await associatedTokenAddress(wallet, token.mint, tokenProgram));
  const [{ accounts }, found] = await Promise.all([
    parts.chains[chain].readAccounts(at === null ? [wallet] : [wallet, at]),
    ownAddress(payee, parts),
  ]);
  const [account = null, held] = accounts;
  const own = isDefault && found === 'deposit_address' ? null : found;
  const seen = { address: recipient, account, own, allowProgramAddress };
  const is = notAWallet(seen) ?? notTheirs(held, wallet, token);
  if (is !== null) return { kind: 'not_a_wallet', is };
  return { kind: 'wallet', account: token === null || isOfTokens(held) ? 'there' : 'missing' };
}

/** @throws CodedError RECIPIENT_NOT_A_WALLET, and as `payeeNow` */
export async function requireWallet(payee: Payee, parts: PayeeParts): Promise<'there' | 'missing'> {
  const now = await payeeNow(payee, parts);
  if (now.kind === 'wallet') return now.account;
  throw new CodedError('RECIPIENT_NOT_A_WALLET', {
    field: `recipient_${payee.chain}`,
    value: toBase58(payee.recipient),
    is: now.is,
    expected: EXPECTED[now.is] ?? 'the address of a wallet whose key somebody holds',
  });
}

const EXPECTED: Partial<Record<NotAWallet, string>> = {
  deposit_address: 'a wallet of your own; for your own deposit address name no recipient',
  derived_address:
    'a wallet, not a token account of one; for an address that a program signs for, `allow_program_address`. A mistyped address is mostly one too: check each letter',
  no_public_key: 'the address of a wallet: no key has this one, so check each letter',
  token_account: 'the wallet that owns the token account',
};

async function ownAddress(
  { recipient }: Payee,
  { chains, sides, stores, usdc, vault }: PayeeParts,
): Promise<OwnAddress | null> {
  const programs = [vault.program, vault.state, vault.token, usdc.ext, usdc.main].concat(
    [sides.ext, sides.main].flatMap(({ core, tokenBridge }) => [core, tokenBridge]),
  );
  if (programs.includes(addressOf(recipient))) return 'exchange_program';
  const [[user], isNoted, state] = await Promise.all([
    stores.watched.withPlaces([recipient]),
    stores.keys.has(recipient),
    readVault(chains.main, vault),
  ]);
  if (user !== undefined) {
    if (sameBytes(user.depositAddress, recipient)) return 'deposit_address';
    return sameBytes(user.proxyWallet, recipient) ? 'proxy_wallet' : 'user_token_account';
  }
  const keys = state === null ? [] : [state.admin, state.operator, state.registrar];
  return isNoted || keys.some((key) => sameBytes(key, recipient)) ? 'exchange_key' : null;
}

/** A wallet's token account may have been given away, or frozen: what is paid there is not the wallet's. */
function notTheirs(
  held: ChainAccount | null | undefined,
  wallet: Address,
  token: Payee['token'],
): NotAWallet | null {
  if (token === null || !isOfTokens(held)) return null;
  const account = parseTokenAccount(held);
  if (account === undefined || account.owner !== wallet || account.mint !== token.mint) {
    return 'foreign_token_account';
  }
  return account.isFrozen ? 'frozen_token_account' : null;
}

/** Anyone may send lamports to the address: then an account exists, but no token account. */
const isOfTokens = (account: ChainAccount | null | undefined): account is ChainAccount =>
  account?.program === TOKEN_PROGRAM || account?.program === TOKEN_2022_PROGRAM;
