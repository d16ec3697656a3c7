import { RankwrightError, type TreesModel } from '@rankwright/core'
import { oneOf, optional, options as optionsShape, requireArguments, text as textShape } from '@rankwright/core/arguments'
import { readLightgbm } from './readLightgbm.ts'

/** The software whose models can be imported. */
export const importFormats = ['lightgbm'] as const
export type ImportFormat = (typeof importFormats)[number]

export interface ImportOptions {
  /** Which software wrote the file; found from its content if left out. */
  readonly from?: ImportFormat
}

const readers: Readonly<Record<ImportFormat, (text: string, file: string) => TreesModel>> = { lightgbm: readLightgbm }

const shapes = { text: textShape, file: textShape, options: optionsShape({ from: optional(oneOf(...importFormats)) }) }

/**
 * The model in the text of another program's file, as one of ours that gives the same scores: the sum of its trees, before any function that the
 * program applies to it, such as a sigmoid. What has no exact form here is refused. `file` is the name in errors.
 */
export function importModel(text: string, file: string, options: ImportOptions = {}): TreesModel {
  requireArguments({ text, file, options }, shapes)
  const content = text.replace(/^\uFEFF/, '')
  return readers[options.from ?? formatOf(content, file)](content, file)
}

function formatOf(content: string, file: string): ImportFormat {
  if (/^tree\r?\n/.test(content)) return 'lightgbm'
  const reason = 'it does not start with the line "tree" of a LightGBM text file'
  throw new RankwrightError({ area: 'export', code: 'not-an-importable-model', at: { file }, reason })
}
