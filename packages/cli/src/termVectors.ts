import type { Hierarchy, TermVectors } from '@rankwright/core/ontology'
import { columnOptions, type OptionTable, onlyWith, type Resolved, tableOptions } from '@rankwright/core/options'
import { readTermVectors } from '@rankwright/node'
import type { Surroundings } from './command.ts'
import { dataOptions, tellColumns } from './data.ts'
import { counted } from './terminal/numbers.ts'

const { number, category, text, date, dateOrder, vector, missingWords } = tableOptions
const { ignore } = columnOptions
const { encoding } = dataOptions

/** What the columns of `--vectors` are for. */
export const termTableOptions = onlyWith(
  { vectors: true },
  { number, category, text, date, dateOrder, vector, missingWords, ignore, encoding },
) satisfies OptionTable

/** Reads the numbers of terms, and tells what was made of columns, and which terms have none. */
export async function termVectors(
  file: string,
  { ontology }: Hierarchy,
  { number, category, text, date, dateOrder, vector, missingWords, ignore, encoding }: Resolved<typeof termTableOptions>,
  around: Surroundings,
): Promise<TermVectors> {
  const roles = Object.entries({ number, category, text, date, dateOrder, vector, missingWords, ignore, encoding }).filter(
    ([, value]) => value !== undefined,
  )
  const vectors = await readTermVectors(file, ontology, {
    ...Object.fromEntries(roles),
    onColumns: (columns) => tellColumns(columns, around),
  })
  const { missing, unknown } = vectors
  if (missing + unknown > 0)
    around.note(
      `note: ${file}: ${counted(missing, 'term')} without numbers, which get the means; ${counted(unknown, 'row')} without a term.`,
    )
  return vectors
}

/** The options of a command that are not about the columns of `--vectors`. */
export function withoutTermTable<Options extends object>(options: Options): Omit<Options, keyof typeof termTableOptions> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !Object.hasOwn(termTableOptions, name))) as Omit<
    Options,
    keyof typeof termTableOptions
  >
}
