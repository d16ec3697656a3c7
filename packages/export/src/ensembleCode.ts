/** An ensemble as a module of plain JavaScript: the modules of its members, each in a function of its own, and their weighted sum. */
import type { EnsembleModel } from '@rankwright/core'
import { featureNamesOf, kindOf } from '@rankwright/core/models'
import { encodersCode, type GivenCode, givenCode, rankObjectsCode } from './javascriptEncoders.ts'
import { javascriptLiteral } from './javascriptLiteral.ts'
import { numbers as array } from './javascriptOutputs.ts'
import { ruleCode } from './javascriptRule.ts'

/** `memberCode` gives the module of a member, which has a `scoreList`. */
export function ensembleCode(model: EnsembleModel, memberCode: (member: EnsembleModel['members'][number]) => string): string {
  const counting = model.members.flatMap((member, index) => (model.weights[index] > 0 ? [{ member, weight: model.weights[index] }] : []))
  const parts = [
    `// A ranking model of the method ${javascriptLiteral(model.method)}, written by rankwright: ${counting.length} models, weighted. It needs nothing else.`,
    '// Give all rows of a list to scoreList: the scores of each model are standardised in their list.',
    ...(model.encoders ? ['// Give plain objects with the columns below to rankObjects.'] : []),
    '// Each model has its own way with what is missing (undefined, null, NaN).',
    '',
    `export const features = ${javascriptLiteral(featureNamesOf(model))}`,
    `export const missing = ${javascriptLiteral(kindOf(model).missing(model))}`,
    '',
    ...encodersCode(model),
    `const weights = ${array(counting.map(({ weight }) => weight))}`,
    'const members = [',
    ...counting.map(({ member }) => `(() => {\n${withoutExports(memberCode(member))}return scoreList\n})(),`),
    ']',
    '',
    sumCode(givenCode(model)),
    ...ruleCode(model),
    ...rankObjectsCode(model),
  ]
  return `${parts.join('\n')}\n`
}

/** The text is our own: names of features stand in it as JSON, on lines that start otherwise. */
function withoutExports(text: string): string {
  return text.replaceAll(/^export /gm, '')
}

function sumCode({ parameter, row }: GivenCode): string {
  return `function standardised(scores) {
  const unit = scores.reduce((most, score) => Math.max(most, Math.abs(score)), 0)
  if (unit === 0) return scores.map(() => 0)
  const own = scores.map((score) => score / unit)
  const mean = own.reduce((sum, score) => sum + score, 0) / own.length
  const least = own.reduce((low, score) => Math.min(low, score), Infinity)
  const most = own.reduce((high, score) => Math.max(high, score), -Infinity)
  if (most - least <= 1e-12) return scores.map(() => 0)
  const deviation = Math.sqrt(own.reduce((sum, score) => sum + (score - mean) * (score - mean), 0) / own.length)
  return own.map((score) => (score - mean) / deviation)
}

export function scoreList(given${parameter}) {
  const rows = ${parameter === '' ? 'given' : `given.map((row) => ${row('row')})`}
  const sums = rows.map(() => 0)
  members.forEach((scoresOf, member) => {
    standardised(scoresOf(rows)).forEach((score, row) => {
      sums[row] += weights[member] * score
    })
  })
  return sums
}
`
}
