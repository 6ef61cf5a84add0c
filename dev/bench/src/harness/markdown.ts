export const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const verdict = (isMet: boolean): string => (isMet ? 'met' : '**missed**');

export const roundsLine = (rounds: number): string =>
  rounds === 1 ? 'One round.' : `Medians of ${rounds} interleaved rounds.`;

const LEFT_HEADS = new Set(['', 'figure', 'target', 'verdict']);

/** A Markdown table with aligned columns; numbers are at the right. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(3, ...[head, ...rows.map((row) => row[column]!)].map((cell) => cell.length)),
  );
  const isLeft = (column: number) => column === 0 || LEFT_HEADS.has(heads[column]!);
  const line = (cells: readonly string[]) =>
    `| ${cells
      .map((cell, column) => {
        const width = widths[column]!;
        return isLeft(column) ? cell.padEnd(width) : cell.padStart(width);
      })
      .join(' | ')} |`;
  const rule = widths.map((width, column) =>
    isLeft(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(heads), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
