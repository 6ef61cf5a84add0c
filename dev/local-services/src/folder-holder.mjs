// Plain JavaScript, as `npm start` asks before there is a package or a bundle. Types: folder-holder.d.mts
import { readFileSync } from 'node:fs';
import { processStamp } from './process-stamp.mjs';

/** Who has a folder, by its lock file; null where nobody that lives has it. */
export function holderOf(lockFile) {
  const holder = readHolder(lockFile);
  return holder !== null && processStamp(holder.pid) === holder.stamp ? holder : null;
}

export const heldBy = ({ pid }, whatToDo) =>
  `another run (process ${pid}) uses this data folder: stop it, or ${whatToDo}`;

function readHolder(lockFile) {
  try {
    const content = JSON.parse(readFileSync(lockFile, 'utf8'));
    return isHolder(content) ? content : null;
  } catch {
    return null; // gone, or written half
  }
}

const isHolder = (value) =>
  typeof value === 'object' &&
  value !== null &&
  Number.isSafeInteger(value.pid) &&
  typeof value.stamp === 'string';
