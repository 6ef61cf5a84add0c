/** The environment that an app would have, derived from manifests alone: its variables and its secret files. */
import type { Resource, Workload } from './resource';

export interface AppEnvironment {
  /** Variables with their values. */
  readonly variables: Readonly<Record<string, string>>;
  /** By path in the container: the secret and its key. */
  readonly files: ReadonlyMap<string, SecretKey>;
}

export interface SecretKey {
  readonly secret: string;
  readonly key: string;
}

/** Variables set by the image itself (docker/Dockerfile). */
export const IMAGE_VARIABLES = {
  NODE_ENV: 'production',
  HOST: '0.0.0.0',
  PORT: '8080',
  HEALTH_PORT: '8080',
};

/**
 * @param keysOf the keys of a secret, for a pod that mounts all of them
 * @throws Error if a pod refers to a missing ConfigMap
 */
export function appEnvironment(
  workload: Workload,
  resources: readonly Resource[],
  keysOf: (secret: string) => readonly string[],
): AppEnvironment {
  const pod = workload.spec.template.spec;
  const [container] = pod.containers;
  if (container === undefined) throw new Error(`${workload.metadata.name} has no container`);
  const variables: Record<string, string> = { ...IMAGE_VARIABLES };
  for (const { configMapRef } of container.envFrom) {
    const map = resources.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === configMapRef?.name,
    );
    if (map === undefined) throw new Error(`there is no ConfigMap ${configMapRef?.name}`);
    Object.assign(variables, map.data);
  }
  const files = new Map<string, SecretKey>();
  for (const { name, mountPath } of container.volumeMounts) {
    const sources = pod.volumes.find((volume) => volume.name === name)?.projected?.sources ?? [];
    for (const { secret } of sources) {
      if (secret === undefined) continue;
      const all = keysOf(secret.name).map((key) => ({ key, path: key }));
      for (const { key, path } of secret.items ?? all) {
        files.set(`${mountPath}/${path}`, { secret: secret.name, key });
      }
    }
  }
  for (const { name, value, valueFrom } of container.env) {
    if (value !== undefined) variables[name] = value;
    const from = valueFrom?.secretKeyRef;
    if (from === undefined) continue;
    files.set(`$${name}`, { secret: from.name, key: from.key });
    variables[`${name}_FILE`] = `$${name}`;
  }
  return { variables, files };
}
