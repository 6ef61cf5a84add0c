import { getAddressEncoder } from '@solana/kit';
import type { EncodedAccount } from '@solana/kit';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../chain/program-addresses';
import type { LocalChain } from '../../chain/local-chain';
import type { Commitment } from '../../chain/commitment';
import { mintOf, tokenAccountOf } from '../../chain/token-account';
import type { TokenAccount } from '../../chain/token-account';
import { tokenAmount } from '../../chain/token-balances';
import { accountFilterOf } from '../account-filter';
import { accountViewOf, encodeAccount } from '../encode-account';
import type { AccountView } from '../encode-account';
import { ACCOUNTS_PER_CALL_MAX } from '../limits';
import { commitmentOf, withContext } from '../method';
import type { Method, Methods } from '../method';
import { toAddress } from '../params';
import { invalidParams } from '../rpc-error';

/** Where a token account names its owner and its delegate. */
const OFFSETS = { owner: 32, delegate: 76 } as const;

/** Accounts and tokens as of a commitment. */
export const accountMethods: Methods = {
  getBalance: (chain, params) => {
    const address = params.address(0, 'account');
    const commitment = commitmentOf(chain, params.config(1));
    return withContext(chain, commitment, chain.account(address, commitment)?.lamports ?? 0n);
  },
  getAccountInfo: (chain, params) => {
    const address = params.address(0, 'account');
    const config = params.config(1);
    const commitment = commitmentOf(chain, config);
    const account = chain.account(address, commitment);
    return withContext(chain, commitment, shown(chain, commitment, account, accountViewOf(config)));
  },
  getMultipleAccounts: (chain, params) => {
    const addresses = params
      .list(0, 'accounts', ACCOUNTS_PER_CALL_MAX)
      .map((value, index) => toAddress(value, `parameter 0 (accounts), entry ${index}`));
    const config = params.config(1);
    const commitment = commitmentOf(chain, config);
    const view = accountViewOf(config, 'base64');
    const accounts = addresses.map((address) =>
      shown(chain, commitment, chain.account(address, commitment), view),
    );
    return withContext(chain, commitment, accounts);
  },
  getProgramAccounts: (chain, params) => {
    const program = params.address(0, 'program');
    const config = params.config(1);
    const commitment = commitmentOf(chain, config);
    const matches = accountFilterOf(config);
    const accounts = listed(
      chain,
      commitment,
      chain.programAccounts(program, commitment).filter(matches),
      accountViewOf(config),
    );
    return config.flag('withContext') ? withContext(chain, commitment, accounts) : accounts;
  },
  getTokenAccountBalance: (chain, params) => {
    const address = params.address(0, 'token account');
    const commitment = commitmentOf(chain, params.config(1));
    const account = chain.account(address, commitment);
    if (account === null) throw invalidParams('could not find account');
    const token = tokenAccountOf(account);
    if (token === undefined) throw invalidParams(`${address} is not a token account`);
    const mint = chain.account(token.mint, commitment);
    const decimals = (mint === null ? undefined : mintOf(mint))?.decimals;
    if (decimals === undefined) throw invalidParams(`could not find mint ${token.mint}`);
    return withContext(chain, commitment, tokenAmount(token.amount, decimals));
  },
  getTokenSupply: (chain, params) => {
    const address = params.address(0, 'mint');
    const commitment = commitmentOf(chain, params.config(1));
    const account = chain.account(address, commitment);
    if (account === null) throw invalidParams('could not find account');
    const mint = mintOf(account);
    if (mint === undefined) throw invalidParams(`${address} is not a mint`);
    return withContext(chain, commitment, tokenAmount(mint.supply, mint.decimals));
  },
  getTokenAccountsByOwner: tokenAccountsBy('owner'),
  getTokenAccountsByDelegate: tokenAccountsBy('delegate'),
};

function tokenAccountsBy(role: 'owner' | 'delegate'): Method {
  return (chain, params) => {
    const key = params.address(0, role);
    const config = params.config(2);
    const commitment = commitmentOf(chain, config);
    const filter = params.config(1);
    const mint = filter.address('mint');
    const program = filter.address('programId');
    if ((mint === undefined) === (program === undefined)) {
      throw invalidParams('parameter 1 must be an object with either `mint` or `programId`');
    }
    if (program !== undefined && program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM) {
      throw invalidParams(`\`programId\` must be a token program, not ${program}`);
    }
    const isWanted = (token: TokenAccount | undefined) =>
      token !== undefined && token[role] === key && (mint === undefined || token.mint === mint);
    const keyBytes = getAddressEncoder().encode(key);
    // Most accounts are somebody else's: their bytes say so for a hundredth of the price of base58.
    const mayBeWanted = ({ data }: EncodedAccount) =>
      keyBytes.every((byte, index) => data[OFFSETS[role] + index] === byte);
    const accounts = (program === undefined ? [TOKEN_PROGRAM, TOKEN_2022_PROGRAM] : [program])
      .flatMap((owner) => chain.programAccounts(owner, commitment))
      .filter((account) => mayBeWanted(account) && isWanted(tokenAccountOf(account)));
    const view = accountViewOf(config);
    return withContext(chain, commitment, listed(chain, commitment, accounts, view));
  };
}

const listed = (
  chain: LocalChain,
  commitment: Commitment,
  accounts: readonly EncodedAccount[],
  view: AccountView,
) =>
  accounts.map((account) => ({
    pubkey: account.address,
    account: shown(chain, commitment, account, view),
  }));

/** An account with its mint, where it has one, as of the same commitment. */
export const shown = (
  chain: LocalChain,
  commitment: Commitment,
  account: EncodedAccount | null,
  view: AccountView,
) => encodeAccount(account, view, (address) => chain.account(address, commitment));
