/**
 * verify → batch: the commands of one request enter a record together, or none does. Their users are charged here, for
 * all of them at once: half of a pair of quotes is worse than none. What changes nothing is answered here if it came
 * alone.
 */
import type { IncomingCommand } from '@bellwether/bus';
import type { Code, ErrorDetails } from '@bellwether/errors';
import type { Exchange } from '@bellwether/exchange';
import type { BatchBuilder } from '../batch';
import type { Replies } from '../replies';
import type { UserLimits } from '../verify/user-limits';
import { Groups } from './groups';
import type { Admitted } from './groups';

const UNLIMITED = { refusal: null, standing: null } as const;

export interface JointAdmissionParts {
  readonly exchange: Pick<Exchange, 'answerWithoutRecord'>;
  readonly batches: Pick<BatchBuilder, 'push'>;
  readonly replies: Pick<Replies, 'reject' | 'refuse'>;
  /** Absent: no rate limits. */
  readonly userLimits?: Pick<UserLimits, 'admit'>;
  /** Unix time in milliseconds. */
  readonly clock: () => number;
}

export class JointAdmission {
  private readonly groups = new Groups();

  constructor(private readonly parts: JointAdmissionParts) {}

  /** Verified commands that wait for others of their request. */
  get waiting(): number {
    return this.groups.length;
  }

  verified(incoming: IncomingCommand): void {
    this.admit(this.groups.verified(incoming));
  }

  /** It was not carried out, and the others of its request no longer wait for it. */
  reject(incoming: IncomingCommand, code: Code, details?: ErrorDetails): void {
    this.parts.replies.reject(incoming, code, details);
    this.admit(this.groups.rejected(incoming, code));
  }

  private admit({ commands, noRoom }: Admitted): void {
    const [first] = commands;
    if (first === undefined) return;
    const { exchange, batches, replies, userLimits, clock } = this.parts;
    const nowMs = clock();
    const { refusal, standing } =
      noRoom === null
        ? (userLimits?.admit(commands, nowMs) ?? UNLIMITED)
        : { refusal: { code: noRoom, details: {} }, standing: null };
    if (refusal !== null) {
      for (const one of commands) replies.reject(one, refusal.code, refusal.details);
      return;
    }
    (first.group?.of ?? first).standing = standing;
    const isAlone = first.group === undefined;
    const known = isAlone ? exchange.answerWithoutRecord(first.command, first.lane, nowMs) : null;
    if (known === null) batches.push(commands);
    else replies.refuse(() => first.answer(known));
  }
}
