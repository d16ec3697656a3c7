import { requireArguments, text } from '@rankwright/core/arguments'
import { PackedFile } from '../packed/packedFile.ts'
import { TAB } from './fields.ts'
import { partLines, separatorShape } from './partLines.ts'

/** All parts of a packed file as lines. */
export function packedPartLines(path: string, separator: string = TAB): Generator<string> {
  requireArguments({ path, separator }, { path: text, separator: separatorShape })
  return linesOfFile(new PackedFile(path), separator)
}

function* linesOfFile(file: PackedFile, separator: string): Generator<string> {
  try {
    const { sections, ...about } = file.directory
    for (const [part, { at: _, bytes: __, ...counts }] of sections.entries())
      yield* partLines(part, { ...about, ...counts, before: file.before[part] }, file.sectionBytes(part), separator)
  } finally {
    file.close()
  }
}
