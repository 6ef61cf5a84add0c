/** The calls of the TypeScript SDK, as the compiler sees them. */
import ts from 'typescript';
import { snakeCase } from '@bellwether/codec';
import type { Argument, Signature, Signatures } from './signature';

/** @param index the file that exports the classes @param wanted their names */
export function typescriptSignatures(
  index: string,
  config: string,
  wanted: readonly string[],
): Signatures {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, (path) => ts.sys.readFile(path)).config,
    ts.sys,
    config.replace(/\/[^/]*$/, ''),
  );
  const program = ts.createProgram([index], options);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(index);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${index} exports nothing`);
  const exported = checker.getExportsOfModule(module);
  return new Map(
    wanted.flatMap((name) => {
      const found = exported.find((one) => one.name === name);
      if (found === undefined) return [];
      const type = checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(found));
      return methodsOf(type, checker).map(([method, one]) => [`${name}.${snakeCase(method)}`, one]);
    }),
  );
}

function methodsOf(
  type: ts.Type,
  checker: ts.TypeChecker,
): readonly (readonly [string, Signature])[] {
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const declaration = property.declarations?.[0];
    if (declaration === undefined || !ts.isMethodDeclaration(declaration)) return [];
    const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
    if ((ts.getCombinedModifierFlags(declaration) & hidden) !== 0) return [];
    const given = declaration.parameters.map(({ name }) => name);
    const [signature] = checker.getSignaturesOfType(checker.getTypeOfSymbol(property), 0);
    const all = (signature?.parameters ?? []).map((parameter, index) => {
      const node = given[index] ?? declaration;
      return argumentOf(parameter, node, checker);
    });
    const said = ts.displayPartsToString(property.getDocumentationComment(checker));
    const [about = ''] = said.replaceAll(/\s+/g, ' ').split(/(?<=[.:]) /);
    return [[property.name, { arguments: all, named: [], about }] as const];
  });
}

const OBJECT = ts.TypeFlags.Object | ts.TypeFlags.Intersection;

function argumentOf(parameter: ts.Symbol, node: ts.Node, checker: ts.TypeChecker): Argument {
  const type = checker.getNonNullableType(checker.getTypeOfSymbolAtLocation(parameter, node));
  const forms = type.isUnion() ? type.types : [type];
  const isObject = forms.every((one) => (one.flags & OBJECT) !== 0 && !checker.isArrayType(one));
  const fields = forms.flatMap((one) => checker.getPropertiesOfType(one).map(({ name }) => name));
  // A name that is taken apart has none of its own.
  const name = /^\w+$/.test(parameter.name) ? snakeCase(parameter.name) : '';
  return { name, fields: isObject ? [...new Set(fields)] : null };
}
