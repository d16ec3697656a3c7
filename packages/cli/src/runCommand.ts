import { type OptionsOf, type OptionTable, resolveOptions } from '@rankwright/core/options'
import { shownText } from '@rankwright/core/problems'
import type { FileOperations } from '@rankwright/node'
import { parseArguments } from './arguments.ts'
import type { Answer, CommandTable, Given, Inputs, Surroundings } from './command.ts'
import { withDataFiles } from './dataFilesOf.ts'
import { declaredOutputs } from './declaredFiles.ts'
import { exitCodes } from './exitCodes.ts'
import { flagSpelling } from './flagSpelling.ts'
import { namedBySchema } from './namedInFile.ts'
import { jsonText } from './terminal/jsonText.ts'
import { type StreamLook, styleOf } from './terminal/style.ts'
import { terminalText, wordsShown } from './terminal/terminalText.ts'

/** Characters that go to stdout at a time. */
const pieceSize = 1 << 16

/** What a command is run with, beside its words. */
export interface Stage {
  readonly commands: CommandTable
  readonly look: StreamLook
  /** Writes a piece of the answer to stdout; settles when there is room for more. */
  output(text: string): Promise<void>
  note(text: string): void
  progress: Surroundings['progress']
  /** The disk, unless given. */
  readonly files?: FileOperations
}

/** Parses the words of a command, runs it, puts its files in place, prints its answer and returns its exit code. Throws what should be reported instead. */
export async function runCommand(name: string, words: readonly string[], stage: Stage): Promise<number> {
  const command = await stage.commands[name].load()
  const { inputs, options, variantOptions, json, force, notes } = parseArguments(name, command, words)
  const resolved = resolveOptions(command.options, options as OptionsOf<OptionTable>)
  const spoken = { ...inputs, options: resolved, given: options, variantOptions } as Given<Inputs, OptionTable>
  const given = await withDataFiles(command, spoken)
  const { commands, progress, look, output, files } = stage
  const { text: inFlags, all: spelled } = flagSpelling(name, command, words)
  const shown = wordsShown(words)
  const note = (text: string) => stage.note(shownText(shown(inFlags(text)))) // one line; what breaks it came from data
  for (const text of notes) note(text)
  const outputs = await declaredOutputs(command, given, { json, force, ...(files && { files }) })
  let answer: Answer
  try {
    answer = await command.run(given, { json, force, outputs, files, commands, look, output, note, progress, spelled })
    await outputs.commit()
  } catch (error) {
    throw namedBySchema(error, command, options)
  } finally {
    outputs.discard()
  }
  answer.afterwards?.()
  // A file that went to standard output has the place of the text.
  const text = json ? jsonText(told(answer.document, spelled)) : outputs.toStandardOutput ? '' : answer.text(styleOf(look))
  let pending = ''
  for (const piece of typeof text === 'string' ? [text] : text) {
    pending += json ? piece : terminalText(shown(piece))
    if (pending.length < pieceSize) continue
    await stage.output(pending)
    pending = ''
  }
  if (pending !== '') await stage.output(pending)
  return answer.exitCode ?? exitCodes.done
}

/** The document with its remarks as the command says them: notes, and the messages of problems. What comes from data stays as it is. */
function told(document: unknown, spelled: Surroundings['spelled']): unknown {
  if (typeof document !== 'object' || document === null || Symbol.iterator in document) return document
  const remark = (given: unknown) => {
    if (typeof given === 'string') return spelled(given)
    return typeof given === 'object' && given !== null && 'message' in given ? { ...given, message: spelled(given.message) } : given
  }
  return Object.fromEntries(
    Object.entries(document).map(([key, part]) => [
      key,
      (key === 'notes' || key === 'problems') && Array.isArray(part) ? part.map(remark) : part,
    ]),
  )
}
