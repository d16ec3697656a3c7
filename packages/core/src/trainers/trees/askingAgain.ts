import type { Training } from '../../runtime/training.ts'
import { isLost, type Lost } from '../../work/operations/keptTrees.ts'

/** Asks a question, with all that an answer needs or with what is new since the last one. */
export type Asking = <Answer extends object>(ask: (all: boolean) => Training<Answer | Lost>) => Training<Answer>

/** The first question says all. The others do not, until one of them finds that what was said has been lost: then all do. */
export function askingAgain(): Asking {
  let [first, forgetful] = [true, false]
  return function* (ask) {
    const all = first || forgetful
    first = false
    const answer = yield* ask(all)
    if (!isLost(answer)) return answer
    forgetful = true
    const again = all ? answer : yield* ask(true)
    if (isLost(again)) throw new Error('unreachable: the question holds all that an answer needs')
    return again
  }
}
