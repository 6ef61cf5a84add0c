import type { FundingAddress, ProxyWalletView } from '@bellwether/bus';
import { bytesOfAddress, parseTokenAccount } from '@bellwether/chain';
import { NOTHING_ON_CHAIN, gasBill, partsOfDeposit, tierCapMicroUsdc } from '@bellwether/funding';
import type { PlacesOnChain } from '@bellwether/funding';
import type { WatchedAddress } from '@bellwether/persistence';
import { CallLimit } from '@bellwether/runtime';
import type { RateLimit } from '@bellwether/runtime';
import { collectorOf, isApproved } from '../ext/bridge/shared-transfer';
import { NEW_WATCHES } from '../limits';
import type { ListenerParts } from '../parts';
import { placesOf } from '../watch/user-addresses';

type Parts = Pick<
  ListenerParts,
  | 'stores'
  | 'addresses'
  | 'tiers'
  | 'chains'
  | 'usdc'
  | 'vault'
  | 'tariff'
  | 'shareWaitMs'
  | 'depositMaster'
  | 'now'
>;

/** Deposit addresses of users. */
export class AddressService {
  private readonly newWatches: CallLimit;

  /** @param limit of all callers together, for users who were not watched before */
  constructor(
    private readonly parts: Parts,
    limit: RateLimit = NEW_WATCHES,
  ) {
    this.newWatches = new CallLimit({ name: 'new_deposit_addresses', limit });
  }

  /**
   * All addresses of a user, watched from now on: everything sent after this answer is found.
   * @throws CodedError RATE_LIMITED, HISTORY_UNAVAILABLE, CHAIN_UNAVAILABLE, CHAIN_DISAGREEMENT
   */
  async address(user: Uint8Array): Promise<FundingAddress> {
    const { stores, tiers, usdc, tariff, now } = this.parts;
    const row = await this.watch(user);
    const { tier, isOnChain } = await tiers.walletOf(user);
    const cap = await stores.dailyCap.status(now());
    const places = { ...(await this.accountsOf(row)), hasProxyWallet: isOnChain };
    return {
      estimatedGas: {
        extUsdc: gasBill(partsOfDeposit('ext_usdc', places), tariff),
        extOther: gasBill(partsOfDeposit('ext_token', places), tariff),
        mainUsdc: gasBill(partsOfDeposit('main_usdc', places), tariff),
      },
      user,
      depositAddress: row.depositAddress,
      depositUsdcAccount: row.depositUsdcAccount,
      usdcMintExt: bytesOfAddress(usdc.ext),
      proxyWallet: row.proxyWallet,
      proxyUsdcAccount: row.proxyUsdcAccount,
      usdcMintMain: bytesOfAddress(usdc.main),
      initialized: isOnChain,
      tier,
      maxPerTxMicroUsdc: tierCapMicroUsdc(tier),
      dailyCapRemainingMicroUsdc: cap.remainingMicroUsdc,
      dailyCapResetsAtMs: cap.resetsAtMs,
    };
  }

  /** A user's proxy wallet as it is on chain. The answer contains its address, so it is watched too. */
  async proxy(user: Uint8Array): Promise<ProxyWalletView> {
    const { chains, vault } = this.parts;
    const row = await this.watch(user);
    const { proxyWallet, proxyUsdcAccount } = placesOf(row);
    const { accounts } = await chains.main.readAccounts([proxyWallet, proxyUsdcAccount]);
    const [wallet, token] = accounts;
    const usdcBalance = token ? (parseTokenAccount(token)?.amount ?? 0n) : 0n;
    return {
      user,
      proxyWallet: row.proxyWallet,
      proxyUsdcAccount: row.proxyUsdcAccount,
      usdcBalanceMicroUsdc: Number(usdcBalance),
      // Anyone may send lamports to an address before the vault creates its account there.
      initialized: wallet?.program === vault.program,
    };
  }

  /** An estimate is not worth waiting for: if a chain cannot be asked, it includes every account. */
  private async accountsOf(row: WatchedAddress): Promise<Omit<PlacesOnChain, 'hasProxyWallet'>> {
    const { chains, shareWaitMs } = this.parts;
    const { depositUsdcAccount, proxyUsdcAccount } = placesOf(row);
    const [ext, main] = await Promise.allSettled([
      chains.ext.readAccount(depositUsdcAccount),
      chains.main.readAccount(proxyUsdcAccount),
    ]);
    const { hasDepositAccount, hasProxyAccount } = NOTHING_ON_CHAIN;
    const collector = await collectorOf(this.parts);
    return {
      hasDepositAccount: ext.status === 'fulfilled' ? ext.value !== null : hasDepositAccount,
      hasProxyAccount: main.status === 'fulfilled' ? main.value !== null : hasProxyAccount,
      isApproved:
        shareWaitMs === 0 || (ext.status === 'fulfilled' && isApproved(ext.value, collector)),
    };
  }

  /** A row stays for ever, so most calls are one read. */
  private async watch(user: Uint8Array) {
    const { stores, addresses, now } = this.parts;
    const known = await stores.watched.ofUser(user);
    if (known !== null) return known;
    this.newWatches.charge('all');
    return stores.watched.watch(await addresses.watchOf(user, now()));
  }
}
