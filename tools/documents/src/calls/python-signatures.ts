/** The calls of the Python client, as its text declares them. */
import { FULL_TERMS } from '@bellwether/canonical-message';
import type { Signature, Signatures } from './signature';

const CLASS = /^class (\w+)(?:\((\w+).*\))?:$/;
const METHOD = /^    (?:async )?def ([a-z]\w*)\(([\s\S]*?)\) -> /;

/** @param modules the text of each @param wanted the names of classes */
export function pythonSignatures(
  modules: readonly string[],
  wanted: readonly string[],
): Signatures {
  const classes = new Map(modules.flatMap(classesOf));
  const all = (name: string): readonly (readonly [string, Signature])[] => {
    const { base, methods } = classes.get(name) ?? { base: '', methods: [] };
    return base === '' ? methods : [...all(base), ...methods];
  };
  return new Map(
    wanted.flatMap((name) => all(name).map(([method, one]) => [`${name}.${method}`, one])),
  );
}

function classesOf(text: string) {
  const bodies = text.split(/^(?=\S)/m).filter((part) => part.startsWith('class '));
  return bodies.map((body) => {
    const [head = ''] = body.split('\n');
    const [, name = '', base = ''] = CLASS.exec(head) ?? [];
    const methods = body.split(/^(?=    (?:async )?def )/m).flatMap((part) => {
      const [, method = '', parameters = ''] = METHOD.exec(part) ?? [];
      return method === '' ? [] : [[method, signatureOf(parameters)] as const];
    });
    return [name, { base, methods }] as const;
  });
}

function signatureOf(parameters: string): Signature {
  const all = separated(parameters.replaceAll(/#.*$/gm, ''))
    .flatMap((one) => (one.startsWith('**') ? keywordsOf(one) : (/^\*?\w*/.exec(one) ?? [''])))
    .filter((name) => name !== 'self')
    .map((name) => name.replace(/_$/, ''));
  const star = all.includes('*') ? all.indexOf('*') : all.length;
  return {
    arguments: all.slice(0, star).map((name) => ({ name, fields: null })),
    named: all.slice(star + 1),
  };
}

const FULL = Object.keys(FULL_TERMS);
/** Terms that are taken as one, by their names. A budget is the most that its order costs. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  FullTerms: FULL,
  BudgetTerms: FULL.filter((name) => name !== 'max_cost'),
};

function keywordsOf(parameter: string): readonly string[] {
  const [, type = ''] = /Unpack\[(\w+)\]$/.exec(parameter) ?? [];
  const names = KEYWORDS[type];
  if (names === undefined) throw new RangeError(`${parameter}: of what names?`);
  return names;
}

/** By commas that are in no brackets. */
function separated(text: string): readonly string[] {
  let depth = 0;
  let last = '';
  const parts: string[] = [];
  for (const character of `${text},`) {
    if (character === '[') depth++;
    if (character === ']') depth--;
    if (character !== ',' || depth > 0) last += character;
    else {
      if (last.trim() !== '') parts.push(last.trim());
      last = '';
    }
  }
  return parts;
}
