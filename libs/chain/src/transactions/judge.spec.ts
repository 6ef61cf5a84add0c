import { describe, expect, it } from 'vitest';
import { judge } from './judge';
import type { Sighting, SignatureStatus } from './judge';

const LAST_VALID = 200;
const kept = { lastValidBlockHeight: LAST_VALID };

const status = (slot: number, isFinalized: boolean, error: string | null = null) => ({
  slot,
  isFinalized,
  error,
});

/** A node whose finality has reached `height`; slots run ten ahead of heights, as some slots have no block. */
const node = (height: number, seen: SignatureStatus | null = null): Sighting => ({
  finalizedHeight: height,
  finalizedSlot: height + 10,
  remembers: true,
  status: seen,
});
const forgetful = (height: number): Sighting => ({ ...node(height), remembers: false });

const FINAL = status(150, true);
const CONFIRMED = status(150, false);
const FAILED = status(150, true, '{"InstructionError":[0,"Custom"]}');

describe('what two nodes say of a signature', () => {
  it.each<[string, Sighting[], boolean, string, string?]>([
    ['unknown to both', [node(100), node(100)], true, 'pending'],
    ['unknown to both, at the last valid height', [node(200), node(200)], true, 'pending'],
    ['unknown to both, one past the last valid height', [node(201), node(200)], true, 'pending'],
    ['unknown to both, both past it', [node(201), node(201)], true, 'expired'],
    ['unknown to both, past it, one has forgotten', [node(300), forgetful(300)], true, 'pending'],
    ['unknown to the only one that answers, past it', [node(300)], false, 'pending'],
    ['unknown to the only one there is, past it', [node(201)], true, 'expired'],
    ['known to one, past it', [node(300), node(300, CONFIRMED)], true, 'confirmed'],
    ['confirmed at one', [node(100), node(100, CONFIRMED)], true, 'confirmed'],
    ['confirmed at both', [node(100, CONFIRMED), node(100, CONFIRMED)], true, 'confirmed'],
    [
      'final at one, confirmed at one behind',
      [node(150, FINAL), node(139, CONFIRMED)],
      true,
      'confirmed',
    ],
    ['final at one, unknown to one behind', [node(150, FINAL), node(139)], true, 'confirmed'],
    ['final at both', [node(150, FINAL), node(150, FINAL)], true, 'final'],
    ['final at the only one that answers', [node(150, FINAL)], false, 'final'],
    ['failed at both', [node(150, FAILED), node(150, FAILED)], true, 'final'],
    [
      'final at one, unknown to one that is as far',
      [node(150, FINAL), node(140)],
      true,
      'pending',
      'finalized elsewhere, not here',
    ],
    [
      'final at one, not at one that is as far',
      [node(150, FINAL), node(140, CONFIRMED)],
      true,
      'pending',
      'finalized elsewhere, not here',
    ],
    [
      'final at one, unknown past the last valid height',
      [node(300, FINAL), node(300)],
      true,
      'pending',
      'finalized elsewhere, not here',
    ],
    [
      'final in two slots',
      [node(150, FINAL), node(150, status(151, true))],
      true,
      'pending',
      'finalized in another slot',
    ],
    [
      'failed at one only',
      [node(150, FINAL), node(150, FAILED)],
      true,
      'pending',
      'finalized with another outcome',
    ],
  ])('%s', (...row) => {
    const [, sightings, isWhole, expected, why] = row;
    const judgement = judge(kept, sightings, isWhole);
    expect(judgement.state.state).toBe(expected);
    expect(judgement.contradiction?.why).toBe(why);
    expect(judge(kept, sightings.toReversed(), isWhole).state.state).toBe(expected);
  });

  it('tells where and how it ended', () => {
    expect(judge(kept, [node(150, FAILED)], true).state).toEqual({
      state: 'final',
      slot: 150,
      error: FAILED.error,
    });
  });
});
