import { Controller, Inject } from '@nestjs/common';
import { operatorAdmin } from '@bellwether/api';
import { CodedError } from '@bellwether/errors';
import { Endpoint } from '@bellwether/runtime';
import type { In } from '@bellwether/runtime';
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

/** Log-in and log-out of a console's page: its key is sent once, and is not stored in the browser. */
@Controller()
export class SessionController {
  constructor(
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(Confirmations) private readonly confirmations: Confirmations,
  ) {}

  @Endpoint(operatorAdmin.beginSession)
  begin({ request, reply }: In<typeof operatorAdmin.beginSession>) {
    const { operator, session: current } = actorOf(request);
    // A session that could begin the next one would never end.
    if (current !== null) throw new CodedError('ADMIN_KEY_INVALID', KEY_IS_MISSING);
    const before = sessionTokenOf(request);
    if (before !== undefined) this.sessions.end(before);
    const { token, session } = this.sessions.begin(operator);
    void reply
      .header('set-cookie', sessionCookie(request, token))
      .header('cache-control', 'no-store');
    const { csrfToken } = session;
    return { ...this.who(operator), ...this.timesOf(session), csrfToken };
  }

  @Endpoint(operatorAdmin.showSession)
  show({ request }: In<typeof operatorAdmin.showSession>) {
    const { operator, session } = actorOf(request);
    return { ...this.who(operator), session: session === null ? null : this.timesOf(session) };
  }

  @Endpoint(operatorAdmin.endSession)
  end({ request, reply }: In<typeof operatorAdmin.endSession>) {
    const token = sessionTokenOf(request);
    const { session } = actorOf(request);
    if (session !== null && token !== undefined) this.sessions.end(token);
    void reply.header('set-cookie', endedCookie(request));
    return { ended: session !== null };
  }

  private who({ name, roles }: Operator) {
    return { name, roles, confirmations: this.confirmations.needed };
  }

  private timesOf(session: Session) {
    const endsMs = this.confirmations.nowMs() + this.sessions.restMs(session);
    return { idleSeconds: SESSION_IDLE_MS / 1_000, endsMs };
  }
}
