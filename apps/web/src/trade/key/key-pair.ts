/** Signing by the page itself, for browsers whose WebCrypto knows no Ed25519. */
export { KeyPair } from '@bellwether/client';
