/** Injection tokens of the signer's modules. */
import type { Network } from '@bellwether/exchange';
import { tokenOf } from '@bellwether/runtime';
import type { SignerConfig } from './config';

export const SIGNER_CONFIG = tokenOf<SignerConfig>('the configuration of the signer');
export const NETWORK = tokenOf<Network>("the network's name");
