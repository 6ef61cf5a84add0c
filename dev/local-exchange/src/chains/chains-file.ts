import type { ChainDescription, NetworkDescription } from '@bellwether/local-chain';
import { writePrivateJson } from '../private-file';

/** Writes the apps' settings of the chains (`CHAINS_FILE`), with the faucet. It contains no secret. */
export function writeChainsFile(file: string, description: NetworkDescription): void {
  const { network, ext, main, vaultProgram, splitProgram, addresses, guardiansUrl, swapUrl } =
    description;
  writePrivateJson(file, {
    network,
    ext: placeOf(ext),
    main: placeOf(main),
    vaultProgram,
    splitProgram,
    relayer: addresses.relayer,
    guardiansUrl,
    swapUrl,
    faucet: true,
  });
}

const placeOf = ({ rpcUrl, wormholeChainId, coreBridge, tokenBridge, usdc }: ChainDescription) => ({
  rpcUrls: [rpcUrl],
  wormholeChainId,
  coreBridge,
  tokenBridge,
  usdc,
});
