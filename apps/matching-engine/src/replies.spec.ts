import { describe, expect, it } from 'vitest';
import { incoming } from '../test/incoming';
import { MAX_PENDING_REFUSALS } from './limits';
import { Replies } from './replies';

function world() {
  const lease = { isHeld: false };
  const counts = { rejected: 0, unsaid: 0 };
  const replies = new Replies({
    lease,
    metrics: {
      countRejected: () => counts.rejected++,
      countUnsaidRefusals: (count) => (counts.unsaid += count),
    },
  });
  const said: number[] = [];
  const refuse = (number: number): void => replies.refuse(() => void said.push(number));
  return { lease, counts, replies, said, refuse };
}

describe('refusals', () => {
  it('are said at once by an engine that holds the lease', () => {
    const { lease, counts, said, refuse } = world();
    lease.isHeld = true;
    refuse(1);
    expect(said).toEqual([1]);
    expect(counts).toEqual({ rejected: 0, unsaid: 0 });
  });

  it('wait for a proof, and those that came later for the next one', () => {
    const { replies, said, refuse } = world();
    refuse(1);
    refuse(2);
    const whenBegun = replies.pendingRefusals;
    refuse(3);
    replies.confirm(whenBegun);
    expect(said).toEqual([1, 2]);
    replies.confirm(replies.pendingRefusals);
    expect(said).toEqual([1, 2, 3]);
  });

  it('are all said by a proof after which the lease is held', () => {
    const { lease, replies, said, refuse } = world();
    refuse(1);
    refuse(2);
    lease.isHeld = true;
    replies.confirm(1);
    expect(said).toEqual([1, 2]);
  });

  it('are never said where no proof comes, and are counted', () => {
    const { replies, counts, said, refuse } = world();
    for (let number = 0; number < MAX_PENDING_REFUSALS + 3; number++) refuse(number);
    expect([replies.pendingRefusals, counts.unsaid]).toEqual([MAX_PENDING_REFUSALS, 3]);
    replies.end();
    expect(counts.unsaid).toBe(MAX_PENDING_REFUSALS + 3);
    refuse(1);
    replies.confirm(1);
    expect([replies.pendingRefusals, said]).toEqual([0, []]);
  });
});

describe('a command that is rejected', () => {
  it('is told its code and details, and counted', async () => {
    const { lease, counts, replies } = world();
    lease.isHeld = true;
    const command = incoming('admin', { kind: 'tick' });
    replies.rejectLate(command, 7);
    expect(await command.outcome).toEqual({ code: 'DEADLINE_EXCEEDED', details: { now_ms: 7 } });
    expect(counts.rejected).toBe(1);
  });
});
