import type { Bus } from '../connection/bus';
import { serveJson } from '../rpc/json-service-server';
import type { JsonService } from '../rpc/json-service-server';
import type { Log } from '../connection/log';
import type { SignerAdminHandlers } from './signer-admin';
import { SIGNER_ADMIN } from './signer-admin-json';

export type SignerAdminService = JsonService;

/** Answers key administration; several signers share the requests. Ready when it resolves. */
export const serveSignerAdmin = (
  bus: Bus,
  handlers: SignerAdminHandlers,
  log: Log,
): Promise<SignerAdminService> => serveJson(SIGNER_ADMIN, bus, handlers, log);
