import { Inject, Injectable, SetMetadata, UseGuards, applyDecorators } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { parsePublicKey, sameBytes, toBase58 } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { AsksFor } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config';
import { ADMIN_KEY_HEADER, Authentication } from '../operators/authentication';
import { GatewayLimits } from '../rate-limits/gateway-limits';
import { GATEWAY_CONFIG } from '../tokens';
import { AccountSessions } from './account-sessions';

const ACCOUNT_PARAMETER = 'bellwether:account-parameter';
const BEARER = /^Bearer +([^ ]+)$/i;

/** The route is the owner's to read: it takes a session of the account that is named by this parameter of its path. */
export const OwnerReads = (parameter: string) =>
  applyDecorators(
    SetMetadata(ACCOUNT_PARAMETER, parameter),
    UseGuards(OwnerGuard),
    AsksFor('session'),
  );

@Injectable()
export class OwnerGuard implements CanActivate {
  constructor(
    @Inject(AccountSessions) private readonly sessions: AccountSessions,
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(ModuleRef) private readonly modules: ModuleRef,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(GatewayLimits) private readonly limits: GatewayLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.sessions.isForEverybody) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const targets = [context.getHandler(), context.getClass()];
    const parameter = this.reflector.getAllAndOverride<string>(ACCOUNT_PARAMETER, targets);
    const account = parsePublicKey(
      (request.params as Readonly<Record<string, string>>)[parameter] ?? '',
    );
    // The parameter's own schema refuses it.
    if (account === undefined) return true;
    if (await this.isOperator(request)) return true;
    const { publicKey } = await this.sessions.read(tokenOf(request));
    const [owner, asked] = [toBase58(publicKey), toBase58(account)];
    if (owner !== asked)
      throw new CodedError('NOT_YOUR_ACCOUNT', { public_key: asked, session_of: owner });
    return true;
  }

  /**
   * Whether a request to a route for everybody may be answered as its owner's.
   * @throws CodedError SESSION_INVALID, RATE_LIMITED, ENGINE_UNAVAILABLE, HISTORY_UNAVAILABLE
   */
  async isOwner(request: FastifyRequest, account: Uint8Array): Promise<boolean> {
    if (this.sessions.isForEverybody || (await this.isOperator(request))) return true;
    const token = tokenOf(request);
    return token !== undefined && sameBytes((await this.sessions.read(token)).publicKey, account);
  }

  /**
   * Operators look after users' money: on a gateway with `/admin` their key reads every account.
   * @throws CodedError SESSION_INVALID, RATE_LIMITED: a wrong key costs what it costs at `/admin`; HISTORY_UNAVAILABLE
   */
  private async isOperator(request: FastifyRequest): Promise<boolean> {
    const hasKey = request.headers[ADMIN_KEY_HEADER] !== undefined;
    if (this.config.adminKeyHash === undefined || !hasKey) return false;
    try {
      // Of another module, which this gateway may not have.
      await this.modules.get(Authentication, { strict: false }).of(request);
      return true;
    } catch (error) {
      if (!(error instanceof CodedError) || error.code !== 'ADMIN_KEY_INVALID') throw error;
      this.limits.chargeAdminFailure(request, { isLogin: false });
      throw new CodedError('SESSION_INVALID', { problem: 'X-Admin-Key is no key of this gateway' });
    }
  }
}

const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  headers.authorization === undefined
    ? undefined
    : // What is no bearer token is refused as a malformed one.
      (BEARER.exec(headers.authorization)?.[1] ?? '');
