/** Writes the nouns of the data set wordnet30-nouns, which are tables, as the dict files that WordNet comes as. */
export function writeWordNetFolder(dataSet: string, folder: string): void

/** The rows of a gzipped table with tabs, without its heading. */
export function rowsOf(path: string): string[][]
