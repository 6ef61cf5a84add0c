import { faucetSigner } from '@bellwether/local-chain';
import type { Address } from '../src';

/** Of the chains under test: the seed that local chains have where none is given. */
export const faucetAddress = async (): Promise<Address> =>
  (await faucetSigner(new Uint8Array(32).fill(7))).address;
