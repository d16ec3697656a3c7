import { type LinearModel, RankwrightError } from '@rankwright/core'
import { affineColumns } from '@rankwright/core/data'
import { featureNamesOf } from '@rankwright/core/models'
import { namedOption } from '@rankwright/core/problems'
import { literal, type SqlDialect, type SqlExpression, sqlColumn, sqlNumber, sqlSum } from './sqlExpression.ts'

/** One term for each feature with a weight: filled in, clipped, scaled and rounded to single precision as the model does it; then the intercept. */
export function linearSql(model: LinearModel, dialect: SqlDialect): SqlExpression {
  const { featureMap: map, weights, intercept } = model
  const refuse = (what: string, targets: readonly string[]) => {
    throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target: 'SQL', what, targets })
  }
  if (map.scale.kind === 'per-list') refuse(`scales each list by itself (${namedOption({ scale: 'per-list' }, 'train')})`, ['js'])
  if (map.scale.kind === 'quantile')
    refuse(`scales features by their quantiles (${namedOption({ scale: 'quantile' }, 'train')})`, ['js', 'onnx'])
  if (map.ball.norm !== 'none') refuse(`draws every row into a ball (${namedOption('featureBall', 'train')})`, ['js', 'onnx'])
  const { low, high, offset, factor } = affineColumns(map)
  const names = featureNamesOf(model)
  const used = Array.from(weights.keys()).filter((column) => weights[column] !== 0)
  const terms = used.map((column): SqlExpression => {
    const fill = map.means?.[column] ?? 0
    const x = sqlColumn(names[column], dialect)
    const given = `CASE WHEN ${x} IS NULL OR isnan(${x}) THEN ${literal(fill)} ELSE CAST(${x} AS DOUBLE) END`
    const clipped = `least(greatest(${given}, ${literal(low[column])}), ${literal(high[column])})`
    const mapped = `(${clipped} - ${literal(offset[column])}) * ${literal(factor[column])} * ${literal(map.shrink)}`
    return {
      sql: `${literal(weights[column])} * CAST(CAST(${mapped} AS FLOAT) AS DOUBLE)`,
      value(row) {
        const value = Number.isNaN(row[column]) ? fill : row[column]
        const inside = Math.min(Math.max(value, low[column]), high[column])
        return weights[column] * Math.fround((inside - offset[column]) * factor[column] * map.shrink)
      },
    }
  })
  return sqlSum([sqlNumber(0), ...terms, sqlNumber(intercept)])
}
