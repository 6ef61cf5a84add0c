/** The commitment of a read: the open block, a block with a later one, or a block beyond any fork. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

export const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];
