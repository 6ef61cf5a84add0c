/** Injection tokens of the gateway's modules. */
import { tokenOf } from '@bellwether/runtime';
import type { Logger } from '@bellwether/runtime';
import type { GatewayConfig } from './config';

export const GATEWAY_CONFIG = tokenOf<GatewayConfig>('the configuration of the gateway');
export const LOGGER = tokenOf<Logger>('the log of the gateway');
