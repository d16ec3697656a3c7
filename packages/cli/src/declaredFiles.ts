import { flagName, type OptionTable } from '@rankwright/core/options'
import {
  type FileOperations,
  isStandardInput,
  type OutputFile,
  type OutputFolder,
  type Outputs,
  openOutputs,
  whyWrongName,
} from '@rankwright/node'
import type { Command, Given, Inputs } from './command.ts'
import { UsageError } from './usageError.ts'

type Words = Given<Inputs, OptionTable>

/** How the files of a command are opened. */
interface Opening {
  readonly json: boolean
  readonly force: boolean
  readonly files?: FileOperations
}

/** Checks the files that a command reads and writes, before it does anything else. */
export async function declaredOutputs(
  { reads = [], readsToo, writes = {}, force: mayForce }: Command,
  given: Words,
  { json, force, files }: Opening,
): Promise<Outputs> {
  requireOneReader(reads.map(String), given)
  const declared: (OutputFile | OutputFolder)[] = []
  for (const [name, written] of Object.entries(writes)) {
    for (const path of pathsOf(given, name)) {
      if (typeof written === 'string') declared.push({ path, holds: written })
      else declared.push(...(await written(path, given, force)))
    }
  }
  const named = reads.flatMap((name) => pathsOf(given, String(name)))
  const outputs = await openOutputs(declared, {
    reads: [...named, ...(readsToo?.(given) ?? []), ...(await filesOfEngine(given, named))],
    force: mayForce === false ? 'never' : force,
    shows: true,
    ...(files && { files }),
  })
  for (const output of declared) {
    if (!('path' in output)) continue
    const wrong = whyWrongName(output.path, output.holds)
    if (wrong !== undefined) throw new UsageError(`${output.path}: ${wrong}.`)
  }
  if (json && outputs.toStandardOutput) throw new UsageError('--json and the file cannot both go to standard output; give the file a name.')
  return outputs
}

/** What an engine reads beside the files that are named: its database, and what patterns and queries stand for. */
async function filesOfEngine({ options }: Words, named: readonly string[]): Promise<readonly string[]> {
  const { engine } = options as { readonly engine?: unknown }
  return typeof engine === 'string' ? (await import('@rankwright/engines')).engineFiles(engine, named) : []
}

/** Standard input can be read once. */
function requireOneReader(reads: readonly string[], given: Words): void {
  const readers = reads.flatMap((name) =>
    pathsOf(given, name).flatMap((path) => (isStandardInput(path) ? [name in given ? name.toUpperCase() : `--${flagName(name)}`] : [])),
  )
  if (readers.length < 2) return
  throw new UsageError(`${readers.join(' and ')} are both standard input, which can be read only once. Give files for all but one.`)
}

/** What was given for an input or an option that takes one path or several. */
function pathsOf(given: Words, name: string): readonly string[] {
  const options: Readonly<Record<string, unknown>> = given.options
  const paths = given[name] ?? options[name]
  return [paths].flat().filter((path) => typeof path === 'string')
}
