/**
 * Commands of one request that enter one record. Those that were verified wait here until each of their group is
 * verified or rejected. The others of the group are on their way, so the wait is short, and the queues in front bound
 * how many wait.
 */
import type { IncomingCommand } from '@bellwether/bus';

type Group = NonNullable<IncomingCommand['group']>['of'];

interface Waiting {
  readonly passed: IncomingCommand[];
  rejected: number;
}

export class Groups {
  private readonly waiting = new Map<Group, Waiting>();

  /** Verified commands that wait for others. */
  get length(): number {
    let length = 0;
    for (const { passed } of this.waiting.values()) length += passed.length;
    return length;
  }

  /** @returns the commands that may enter a record now, which must be one record */
  verified(incoming: IncomingCommand): readonly IncomingCommand[] {
    const { group } = incoming;
    if (group === undefined) return [incoming];
    const waiting = this.of(group.of);
    waiting.passed.push(incoming);
    return this.whole(group.of, waiting);
  }

  /** @returns as `verified`, for the others of its group */
  rejected({ group }: IncomingCommand): readonly IncomingCommand[] {
    if (group === undefined) return [];
    const waiting = this.of(group.of);
    waiting.rejected++;
    return this.whole(group.of, waiting);
  }

  private of(group: Group): Waiting {
    const known = this.waiting.get(group);
    if (known !== undefined) return known;
    const waiting = { passed: [], rejected: 0 };
    this.waiting.set(group, waiting);
    return waiting;
  }

  private whole(group: Group, { passed, rejected }: Waiting): readonly IncomingCommand[] {
    if (passed.length + rejected < group.size) return [];
    this.waiting.delete(group);
    return passed.toSorted((a, b) => a.group!.index - b.group!.index);
  }
}
