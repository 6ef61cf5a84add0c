/** The tables of docs/protocol/signed-messages.md: what each form signs. */
import { FORMS, partsOf } from '@bellwether/canonical-message';
import type { Fields, SignedKind } from '@bellwether/canonical-message';
import { markdownTable } from './markdown-table';

const isKind = (name: string): name is SignedKind => Object.hasOwn(FORMS, name);

/** A table by the name in its marks: `<!-- table: full_order -->`. */
export function signedTableOf(kind: string): string {
  if (!isKind(kind)) throw new Error(`no message is a ${kind}`);
  const { tag, fields } = FORMS[kind];
  const about = new Map(
    Object.entries<Fields[string]>(fields).map(([name, field]) => [name, aboutOf(field)]),
  );
  let offset = 0;
  const rows = partsOf({ tag, fields }).map(({ name, length, meaning }) => {
    const at = offset;
    offset += length;
    const words =
      typeof meaning === 'string' ? '' : meaning.map((word, byte) => `${byte} ${word}`).join(', ');
    const said =
      name === 'tag'
        ? `0x${Number(tag).toString(16).padStart(2, '0')}`
        : [words, about.get(name) ?? ''];
    return [String(at), String(length), name, [said].flat().filter(Boolean).join('. ')];
  });
  return markdownTable(['offset', 'bytes', 'field', ''], rows);
}

function aboutOf({ about, absent }: Fields[string]): string {
  if (absent === undefined || typeof absent === 'object') return about;
  return `${about}; absent: \`${typeof absent === 'string' ? absent : JSON.stringify(absent)}\``;
}
