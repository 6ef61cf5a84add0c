/** What the gateway's modules are given beside classes. */
export const GATEWAY_CONFIG = Symbol('the configuration of the gateway');
