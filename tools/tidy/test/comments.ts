import ts from 'typescript';

export interface Comment {
  readonly line: number;
  /** Without its marks, on one line. */
  readonly text: string;
}

const COMMENTS = /(?<=^|\s)(?:\/\*\*?\s[\s\S]*?\*\/|\/\/\s.*)/gm;
const PYTHON_COMMENTS = /"""[\s\S]*?"""|(?<=^|\s)#\s.*/gm;

const plain = (comment: string) =>
  comment
    .replaceAll(/^\s*(?:\/\*\*?|\*\/|\*|\/\/|#)|"""|\*\/$/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

export function commentsOf(file: string, text: string): readonly Comment[] {
  const pattern = file.endsWith('.py') ? PYTHON_COMMENTS : COMMENTS;
  return [...text.matchAll(pattern)].map(({ 0: comment, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: plain(comment),
  }));
}

function parametersBelow(node: ts.Node): readonly ts.ParameterDeclaration[] {
  const found: ts.ParameterDeclaration[] = [];
  const visit = (child: ts.Node) => {
    if (ts.isFunctionLike(child)) found.push(...child.parameters);
    else ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

/** The first line of each declaration with an `@param` that is no parameter of it. A pattern may have any name. */
export function wrongParams(file: string, text: string): readonly number[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const wrong: number[] = [];
  const visit = (node: ts.Node) => {
    const tags = ts.getJSDocTags(node).filter(ts.isJSDocParameterTag);
    const documented = tags.filter((tag) => tag.parent.parent === node);
    const names = documented.length === 0 ? [] : parametersBelow(node).map(({ name }) => name);
    if (names.every(ts.isIdentifier)) {
      const known = new Set(names.map((name) => name.getText(source)));
      const unknown = documented.filter(
        ({ name }) => !known.has(name.getText(source).replace(/\..*/s, '')),
      );
      for (const { pos } of unknown) {
        wrong.push(source.getLineAndCharacterOfPosition(pos).line + 1);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return wrong;
}
