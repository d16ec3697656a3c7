/** The options of a stream: which learner, how it is evaluated, and the learner's own. */
import { requireObject } from '../arguments/requireKind.ts'
import type { OptionsOf, OptionTable, Resolved } from '../options/optionTable.ts'
import { refuseOption } from '../options/refuseOption.ts'
import { resolveUncheckedOptions } from '../options/resolveOptions.ts'
import { type LearnerTables, learners, type StreamLearnerName, streamLearnerNames } from './learners.ts'
import { driftDetectors } from './prequential.ts'

/** The options that every stream has. */
export const streamOptions = {
  learner: { kind: 'choice', default: 'auto', of: streamLearnerNames, doc: 'What learns from the series.' },
  drift: { kind: 'choice', default: 'page-hinkley', of: driftDetectors, doc: 'Detector that watches the prequential error.' },
  window: { kind: 'integer', default: 50, atLeast: 1, atMost: 10000, doc: 'Series in the windowed means.' },
} as const satisfies OptionTable

type CommonOptions = Omit<OptionsOf<typeof streamOptions>, 'learner'>

/** With the options of its learner and no others; without a learner, those of the default. */
export type StreamOptions = {
  [Name in StreamLearnerName]: CommonOptions &
    OptionsOf<LearnerTables[Name]> &
    (Name extends (typeof streamOptions)['learner']['default'] ? { readonly learner?: Name } : { readonly learner: Name })
}[StreamLearnerName]

export type ResolvedStreamOptions<Name extends StreamLearnerName = StreamLearnerName> = {
  [Own in Name]: Omit<Resolved<typeof streamOptions>, 'learner'> & { readonly learner: Own } & Resolved<LearnerTables[Own]>
}[Name]

/** Options as a file or a command line has them, before anybody has looked at them. */
export type GivenOptions = Readonly<Record<string, unknown>>

export function learnerNameOf(options: GivenOptions): StreamLearnerName {
  requireObject('options', options, 'an object with options of a stream')
  const { learner } = options
  return resolveUncheckedOptions({ learner: streamOptions.learner }, { learner }).learner
}

/** The options with their defaults. An option that the learner does not take is an error, and so are initial weights. */
export function resolveStreamOptions<Name extends StreamLearnerName>(
  name: Name,
  options: GivenOptions,
  initialWeights?: Float64Array,
): ResolvedStreamOptions<Name> {
  const { takesInitialWeights, options: table, checkOptions } = learners[name]
  const given = Object.keys(options).filter((option) => options[option] !== undefined)
  for (const option of given) refuseOptionOfOthers(option, name)
  if (initialWeights !== undefined && !takesInitialWeights)
    refuseOption('initialWeights', oneOf(streamLearnerNames.filter((each) => learners[each].takesInitialWeights)))
  resolveUncheckedOptions<OptionTable>({ ...streamOptions, ...table }, options)
  const { drift, window } = resolveUncheckedOptions(streamOptions, those(given, options, streamOptions))
  const own = resolveUncheckedOptions(table, those(given, options, table))
  checkOptions?.(own, given)
  return { learner: name, drift, window, ...own }
}

function refuseOptionOfOthers(option: string, name: StreamLearnerName): void {
  const takes = (learner: StreamLearnerName) => Object.hasOwn(learners[learner].options, option)
  if (Object.hasOwn(streamOptions, option) || takes(name)) return
  const others = streamLearnerNames.filter(takes)
  if (others.length > 0) refuseOption(option, oneOf(others))
}

function those(given: readonly string[], options: GivenOptions, table: OptionTable): GivenOptions {
  return Object.fromEntries(given.filter((option) => Object.hasOwn(table, option)).map((option) => [option, options[option]]))
}

function oneOf(names: readonly StreamLearnerName[]): string {
  return names.length === 1 ? `the learner ${names[0]}` : `one of the learners ${names.join(', ')}`
}
