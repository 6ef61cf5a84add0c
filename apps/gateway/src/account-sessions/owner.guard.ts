import {
  Inject,
  Injectable,
  SetMetadata,
  UseGuards,
  UseInterceptors,
  applyDecorators,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { parsePublicKey, sameBytes, toBase58 } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { AsksFor } from '@bellwether/runtime';
import type { FastifyRequest } from 'fastify';
import { AccountSessions } from './account-sessions';
import { OperatorReads } from './operator-reads';

const ACCOUNT_PARAMETER = 'bellwether:account-parameter';
const BEARER = /^Bearer +([^ ]+)$/i;

/** The route is the owner's to read: it takes a session of the account that is named by this parameter of its path. */
export const OwnerReads = (parameter: string) =>
  applyDecorators(
    SetMetadata(ACCOUNT_PARAMETER, parameter),
    UseGuards(OwnerGuard),
    UseInterceptors(OperatorReads),
    AsksFor('session'),
  );

@Injectable()
export class OwnerGuard implements CanActivate {
  constructor(
    @Inject(AccountSessions) private readonly sessions: AccountSessions,
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(OperatorReads) private readonly operators: OperatorReads,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.sessions.isForEverybody) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    // Before what the path names is looked at: every call with a key is recorded.
    if (await this.operators.isOperator(request)) return true;
    const targets = [context.getHandler(), context.getClass()];
    const parameter = this.reflector.getAllAndOverride<string>(ACCOUNT_PARAMETER, targets);
    const account = parsePublicKey(
      (request.params as Readonly<Record<string, string>>)[parameter] ?? '',
    );
    // The parameter's own schema refuses it.
    if (account === undefined) return true;
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
    if (this.sessions.isForEverybody || (await this.operators.isOperator(request))) return true;
    const token = tokenOf(request);
    return token !== undefined && sameBytes((await this.sessions.read(token)).publicKey, account);
  }
}

const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  headers.authorization === undefined
    ? undefined
    : // What is no bearer token is refused as a malformed one.
      (BEARER.exec(headers.authorization)?.[1] ?? '');
