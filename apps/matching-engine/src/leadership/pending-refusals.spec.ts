import { describe, expect, it } from 'vitest';
import { KeptRefusals } from './pending-refusals';
import { MAX_KEPT_REFUSALS } from '../limits';

function world() {
  const proof = { isSure: false };
  const counts = { kept: 0, dropped: 0 };
  const refusals = new KeptRefusals({
    proof,
    onKept: () => counts.kept++,
    onDropped: () => counts.dropped++,
  });
  const said: number[] = [];
  const refuse = (number: number): void => refusals.refuse(() => void said.push(number));
  return { proof, counts, refusals, said, refuse };
}

describe('refusals', () => {
  it('are said at once by an engine that is sure', () => {
    const { proof, counts, said, refuse } = world();
    proof.isSure = true;
    refuse(1);
    expect(said).toEqual([1]);
    expect(counts).toEqual({ kept: 0, dropped: 0 });
  });

  it('wait for a proof, and those that came later for the next one', () => {
    const { refusals, said, refuse } = world();
    refuse(1);
    refuse(2);
    const whenBegun = refusals.length;
    refuse(3);
    refusals.send(whenBegun);
    expect(said).toEqual([1, 2]);
    refusals.send(refusals.length);
    expect(said).toEqual([1, 2, 3]);
  });

  it('are never said where no proof comes, and are counted', () => {
    const { refusals, counts, said, refuse } = world();
    for (let number = 0; number < MAX_KEPT_REFUSALS + 3; number++) refuse(number);
    expect(counts).toEqual({ kept: MAX_KEPT_REFUSALS, dropped: 3 });
    refusals.drop();
    expect(counts.dropped).toBe(MAX_KEPT_REFUSALS + 3);
    expect(said).toEqual([]);
  });
});
