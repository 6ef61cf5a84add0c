/** What the signer's modules are given beside classes. */
export const SIGNER_CONFIG = Symbol('the configuration of the signer');
/** The network's name. */
export const NETWORK = Symbol('the network');
