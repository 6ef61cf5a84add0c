import {
  addressOf,
  associatedTokenAddress,
  bytesOfAddress,
  depositSigner,
  proxyWalletOf,
} from '@bellwether/chain';
import type { Address, Signer, Vault } from '@bellwether/chain';
import type { WatchedAddress } from '@bellwether/persistence';
import type { Secret } from '@bellwether/runtime';

/** A user's addresses on both chains. They are derived from the user's key, so they never change. */
export interface UserPlaces {
  /** A wallet on ext, whose key only the listener can derive. */
  readonly depositAddress: Address;
  readonly depositUsdcAccount: Address;
  /** The vault's account of the user on main, and its associated account of USDC. */
  readonly proxyWallet: Address;
  readonly proxyUsdcAccount: Address;
}

export class UserAddresses {
  constructor(
    private readonly parts: {
      readonly depositMaster: Secret<Uint8Array>;
      readonly usdcExt: Address;
      readonly vault: Vault;
    },
  ) {}

  /** @param user 32 bytes */
  async of(user: Uint8Array): Promise<UserPlaces> {
    const { usdcExt, vault } = this.parts;
    const { address: depositAddress } = await this.depositSigner(user);
    const proxy = await proxyWalletOf(vault, user);
    return {
      depositAddress,
      depositUsdcAccount: await associatedTokenAddress(depositAddress, usdcExt),
      proxyWallet: proxy.wallet,
      proxyUsdcAccount: proxy.token,
    };
  }

  depositSigner(user: Uint8Array): Promise<Signer> {
    return depositSigner(this.parts.depositMaster.reveal(), user);
  }

  /** The row by which the addresses are watched. */
  async watchOf(user: Uint8Array, createdMs: number): Promise<WatchedAddress> {
    const places = await this.of(user);
    return {
      user,
      depositAddress: bytesOfAddress(places.depositAddress),
      depositUsdcAccount: bytesOfAddress(places.depositUsdcAccount),
      proxyWallet: bytesOfAddress(places.proxyWallet),
      proxyUsdcAccount: bytesOfAddress(places.proxyUsdcAccount),
      createdMs,
    };
  }
}

export const placesOf = (row: WatchedAddress): UserPlaces => ({
  depositAddress: addressOf(row.depositAddress),
  depositUsdcAccount: addressOf(row.depositUsdcAccount),
  proxyWallet: addressOf(row.proxyWallet),
  proxyUsdcAccount: addressOf(row.proxyUsdcAccount),
});
