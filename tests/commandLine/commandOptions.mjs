// Prints the options of every command, those of all its variants among them, as JSON.
import { optionsBeside } from '../../packages/cli/dist/arguments.js'
import { commandTable } from '../../packages/cli/dist/commandTable.js'

const found = {}
for (const [name, { load }] of Object.entries(commandTable)) {
  const command = await load()
  const tables = [command.options, optionsBeside(command), ...Object.values(command.variants?.tables ?? {})]
  found[name] = [...new Set(tables.flatMap((table) => Object.keys(table)))]
}
process.stdout.write(JSON.stringify(found))
