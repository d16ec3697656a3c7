import type { OptionTable } from '@rankwright/core/options'
import { dataFiles } from '@rankwright/node'
import type { Command, Given, Inputs } from './command.ts'

/** What a command is given, with the files that folders and patterns among its data stand for: what is written is compared with them. */
export async function withDataFiles({ data = {} }: Command, given: Given<Inputs, OptionTable>): Promise<Given<Inputs, OptionTable>> {
  if (!(await namesFiles(given))) return given
  const inputs: Record<string, readonly string[]> = {}
  const options: Record<string, readonly string[]> = {}
  for (const [name, part] of Object.entries(data)) {
    const paths: unknown = given[name] ?? given.options[name]
    if (!Array.isArray(paths) || paths.length === 0) continue
    const files = await dataFiles(paths, part === undefined || part === 'any' ? {} : { part })
    if (name in given) inputs[name] = files
    else options[name] = files
  }
  return { ...given, ...inputs, options: { ...given.options, ...options } } as typeof given
}

/** An engine may take names of tables and queries. */
async function namesFiles({ options }: Given<Inputs, OptionTable>): Promise<boolean> {
  const { engine } = options as { readonly engine?: unknown }
  return typeof engine !== 'string' || (await import('@rankwright/engines')).engineReadsFiles(engine)
}
