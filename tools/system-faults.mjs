// Plain JavaScript, as it runs before any package is installed. Types: system-faults.d.mts
import { accessSync, constants, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';

/**
 * Explains a file or folder that prevents the work, in one line that says what to do. null: the error is of another
 * kind.
 */
export function explainFault(error, remedy) {
  const { code, path } = Object(error);
  if (typeof path !== 'string') return null;
  if (code === 'ENOTDIR' || code === 'EEXIST') return explainFile(path, code, remedy);
  if (code === 'EACCES' || code === 'EPERM') return explainRights(path, code, remedy);
  if (code === 'EROFS') return `${path} is on a disk that can only be read (${code}): ${remedy}`;
  if (code === 'ENOSPC')
    return `the disk of ${path} is full (${code}): make room there, or ${remedy}`;
  return null;
}

/** Checks that files can be created in a folder that may not exist yet. @throws Error that says what to do */
export function mustBeWritable(folder, remedy) {
  const place = nearest(resolve(folder));
  const path = resolve(folder);
  if (!statSync(place).isDirectory()) throw new Error(explainFile(path, 'ENOTDIR', remedy));
  try {
    accessSync(place, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(explainFault(Object.assign(error, { path }), remedy) ?? error.message);
  }
}

function explainFile(path, code, remedy) {
  const place = nearest(path);
  const isBelow = place !== path;
  return `${place} is a file${isBelow ? `, so there can be no ${path}` : ' and no folder'} (${code}): ${remedy}`;
}

function explainRights(path, code, remedy) {
  const place = nearest(path);
  const { username, uid } = userInfo();
  const owner = statSync(place, { throwIfNoEntry: false })?.uid;
  const why =
    owner === undefined || owner === uid
      ? `its rights do not let you`
      : `it belongs to ${owner === 0 ? 'root' : `user ${owner}`}, and you are ${username}`;
  return `cannot write ${path} (${code}): ${place === path ? '' : `of ${place}, `}${why}: ${remedy}`;
}

/** The existing part of a path. */
function nearest(path) {
  for (let place = path; ; place = dirname(place)) {
    try {
      statSync(place);
      return place;
    } catch (error) {
      if (place === dirname(place)) throw error;
    }
  }
}
