import { describe, expect, it } from 'vitest';
import { breakingChanges } from './breaking-changes';
import type { Contract, OperationContract, Shape } from './contract';

const text: Shape = { types: ['string'] };
const order: Shape = {
  types: ['object'],
  fields: {
    side: { types: ['string'], values: ['buy', 'sell'] },
    size: { types: ['integer'], minimum: 1, maximum: 100 },
  },
  required: ['side'],
};
const answer: Shape = { types: ['object'], fields: { id: text, note: text }, required: ['id'] };

const PLACE: OperationContract = {
  operationId: 'place',
  credentials: [],
  parameters: { 'query limit': { isRequired: false, shape: { types: ['integer'], maximum: 500 } } },
  body: order,
  answers: { 200: answer },
  codes: { 422: ['FULL', 'EMPTY'] },
};
const contract = (operation: OperationContract, name = 'POST /orders'): Contract => ({
  operations: { [name]: operation },
  schemas: {},
});
const BEFORE = contract(PLACE);
const changed = (change: Partial<OperationContract>) => contract({ ...PLACE, ...change });
const withField = (name: string, field: Shape, required = ['side']) =>
  changed({ body: { ...order, fields: { ...order.fields, [name]: field }, required } });

describe('what breaks a client', () => {
  it.each<[string, Contract, string]>([
    ['a path that is gone', contract(PLACE, 'POST /other'), 'POST /orders is gone.'],
    ['another operationId', changed({ operationId: 'put' }), 'its operationId place is put now.'],
    ['a credential', changed({ credentials: ['X-Api-Key'] }), 'it asks for X-Api-Key now.'],
    ['a code that is gone', changed({ codes: { 422: ['FULL'] } }), 'the code EMPTY (422) is gone.'],
    [
      'a code under another status',
      changed({ codes: { 422: ['FULL'], 409: ['EMPTY'] } }),
      'the code EMPTY (422) is gone.',
    ],
    ['a status that is gone', changed({ answers: { 202: answer } }), 'it answers 200 no more.'],
    ['a parameter that is gone', changed({ parameters: {} }), 'the parameter query limit is gone.'],
    [
      'a parameter that is required now',
      changed({
        parameters: {
          'query limit': { isRequired: true, shape: { types: ['integer'], maximum: 500 } },
        },
      }),
      'the parameter query limit is required now.',
    ],
    [
      'a new parameter that is required',
      changed({
        parameters: { ...PLACE.parameters, 'query a': { isRequired: true, shape: text } },
      }),
      'the new parameter query a is required.',
    ],
    [
      'a smaller maximum of a parameter',
      changed({
        parameters: {
          'query limit': { isRequired: false, shape: { types: ['integer'], maximum: 100 } },
        },
      }),
      'the parameter query limit ends at 100 now.',
    ],
    ['a body that is gone', changed({ body: null }), 'it takes no body any more.'],
    [
      'a field of the body that is required now',
      withField('size', order.fields?.['size'] ?? {}, ['side', 'size']),
      'the body wants size now.',
    ],
    [
      'a value that is no longer taken',
      withField('side', { types: ['string'], values: ['buy'] }),
      'side of the body does not take "sell" any more.',
    ],
    [
      'another type in the body',
      withField('size', { types: ['string'] }),
      'size of the body is string now, and was integer.',
    ],
    [
      'a greater minimum',
      withField('size', { types: ['integer'], minimum: 2, maximum: 100 }),
      'size of the body begins at 2 now.',
    ],
    [
      'a stricter pattern',
      withField('side', { types: ['string'], values: ['buy', 'sell'], pattern: '^b' }),
      'side of the body must look like ^b now.',
    ],
    [
      'a field of the body that is not known any more',
      changed({ body: { ...order, fields: { side: order.fields?.['side'] ?? {} } } }),
      'the body has no field size any more.',
    ],
    [
      'a field of the answer that is gone',
      changed({ answers: { 200: { ...answer, fields: { id: text } } } }),
      'the answer 200 has no field note any more.',
    ],
    [
      'a field of the answer that may be absent now',
      changed({ answers: { 200: { ...answer, required: [] } } }),
      'the answer 200 may lack id now.',
    ],
    [
      'an answer that may be null now',
      changed({
        answers: { 200: { ...answer, fields: { id: { types: ['null', 'string'] }, note: text } } },
      }),
      'id of the answer 200 is null or string now, and was string.',
    ],
  ])('%s', (_what, after, sentence) => {
    const [first = '', ...more] = breakingChanges(BEFORE, after);
    expect(first.endsWith(sentence)).toBe(true);
    expect(more).toEqual([]);
  });

  it('is found behind references, once, also where a schema holds itself', () => {
    const tree = (fields: Readonly<Record<string, Shape>>): Contract => ({
      operations: { 'GET /tree': { ...PLACE, body: null, answers: { 200: { ref: 'Tree' } } } },
      schemas: { Tree: { types: ['object'], fields } },
    });
    const before = tree({ leaf: text, next: { ref: 'Tree' } });
    const after = tree({ next: { ref: 'Tree' } });
    expect(breakingChanges(before, after)).toEqual([
      'GET /tree: the answer 200 has no field leaf any more.',
    ]);
  });
});

describe('what breaks nobody', () => {
  it.each<[string, Contract]>([
    ['nothing new', BEFORE],
    ['a new path', { ...BEFORE, operations: { ...BEFORE.operations, 'GET /new': PLACE } }],
    ['a new code', changed({ codes: { 422: ['FULL', 'EMPTY', 'ODD'], 409: ['TWICE'] } })],
    ['a new field that may be absent', withField('note', text)],
    ['a field that may be absent now', changed({ body: { ...order, required: [] } })],
    [
      'a new value that is taken',
      withField('side', { types: ['string'], values: ['buy', 'sell', 'both'] }),
    ],
    ['a wider bound', withField('size', { types: ['integer'], minimum: 0, maximum: 1_000 })],
    ['a wider type', withField('size', { types: ['number'], minimum: 1, maximum: 100 })],
    [
      'a new field of the answer',
      changed({ answers: { 200: { ...answer, fields: { ...answer.fields, more: text } } } }),
    ],
  ])('%s', (_what, after) => {
    expect(breakingChanges(BEFORE, after)).toEqual([]);
  });
});
