import type { PlacedOperation } from '../openapi';
import { exampleOf } from '../schema-reader';
import type { Components } from '../schema-reader';

/** An operation's example as a shell command, with `$url` for the server. */
export function curlOf({ method, path, operation }: PlacedOperation, components: Components) {
  const place = operation.parameters
    .filter((one) => one.in === 'path')
    .reduce(
      (made, { name, schema }) => made.replace(`{${name}}`, String(exampleOf(schema, components))),
      path,
    );
  const required = operation.parameters.filter((one) => one.in === 'query' && one.required);
  const query = required.map(
    ({ name, schema }) => `${name}=${String(exampleOf(schema, components))}`,
  );
  const target = `"$url${place}${query.length === 0 ? '' : `?${query.join('&')}`}"`;
  const isPlain = method === 'get' || (method === 'post' && operation.requestBody !== undefined);
  const headers = operation.security
    .flatMap((one) => Object.keys(one))
    .map((header) => `-H "${header}: $${header.toLowerCase().replaceAll('-', '_').slice(2)}"`);
  const body = operation.requestBody?.content['application/json'];
  const lines = [
    `curl -s ${isPlain ? '' : `-X ${method.toUpperCase()} `}${target}`,
    ...headers,
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body.example)}'`]),
  ];
  return lines.join(' \\\n  ');
}
