/** Lines of at most 100 characters, each after an indent. */
export const LINE = 100;

export function wrapped(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && indent.length + longer.length > LINE) {
      lines.push(indent + line);
      line = word;
    } else line = longer;
  }
  return [...lines, indent + line];
}

/** `head`, entries and `tail` on one line, or else one entry a line. */
export function listed(
  [head, entries, tail]: readonly [head: string, entries: readonly string[], tail: string],
  indent: string,
  step: string,
): readonly string[] {
  const line = `${indent}${head}${entries.join(', ')}${tail}`;
  if (line.length <= LINE || entries.length === 0) return [line];
  return [`${indent}${head}`, ...entries.map((one) => `${indent}${step}${one},`), indent + tail];
}
