/** How sure a reader wants to be: in the open block, with a block on top, or beyond any fork. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

export const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];
