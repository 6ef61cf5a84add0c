/**
 * Checks Kubernetes resources against their own models: node check-resources.mjs <folder of the packages> <JSON file: a
 * list of resources> Prints the faults as JSON: a list of { resource, fault }, where resource is an index into the
 * list.
 *
 * Each resource is checked twice. The models' validators check values, but accept unknown fields: they and the cluster
 * would ignore a typing error. So each resource is also written as a TypeScript literal of the model's type, in which
 * the compiler rejects every unknown field at any depth.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

/** Packages with the models of a group, besides Kubernetes' own. */
const PACKAGES = {
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};
const OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

const [packages, file] = process.argv.slice(2).map((path) => resolve(path));
const resources = JSON.parse(readFileSync(file, 'utf8'));
const faults = [...(await faultsOfValues()), ...faultsOfFields()];
console.log(JSON.stringify(faults));

function modelOf({ apiVersion, kind }) {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

async function faultsOfValues() {
  const found = [];
  for (const [resource, value] of resources.entries()) {
    const model = join(packages, 'node_modules', `${modelOf(value)}.js`);
    if (!existsSync(model)) {
      found.push({ resource, fault: `there is no ${value.kind} in ${value.apiVersion}` });
      continue;
    }
    const { [value.kind]: Model } = await import(pathToFileURL(model).href);
    try {
      new Model(value).validate();
    } catch (error) {
      found.push({ resource, fault: error.message });
    }
  }
  return found;
}

function faultsOfFields() {
  const name = join(packages, 'resources.ts');
  const lines = resources.map((value, index) => {
    const type = `import('${modelOf(value)}').I${value.kind}`;
    return `export const resource${index}: ${type} = ${JSON.stringify(value)};`; // one line each
  });
  const text = lines.join('\n');
  const host = ts.createCompilerHost(OPTIONS);
  /** The disk, plus one file that is not on it. */
  const withResources = {
    ...host,
    getSourceFile: (path, ...rest) =>
      path === name
        ? ts.createSourceFile(name, text, OPTIONS.target)
        : host.getSourceFile(path, ...rest),
    fileExists: (path) => path === name || host.fileExists(path),
    readFile: (path) => (path === name ? text : host.readFile(path)),
  };
  const program = ts.createProgram([name], OPTIONS, withResources);
  return ts.getPreEmitDiagnostics(program).map(({ file: source, start = 0, messageText }) => ({
    resource: source === undefined ? -1 : source.getLineAndCharacterOfPosition(start).line,
    fault: ts.flattenDiagnosticMessageText(messageText, '\n'),
  }));
}
