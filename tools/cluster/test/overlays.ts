/** The overlays' output, built once for all specs. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildManifests } from '../src/build-manifests';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
export const OVERLAYS = ['local', 'production'] as const;
export type Overlay = (typeof OVERLAYS)[number];

const built = new Map<Overlay, Promise<unknown[]>>();

export function overlay(name: Overlay): Promise<unknown[]> {
  const known = built.get(name) ?? buildManifests(join(ROOT, 'k8s/overlays', name));
  built.set(name, known);
  return known;
}
