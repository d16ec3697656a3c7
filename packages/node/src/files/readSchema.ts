import { options as optionsShape, sourceShapes } from '@rankwright/core/arguments'
import { type SchemaOptions, type SourceOptions, schemaOptions } from '@rankwright/core/data'
import { type FileInput, readNamed } from './openSource.ts'

/** What a schema says of the columns of a table, as options of `readLists`. */
export async function readSchema(input: FileInput, options: SourceOptions = {}): Promise<SchemaOptions> {
  optionsShape(sourceShapes)('options', options)
  const { name, bytes } = await readNamed(input, options)
  return schemaOptions(new TextDecoder('utf-8').decode(bytes), name)
}
