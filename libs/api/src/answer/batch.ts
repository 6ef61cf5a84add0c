import { z } from 'zod';
import { count, flag, named } from './fields';
import type { Answer } from './fields';

const operationResult = named(
  'OperationResult',
  z.strictObject({
    status: count('What its own endpoint would have answered with', 200),
    replayed: flag('Whether it is the answer of an earlier, equal operation', false),
    body: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The body of that answer, or of that error', example: {} }),
  }),
  'What became of one operation.',
);

export const batchAnswer = named(
  'BatchResults',
  z.strictObject({
    results: z.array(operationResult).meta({ description: 'In the order of the operations' }),
  }),
  'What became of each operation: one that is refused stops none of the others.',
);

export type BatchAnswer = Answer<typeof batchAnswer>;
export type OperationResult = BatchAnswer['results'][number];
