import type { FeatureShape, FeatureShapes, PermutationImportance } from '@rankwright/core'
import type { FeatureFact } from '@rankwright/core/models'
import { barChart } from '../charts/barChart.ts'
import type { Chart } from '../charts/chart.ts'
import { intervalChart } from '../charts/intervalChart.ts'
import { lineChart } from '../charts/lineChart.ts'
import { counted, decimals, grouped, inSentence, percent, readable, shortened } from '../text/shown.ts'

const mostFeatures = 14

/** Weights of linear models, or what the splits of trees gained; nothing where features have neither. */
export function weightCharts(features: readonly FeatureFact[]): Chart[] {
  const gained = features.flatMap(({ feature, gain }) => (gain === undefined || gain === 0 ? [] : [{ name: feature, value: gain }]))
  const weighed = features.flatMap(({ feature, weight }) => (weight === undefined ? [] : [{ name: feature, value: weight }]))
  const all = gained.reduce((sum, { value }) => sum + value, 0)
  const bars = (gained.length > 0 ? gained.map(({ name, value }) => ({ name, value: value / all })) : weighed).toSorted(
    (a, b) => Math.abs(b.value) - Math.abs(a.value),
  )
  if (bars.length === 0) return []
  const about =
    gained.length > 0
      ? { title: 'What splits by a feature gained', measure: 'share of what all splits lowered the objective by', shares: true }
      : aboutWeights(features)
  const rest = bars.length > mostFeatures ? { note: `The first ${mostFeatures} of ${counted(bars.length, 'feature')}.` } : {}
  return [barChart({ ...about, of: 'feature', bars, most: mostFeatures, ...rest })]
}

/** Weights of trees are no factors: they have no sign. */
function aboutWeights(features: readonly FeatureFact[]): { readonly title: string; readonly measure: string } {
  if (features.every(({ splits }) => splits === undefined))
    return { title: 'Weights of features', measure: 'weight, after the feature map' }
  if (features.every(({ weight, splits }) => weight === splits)) return { title: 'How often features are split on', measure: 'splits' }
  return { title: 'What features can change', measure: 'the most that it can change the score by' }
}

export function importanceChart(importance: PermutationImportance, sampled: { readonly lists: number; readonly of: number }): Chart {
  const { metric, value, features, confidence, repeats } = importance
  const drawn = sampled.lists < sampled.of ? `, on ${grouped(sampled.lists)} lists drawn from ${grouped(sampled.of)}` : ''
  return intervalChart({
    title: `What ${metric} loses without a feature`,
    of: 'feature',
    measure: `loss of ${metric}`,
    most: mostFeatures,
    rows: features.map(({ feature, loss, interval: [low, high] }) => ({ name: feature, value: loss, low, high })),
    reference: { name: 'nothing is lost', value: 0 },
    format: (loss) => decimals(loss, 4),
    note: `The values of a feature are shuffled among all rows, ${repeats} times${drawn}. With all features ${metric} is ${decimals(value, 4)} there. Lines are ${percent(confidence, 0)} intervals for each feature alone.${features.length > mostFeatures ? ` The first ${mostFeatures} of ${counted(features.length, 'feature')}.` : ''}`,
  })
}

/** The mean score at each value of a feature. */
export function shapeCharts({ features, rows }: FeatureShapes): Chart[] {
  return features
    .filter(({ points }) => points.filter(({ value }) => !Number.isNaN(value)).length > 1)
    .map((shape) => shapeChart(shape, rows))
}

function shapeChart({ feature, points }: FeatureShape, rows: number): Chart {
  if (points.every(({ category }) => category !== undefined)) return categoryChart(feature, points, rows)
  const missing = points.find(({ value }) => Number.isNaN(value))
  const lacking = missing === undefined ? '' : ` Without a value the mean score is ${readable(missing.score)}.`
  return lineChart({
    title: `Shape of ${inSentence(featureTitle(feature))}`,
    x: { name: featureTitle(feature) },
    y: { name: 'mean score' },
    series: [
      {
        name: 'mean score',
        points: points.filter(({ value }) => !Number.isNaN(value)).map(({ value, score }) => ({ x: value, y: score })),
        dots: true,
      },
    ],
    note: `The mean score of ${counted(rows, 'row')} if all of them had this value.${lacking}`,
  })
}

function categoryChart(feature: string, points: FeatureShape['points'], rows: number): Chart {
  return barChart({
    title: `Shape of ${inSentence(featureTitle(feature))}`,
    of: featureTitle(feature),
    measure: 'mean score',
    bars: points.map(({ category, score }) => ({ name: category!, value: score })),
    most: mostFeatures,
    note: `The mean score of ${counted(rows, 'row')} if all of them had this category. The most frequent ones come first.`,
  })
}

/** A feature without a name has a number. */
export function featureTitle(feature: string): string {
  return /^\d+$/.test(feature) ? `feature ${feature}` : shortened(feature, 40)
}
