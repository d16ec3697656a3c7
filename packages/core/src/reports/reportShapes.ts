import { arrayOf, either, fields, madeBy, number, text } from '../arguments/shapes.ts'

/** What was measured; NaN where nothing counts. */
export const measuredShape = either('a number', (value) => typeof value === 'number')

/** Seconds that something took. */
export const secondsShape = number({ atLeast: 0 })

export const problemsShape = arrayOf(fields({ area: text, code: text }, 'a problem of a RankwrightError'), 'an array of problems')

export const problemLogShape = madeBy('new ProblemLog', 'problems', 'count')

/** What `evaluate` gives; a metric that no list counts for is NaN. */
export const evaluationShape = fields(
  { profile: text, lists: number({ atLeast: 0 }), metrics: madeBy('evaluate'), intervals: madeBy('evaluate') },
  'what evaluate gives',
)

/** What a trainer gives. */
export const trainedShape = fields(
  {
    model: fields({ kind: text, training: fields({ data: text }) }, 'a model of a trainer'),
    iterations: number(),
    objective: number(),
    optimality: number(),
  },
  'what a trainer gives',
)

/** Columns of a table, as a reader tells of them. */
export const columnsShape = arrayOf(fields({ name: text, role: text, reason: text }, 'a column of a table'), 'an array of columns')

/** What `dataGuards` gives. */
export const guardsShape = arrayOf(fields({ code: text, text }, 'a guard of dataGuards'), 'an array of guards')
