/** Whether a text can be an address of the chains: 32 bytes in base58. The exchange itself looks closer. */
export const isAddress = (text: string): boolean =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text.trim());
