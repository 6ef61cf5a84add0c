/** Rows of the same kind: a real table, which scrolls by itself where it is too wide. */
import { useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { useFocusFallback } from './use-focus-fallback';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** `number`: at the end of its column, digits under digits. `text`: may break. */
  readonly kind?: 'number' | 'text';
  /** For screen readers alone: a column of buttons needs a name too. */
  readonly hasUnseenTitle?: boolean;
}

export function Table<Row>({
  name,
  columns,
  rows,
  keyOf,
  test,
}: {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly test?: string;
}) {
  const place = useRef<HTMLDivElement>(null);
  useFocusFallback(place);
  return (
    <div class="table" ref={place} role="group" aria-label={name} tabIndex={0}>
      <table data-test={test}>
        <thead>
          <tr>
            {columns.map(({ title, kind, hasUnseenTitle = false }) => (
              <th key={title} scope="col" class={kind}>
                <span class={hasUnseenTitle ? 'unseen' : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, kind }) => (
                <td key={title} class={kind}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
