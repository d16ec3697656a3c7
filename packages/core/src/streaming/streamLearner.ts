/** A learner at work, known by its name: made from options, with its state as plain data and as part of a document. */
import type { DocumentReader } from '../documents/documentReader.ts'
import type { LearnerStart, StreamLearner } from './learner.ts'
import { type LearnerStates, learners, type StreamLearnerName } from './learners.ts'
import { type GivenOptions, type ResolvedStreamOptions, resolveStreamOptions } from './streamOptions.ts'

/** The state of a learner, with the name that says which learner it is of. */
export type StreamLearnerState<Name extends StreamLearnerName = StreamLearnerName> = {
  [Own in Name]: { readonly learner: Own; readonly of: LearnerStates[Own] }
}[Name]

export interface LearnerAtWork<Name extends StreamLearnerName = StreamLearnerName> {
  readonly options: ResolvedStreamOptions<Name>
  readonly learner: StreamLearner
  state(): StreamLearnerState<Name>
}

export function learnerAtWork<Name extends StreamLearnerName>(
  name: Name,
  given: GivenOptions,
  start: LearnerStart<LearnerStates[Name]>,
): LearnerAtWork<Name> {
  const options = resolveStreamOptions(name, given, start.initialWeights)
  const learner = learners[name].make(options, start)
  return { options, learner, state: () => ({ learner: name, of: learner.state() }) }
}

/** The state of a learner with these options, as a document holds it. */
export function writeLearnerState<Name extends StreamLearnerName>(
  name: Name,
  options: ResolvedStreamOptions<Name>,
  state: LearnerStates[Name],
): unknown {
  return learners[name].state(options).write(state)
}

export function readLearnerState<Name extends StreamLearnerName>(
  name: Name,
  options: ResolvedStreamOptions<Name>,
  value: unknown,
  where: string,
  reader: DocumentReader,
): StreamLearnerState<Name> {
  return { learner: name, of: learners[name].state(options).read(value, where, reader) }
}
