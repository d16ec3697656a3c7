/**
 * RankLib's text models. Ours go out as "Linear Regression": a weight for each feature number, and under 0 the constant
 * (ciir.umass.edu.learning.LinearRegRank). "Coordinate Ascent" is read too: the same line without a constant.
 */
import { RankwrightError } from '@rankwright/core'
import { greatestFeature } from '@rankwright/core/data'
import type { Place } from '@rankwright/core/problems'
import type { ForeignFeature, ForeignLinearModel } from './foreignModel.ts'

/** `remarks` come before the model, in lines that RankLib skips. */
export function ranklibText({ features, intercept }: ForeignLinearModel, remarks: readonly string[] = []): string {
  const weights = [`0:${intercept}`, ...features.map(({ name, weight }) => `${name}:${weight}`)]
  return `${['## Linear Regression', ...remarks.map((remark) => `## ${remark}`), weights.join(' ')].join('\n')}\n`
}

/** RankLib's names of models that are not linear in their features. */
const otherKinds: Readonly<Record<string, string>> = {
  MART: 'trees',
  LambdaMART: 'trees',
  'Random Forests': 'trees',
  RankBoost: 'weak rankers',
  AdaRank: 'weak rankers',
  RankNet: 'a neural network',
  LambdaRank: 'a neural network',
  ListNet: 'a neural network',
}

export function readRanklib(text: string, file: string): ForeignLinearModel {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const at: Place = { file }
  const kind = /^##\s*(.*?)\s*$/.exec(lines[0])?.[1]
  if (kind === undefined) {
    throw new RankwrightError({ area: 'export', code: 'not-a-foreign-model', at, reason: 'RankLib models start with "## " and their kind' })
  }
  if (Object.hasOwn(otherKinds, kind)) {
    throw new RankwrightError({ area: 'export', code: 'foreign-model-kind', at, found: `a RankLib model of ${otherKinds[kind]} (${kind})` })
  }
  if (kind !== 'Linear Regression' && kind !== 'Coordinate Ascent') {
    throw new RankwrightError({ area: 'export', code: 'not-a-foreign-model', at, reason: `RankLib has no model "${kind.slice(0, 40)}"` })
  }
  const line = lines.findIndex((content) => content.trim() !== '' && !content.trim().startsWith('##'))
  const fail = (reason: string, column?: number): never => {
    const place = { file, ...(line >= 0 && { line: line + 1 }), ...(column !== undefined && { column: column + 1 }) }
    throw new RankwrightError({ area: 'export', code: 'broken-foreign-model', at: place, format: 'RankLib', where: 'its weights', reason })
  }
  if (line < 0) return fail('there is no line of them')
  const features: ForeignFeature[] = []
  const seen = new Set<number>()
  let intercept = 0
  for (const { 0: word, index } of lines[line].replace(/#.*/, '').matchAll(/\S+/g)) {
    const parts = /^(\d+):([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)$/i.exec(word)
    const weight = Number(parts?.[2])
    if (parts === null || !Number.isFinite(weight)) return fail(`"${word.slice(0, 40)}" is not NUMBER:WEIGHT`, index)
    const id = Number(parts[1])
    if (!(id <= greatestFeature)) return fail(`${word.slice(0, 40)}: there is no such feature number`, index)
    if (seen.has(id)) return fail(`feature ${id} appears twice`, index)
    seen.add(id)
    if (id > 0) features.push({ name: String(id), weight })
    else if (kind === 'Linear Regression') intercept = weight
    else fail('features count from 1', index)
  }
  return { format: 'ranklib', features, intercept }
}
