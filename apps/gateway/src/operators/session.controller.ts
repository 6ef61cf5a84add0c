import { Body, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  HISTORY_READ,
  emptyRequest,
  presentSession,
  presentWho,
  sessionAnswer,
  sessionEndedAnswer,
  success,
  whoAnswer,
} from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { Answers } from '@bellwether/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminController } from '../admin/admin-route';
import { SESSION_IDLE_MS } from '../limits';
import { Confirmations } from './confirmations';
import { actorOf } from './operator';
import type { Operator, Session } from './operator';
import { endedCookie, sessionCookie, sessionTokenOf } from './session-cookie';
import { Sessions } from './sessions';

const KEY_IS_MISSING = {
  header: 'X-Admin-Key',
  problem: 'missing',
  expected: 'the key of the operator: a session does not begin another one',
};

/** Log in and out, for the page of a console: its key is sent once, and stays out of its storage. */
@ApiTags('Administration')
@AdminController('read')
export class SessionController {
  constructor(
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Answers('beginSession', {
    summary: 'Log in',
    description:
      'With `X-Admin-Key`, this once. Calls after it carry the cookie, and those that change something `X-CSRF-Token`. A session ends after 15 minutes without a call, and after 12 hours.',
    answer: sessionAnswer,
    codes: HISTORY_READ,
  })
  @Post('/session')
  @HttpCode(200)
  begin(
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { operator, session: current } = actorOf(request);
    // A session that begins the next one would never end.
    if (current !== null) throw new CodedError('ADMIN_KEY_INVALID', KEY_IS_MISSING);
    const before = sessionTokenOf(request);
    if (before !== undefined) this.sessions.end(before);
    const { token, session } = this.sessions.begin(operator);
    void reply
      .header('set-cookie', sessionCookie(request, token))
      .header('cache-control', 'no-store');
    const { csrfToken } = session;
    return success(presentSession(this.who(operator), { ...this.timesOf(session), csrfToken }));
  }

  @Answers('showSession', {
    summary: 'Who the caller is',
    answer: whoAnswer,
    codes: HISTORY_READ,
  })
  @Get('/session')
  show(@Req() request: FastifyRequest) {
    const { operator, session } = actorOf(request);
    return success(presentWho(this.who(operator), session === null ? null : this.timesOf(session)));
  }

  @Answers('endSession', {
    summary: 'Log out',
    answer: sessionEndedAnswer,
    codes: HISTORY_READ,
  })
  @Delete('/session')
  end(
    @Body({ schema: emptyRequest }) _body: object,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = sessionTokenOf(request);
    const { session } = actorOf(request);
    if (session !== null && token !== undefined) this.sessions.end(token);
    void reply.header('set-cookie', endedCookie(request));
    return success({ ended: session !== null });
  }

  private who({ name, roles }: Operator) {
    return { name, roles, confirmations: this.confirmations.needed };
  }

  private timesOf(session: Session) {
    const endsMs = this.confirmations.nowMs() + this.sessions.restMs(session);
    return { idleSeconds: SESSION_IDLE_MS / 1_000, endsMs };
  }
}
