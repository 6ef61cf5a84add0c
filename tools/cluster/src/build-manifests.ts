import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { findKustomize } from './find-kustomize';

/** Of what one overlay makes: far more than all of ours together. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** What kustomize makes of a folder, one value a resource. @throws Error with what it says of the folder */
export async function buildManifests(folder: string): Promise<unknown[]> {
  const { command, args } = await findKustomize();
  const { stdout } = await promisify(execFile)(command, [...args, folder], {
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return parseAllDocuments(stdout).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as unknown;
  });
}
