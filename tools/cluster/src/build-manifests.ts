import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { findKustomize } from './find-kustomize';

/** Output limit of one overlay: far more than all of the project's together. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Runs kustomize on a folder; one value per resource. @throws Error with its message about the folder */
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
