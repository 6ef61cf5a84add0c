import { BuildError } from './build-error';
import { checkCode } from './check-code';
import { SECTION_UNDEFINED } from './elf';
import { readObjectFile } from './object-file';
import { placeSections } from './placement';
import { writeProgramFile } from './program-file';
import { relocate } from './relocate';

const ENTRY = 'entrypoint';

/**
 * Links one eBPF object of upstream clang into a shared object for the Solana virtual machine, version 0 of its format.
 * A function of the object's bytes alone.
 * @throws BuildError where the program could not be loaded, or would fail once it runs
 */
export function link(object: Buffer): Buffer {
  const file = readObjectFile(object);
  const placement = placeSections(file);
  const image = relocate(file, placement);
  checkCode(image, placement.code);
  const entry = file.symbols.find(
    ({ name, sectionIndex }) => name === ENTRY && sectionIndex !== SECTION_UNDEFINED,
  );
  if (entry === undefined || !placement.isCode(entry.sectionIndex)) {
    throw new BuildError(`no function ${ENTRY}: u64 ${ENTRY}(const u8 *input)`);
  }
  const entryOffset = placement.offsetOf.get(entry.sectionIndex)! + entry.value;
  return writeProgramFile(image, placement, entryOffset);
}
