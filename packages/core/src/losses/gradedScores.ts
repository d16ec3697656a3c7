import { boundedScores, notANumber } from './boundedScores.ts'
import { type Grades, gradeFinder } from './grades.ts'
import { floatScratch } from './scratch.ts'

/** The working data of losses over pairs of grades: one list after the other, in the same memory. */
export interface GradedScores {
  /** A bounded copy of the scores, at least as long as the list. */
  readonly scores: Float64Array
  readonly grades: Grades
  /**
   * Takes the next list and clears `into`. Gives the number of pairs with different labels. Where that is not above 0, it is the
   * value of the loss: 0 for a list of one grade, NaN (also in all of `into`) where a score is not a number.
   */
  start(scores: Float64Array, labels: Float64Array, into: Float64Array): number
}

export function gradedScores(): GradedScores {
  const findGrades = gradeFinder()
  const memory = floatScratch()
  const graded = {
    scores: memory(0),
    grades: findGrades(new Float64Array(0)),
    start(scores: Float64Array, labels: Float64Array, into: Float64Array): number {
      const bounded = memory(scores.length)
      if (!boundedScores(scores, bounded)) return notANumber(into)
      const grades = findGrades(labels)
      into.fill(0)
      graded.scores = bounded
      graded.grades = grades
      return grades.pairs
    },
  }
  return graded
}
