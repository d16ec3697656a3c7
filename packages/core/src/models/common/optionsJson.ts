import type { DocumentReader } from '../../documents/documentReader.ts'
import type { OptionValue } from './optionValue.ts'

/** The options of a method by their names. `path` is where they stand in the file. */
export function optionsFrom(value: unknown, read: DocumentReader, path = 'options'): Record<string, OptionValue> {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const options = read.object(value, path, names)
  const entries = names.map((name): [string, OptionValue] => {
    const where = `${path}.${name.slice(0, 40)}`
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) read.fail(where, 'this is not the name of an option')
    const option = options[name]
    if (typeof option === 'string' || typeof option === 'boolean') return [name, option]
    return [name, typeof option === 'number' ? read.number(option, where) : read.texts(option, where)]
  })
  return Object.fromEntries(entries)
}
