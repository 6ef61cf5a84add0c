import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '@bellwether/api';
import { parsePublicKey, sameBytes, toBase58 } from '@bellwether/codec';
import { CodedError } from '@bellwether/errors';
import { CallerGuard } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountSessions } from './account-sessions';
import { OperatorReads } from './operator-reads';

const BEARER = /^Bearer +([^ ]+)$/i;

type Owner = Extract<Caller, { readonly credential: 'session' }>;

/** An owner's reads need a session of the account, or an operator's key. */
@Injectable()
export class OwnerGuard extends CallerGuard<Owner> {
  readonly credentials = ['session'] as const;

  constructor(
    @Inject(AccountSessions) private readonly sessions: AccountSessions,
    @Inject(OperatorReads) private readonly operators: OperatorReads,
  ) {
    super();
  }

  async admit(
    request: FastifyRequest,
    _reply: FastifyReply,
    { account: parameter }: Owner,
  ): Promise<void> {
    if (this.sessions.isForEverybody) return;
    // Runs before the path's parameter is checked, as every call with a key is recorded.
    if (await this.operators.isOperator(request)) return;
    const account = parsePublicKey(
      (request.params as Readonly<Record<string, string>>)[parameter] ?? '',
    );
    // The parameter's own schema refuses it.
    if (account === undefined) return;
    const { publicKey } = await this.sessions.read(tokenOf(request));
    const [owner, asked] = [toBase58(publicKey), toBase58(account)];
    if (owner !== asked)
      throw new CodedError('NOT_YOUR_ACCOUNT', { public_key: asked, session_of: owner });
  }

  override around(request: FastifyRequest, answer: () => Promise<unknown>): Promise<unknown> {
    return this.operators.recorded(request, answer);
  }

  /**
   * True if a request to a public route may be answered as its owner's.
   *
   * @throws CodedError SESSION_INVALID, RATE_LIMITED, ENGINE_UNAVAILABLE, HISTORY_UNAVAILABLE
   */
  async isOwner(request: FastifyRequest, account: Uint8Array): Promise<boolean> {
    return (await this.readerOf(request))(account);
  }

  /**
   * Whether who sent a request to a public route reads it as the owner of an account.
   *
   * @throws CodedError SESSION_INVALID, RATE_LIMITED, ENGINE_UNAVAILABLE, HISTORY_UNAVAILABLE
   */
  async readerOf(request: FastifyRequest): Promise<(account: Uint8Array) => boolean> {
    if (this.sessions.isForEverybody || (await this.operators.isOperator(request)))
      return () => true;
    const token = tokenOf(request);
    if (token === undefined) return () => false;
    const { publicKey } = await this.sessions.read(token);
    return (account) => sameBytes(publicKey, account);
  }
}

const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  headers.authorization === undefined
    ? undefined
    : // Anything but a bearer token is refused as a malformed one.
      (BEARER.exec(headers.authorization)?.[1] ?? '');
