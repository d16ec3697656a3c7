/** What the folder of an experiment keeps of it, so that a later run can tell whether it is the same. */
import { documentText, parsedDocument } from '../documents/jsonDocument.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Experiment } from './experiment.ts'

/** All that results depend on, beside the content of the data, of which folds have fingerprints. */
export interface ExperimentSettings {
  readonly experiment: Experiment
  /** As for `runtimeFor`: what is not portable may differ in the last digits. */
  readonly compute: string
}

const settingsFormat = { format: 'rankwright-experiment-settings', version: 1, sealed: true } as const

export function settingsText(settings: ExperimentSettings): string {
  const { format, version } = settingsFormat
  return documentText({ format, version, ...settings })
}

/** The settings in a file that `settingsText` made. Its checksum says that they are. */
export function settingsFrom(text: string, file: string): ExperimentSettings {
  try {
    const { experiment, compute } = parsedDocument(text, file, settingsFormat)
    return { experiment, compute } as ExperimentSettings
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    throw new RankwrightError({
      area: 'experiment',
      code: 'experiment-damaged',
      at: { file },
      reason: 'it is not what was written there, or of another version',
    })
  }
}

/** What differs, in words; where files lie is no difference. */
export function settingsDifferences(there: ExperimentSettings, here: ExperimentSettings): string[] {
  return differences(withoutPlaces(there), withoutPlaces(here), '')
}

function withoutPlaces({ experiment, compute }: ExperimentSettings): unknown {
  const data = experiment.data.map(({ name, split, read }) => {
    const { kind } = split
    return {
      name,
      kind,
      ...(kind === 'folds' && { folds: split.folds }),
      ...(kind === 'time' && { time: split.column, at: split.at }),
      read,
    }
  })
  const byName = <Entry extends { readonly name: string }>(entries: readonly Entry[]) =>
    Object.fromEntries(entries.map(({ name, ...entry }) => [name, entry]))
  const { methods, ...rest } = experiment
  const named = { data: byName(data), methods: byName(methods), order: methods.map(({ name }) => name) }
  return JSON.parse(JSON.stringify({ ...rest, ...named, compute }))
}

function differences(there: unknown, here: unknown, where: string): string[] {
  if (isParts(there) && isParts(here)) {
    const keys = [...new Set([...Object.keys(there), ...Object.keys(here)])]
    const isList = Array.isArray(there) && Array.isArray(here)
    if (isList && [there, here].some((list) => list.every((entry) => !isParts(entry))) && JSON.stringify(there) !== JSON.stringify(here))
      return [`${where}: ${shown(there)} there, ${shown(here)} here`]
    return keys.flatMap((key) => differences(there[key], here[key], isList ? `${where}[${key}]` : where === '' ? key : `${where}.${key}`))
  }
  return there === here ? [] : [`${where}: ${shown(there)} there, ${shown(here)} here`]
}

function isParts(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function shown(value: unknown): string {
  if (value === undefined) return 'none'
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
