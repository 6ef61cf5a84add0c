/**
 * The guardian network of a pair of local chains: sees messages that are final, signs them, and serves the signed VAAs
 * under the path and in the shape of a real guardian's public interface.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { base64 } from '@scure/base';
import { fromHex } from '@bellwether/codec';
import { WORMHOLE_ADDRESSES, WORMHOLE_CHAIN_IDS } from '@bellwether/wormhole';
import type { ChainName } from '@bellwether/wormhole';
import type { GuardianFaults } from './guardian-faults';
import { BODY_BYTES_MAX, POLL_MS_DEFAULT } from './limits';
import { MessageWatch } from './message-watch';
import { FakeGuardianApi } from './fake-guardian-api';

export interface WatchedChain {
  readonly chain: ChainName;
  readonly rpcUrl: string;
  /** The core bridge's program. Default: production's, where local chains have their stand-ins. */
  readonly core?: string;
  /** Resolves with the chain's next block, where it is known: it is looked at then, and not each `pollMs`. */
  readonly nextBlock?: (signal: AbortSignal) => Promise<unknown>;
}

export interface GuardianOptions {
  readonly chains: readonly WatchedChain[];
  /** Of the guardian set on the chains, in its order: `guardianPrivateKeys(seed)`. */
  readonly privateKeys: readonly Uint8Array[];
  /** Of their set. Default 0. */
  readonly guardianSetIndex?: number;
  /** 0 or absent: any free one. */
  readonly port?: number;
  readonly pollMs?: number;
}

export interface Guardians {
  /** The root: `GET /v1/signed_vaa/{chain}/{emitter}/{sequence}` answers `{ vaaBytes }`, base64. */
  readonly url: string;
  /** What they do wrong from now on, in place of what they did before. */
  setFaults(faults: GuardianFaults): void;
  close(): Promise<void>;
}

const ADDRESS_BYTES = 32;
const U64_MAX = 2n ** 64n - 1n;

export async function startGuardians(options: GuardianOptions): Promise<Guardians> {
  const desk = new FakeGuardianApi(options.privateKeys, options.guardianSetIndex ?? 0);
  const app = fastify({ bodyLimit: BODY_BYTES_MAX, forceCloseConnections: true });
  const chainIds = options.chains.map(({ chain }) => WORMHOLE_CHAIN_IDS[chain]);
  serveSignedVaas(app, desk, chainIds);
  const url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
  const watches = options.chains.map(
    ({ chain, rpcUrl, core = WORMHOLE_ADDRESSES.production[chain].core, nextBlock }) =>
      new MessageWatch({
        rpcUrl,
        core,
        nextLook: nextBlock ?? pause(options.pollMs ?? POLL_MS_DEFAULT),
        found: (message) => desk.add(message),
      }),
  );
  return {
    url,
    setFaults: (faults) => {
      desk.faults = faults;
    },
    close: async () => {
      await Promise.all(watches.map((watch) => watch.stop()));
      await app.close();
    },
  };
}

const pause =
  (ms: number) =>
  (signal: AbortSignal): Promise<unknown> =>
    sleep(ms, undefined, { signal, ref: false });

type VaaPath = { Params: { chain: string; emitter: string; sequence: string } };

function serveSignedVaas(
  app: FastifyInstance,
  desk: FakeGuardianApi,
  chainIds: readonly number[],
): void {
  app.get<VaaPath>('/v1/signed_vaa/:chain/:emitter/:sequence', async ({ params }, reply) => {
    const emitterChain = Number(params.chain);
    if (!/^\d{1,5}$/.test(params.chain)) return invalid(reply, `type mismatch: ${params.chain}`);
    const emitterAddress = fromHex(params.emitter, ADDRESS_BYTES);
    if (emitterAddress === undefined) return invalid(reply, 'address must be 32 bytes of hex');
    const sequence = /^\d{1,20}$/.test(params.sequence) ? BigInt(params.sequence) : -1n;
    if (sequence < 0n || sequence > U64_MAX) {
      return invalid(reply, `type mismatch: ${params.sequence}`);
    }
    const vaa = chainIds.some((id) => id === emitterChain)
      ? desk.vaaOf({ emitterChain, emitterAddress, sequence })
      : undefined;
    if (vaa === undefined) {
      return refused(reply, 404, { code: 5, message: 'requested VAA not found in store' });
    }
    return reply.send({ vaaBytes: base64.encode(vaa) });
  });
  app.setNotFoundHandler((_request, reply) =>
    refused(reply, 404, { code: 5, message: 'Not Found' }),
  );
}

/** The error body of the real interface, with the codes of gRPC. */
const refused = (reply: FastifyReply, status: number, error: { code: number; message: string }) =>
  reply.code(status).send({ ...error, details: [] });

const invalid = (reply: FastifyReply, message: string) =>
  refused(reply, 400, { code: 3, message: `invalid argument: ${message}` });
