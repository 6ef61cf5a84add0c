/** The words of the interface in Python. */
import type { Words } from '../words';
import { LINE } from '../wrapped';

/** At run time a word is text: a newer exchange may know more of them. */
export function wordsModule(words: Words): string {
  const types = words.sets.map(([name, set]) => literal(name, set));
  const texts = words.names.map((name) => `    ${name} = str`);
  return [
    '"""Words of the interface. A newer exchange may know more: at run time they are plain text."""',
    '',
    'from typing import TYPE_CHECKING, Literal',
    '',
    'if TYPE_CHECKING:',
    ...types,
    'else:',
    ...texts,
    '',
  ].join('\n');
}

function literal(name: string, words: readonly string[]): string {
  const quoted = words.map((word) => JSON.stringify(word));
  const line = `    ${name} = Literal[${quoted.join(', ')}]`;
  if (line.length <= LINE) return line;
  return [`    ${name} = Literal[`, ...quoted.map((word) => `        ${word},`), '    ]'].join(
    '\n',
  );
}
