import { faucetSigner } from '@bellwether/local-chain';
import type { Address } from '../src';

/** For the chains under test: the default seed of local chains. */
export const faucetAddress = async (): Promise<Address> =>
  (await faucetSigner(new Uint8Array(32).fill(7))).address;
