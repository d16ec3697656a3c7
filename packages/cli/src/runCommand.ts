import { type OptionsOf, type OptionTable, resolveOptions } from '@rankwright/core/options'
import { parseArguments } from './arguments.ts'
import type { CommandTable, Surroundings } from './command.ts'
import { exitCodes } from './exitCodes.ts'
import { jsonText } from './terminal/jsonText.ts'
import { type StreamLook, styleOf } from './terminal/style.ts'

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
}

/** Parses the words of a command, runs it, prints its answer and returns its exit code. Throws what should be reported instead. */
export async function runCommand(name: string, words: readonly string[], stage: Stage): Promise<number> {
  const command = await stage.commands[name].load()
  const { inputs, options, variantOptions, json } = parseArguments(name, command, words)
  const { commands, note, progress } = stage
  const answer = await command.run(
    { ...inputs, options: resolveOptions(command.options, options as OptionsOf<OptionTable>), given: options, variantOptions } as never,
    {
      json,
      commands,
      look: stage.look,
      output: stage.output,
      note,
      progress,
    },
  )
  const text = json ? jsonText(answer.document) : answer.text(styleOf(stage.look))
  let pending = ''
  for (const piece of typeof text === 'string' ? [text] : text) {
    pending += piece
    if (pending.length < pieceSize) continue
    await stage.output(pending)
    pending = ''
  }
  if (pending !== '') await stage.output(pending)
  return answer.exitCode ?? exitCodes.done
}
