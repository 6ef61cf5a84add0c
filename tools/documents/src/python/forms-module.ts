/** What each message signs, in Python. */
import { toHex } from '@bellwether/codec';
import { FORMS, FULL_TERMS, NETWORK_NAMES } from '@bellwether/canonical-message';
import type { Fields } from '@bellwether/canonical-message';
import { listed } from '../wrapped';

export function formsModule(): string {
  const forms = Object.entries(FORMS).flatMap(([kind, { tag, fields }]) => [
    `    "${kind}": SignedForm(`,
    `        tag=${tag === null ? 'b""' : `b"\\x${tag.toString(16).padStart(2, '0')}"`},`,
    '        fields=(',
    ...Object.entries<Fields[string]>(fields).flatMap(fieldLines),
    '        ),',
    '    ),',
  ]);
  return [
    '# Made of libs/canonical-message by `node tools/documents.mjs`. Not to be edited.',
    '"""What each message signs: docs/protocol/signed-messages.md."""',
    '',
    'from typing import Mapping',
    '',
    'from ..signed_form import SignedField, SignedForm',
    '',
    `NETWORKS = ${tuple(NETWORK_NAMES)}`,
    '#: With any of these the order is of the full form, whose signature covers all of its terms.',
    `FULL_TERMS = ${tuple(Object.keys(FULL_TERMS))}`,
    '',
    'FORMS: Mapping[str, SignedForm] = {',
    ...forms,
    '}',
    '',
  ].join('\n');
}

function fieldLines([name, field]: [string, Fields[string]]): readonly string[] {
  const { type, absent, sentAs } = field;
  // What stands for an absent recipient is no value of a request.
  const stands = type === 'recipient' || type === 'optional_hash' ? undefined : absent;
  const parts = [
    `"${name}"`,
    `"${type}"`,
    ...(type === 'word' ? [`words=${tuple(field.words)}`] : []),
    ...(stands === undefined ? [] : [`absent=${literal(stands)}`]),
    ...(type === 'u8' ? [`most=${field.most}`] : []),
    ...(type !== 'recipient' && sentAs !== undefined ? [`sent_as="${sentAs[0]}"`] : []),
  ];
  return listed(['SignedField(', parts, '),'], ' '.repeat(12), '    ');
}

const tuple = (words: readonly string[]): string =>
  `(${words.map((word) => JSON.stringify(word)).join(', ')}${words.length === 1 ? ',' : ''})`;

const literal = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === Infinity) return '2**64 - 1';
  if (value instanceof Uint8Array) return JSON.stringify(toHex(value));
  return JSON.stringify(value);
};
