/**
 * Commands of one request that enter one record. Those that were verified wait here until each of their group is
 * verified or rejected. The others of the group are on their way, so the wait is short, and the queues in front bound
 * how many wait.
 *
 * A command that is judged by itself (a bad signature) leaves the others alone. One that found no room takes all of them
 * along: half of a pair of quotes is worse than none.
 */
import type { IncomingCommand } from '@bellwether/bus';
import type { Code } from '@bellwether/errors';

type Group = NonNullable<IncomingCommand['group']>['of'];

interface Waiting {
  readonly passed: IncomingCommand[];
  rejected: number;
  noRoom: Code | null;
}

/** A command, or all of a group that are left: they enter one record. */
export interface Admitted {
  readonly commands: readonly IncomingCommand[];
  /** Why none of them may enter one; null: they may. */
  readonly noRoom: Code | null;
}

const NOTHING_YET: Admitted = { commands: [], noRoom: null };

export class Groups {
  private readonly waiting = new Map<Group, Waiting>();

  /** Verified commands that wait for others. */
  get length(): number {
    let length = 0;
    for (const { passed } of this.waiting.values()) length += passed.length;
    return length;
  }

  /** @returns the commands that nothing is waited for any more; none while others of the group are on their way */
  verified(incoming: IncomingCommand): Admitted {
    const { group } = incoming;
    if (group === undefined) return { commands: [incoming], noRoom: null };
    const waiting = this.of(group.of);
    waiting.passed.push(incoming);
    return this.whole(group.of, waiting);
  }

  /** @returns as `verified`, for the others of its group */
  rejected({ group }: IncomingCommand, code: Code): Admitted {
    if (group === undefined) return NOTHING_YET;
    const waiting = this.of(group.of);
    waiting.rejected++;
    if (code === 'OVERLOADED') waiting.noRoom = code;
    return this.whole(group.of, waiting);
  }

  private of(group: Group): Waiting {
    const known = this.waiting.get(group);
    if (known !== undefined) return known;
    const waiting = { passed: [], rejected: 0, noRoom: null };
    this.waiting.set(group, waiting);
    return waiting;
  }

  private whole(group: Group, { passed, rejected, noRoom }: Waiting): Admitted {
    if (passed.length + rejected < group.size) return NOTHING_YET;
    this.waiting.delete(group);
    return { commands: passed.toSorted((a, b) => a.group!.index - b.group!.index), noRoom };
  }
}
