// Draws from a known distribution again and again, trains, and holds the query-level bounds against the truth. Prints the tables of
// docs/query-level-bounds.md and writes its pictures: `node research/queryLevelBounds.mjs [repetitions]`, after `npm run build`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { rankingLists, score, seededRandom, selectLists, train } from '@rankwright/core'
import { listNet } from '@rankwright/core/losses'
import { bound, theoryLambda } from '@rankwright/core/theory'

const repetitions = Number(process.argv[2] ?? 2000)
const lengths = [10, 100, 1000]
const types = 30 // the distribution: each of so many lists with the same probability
const n = 1000
const delta = 0.05
const onlineEvery = 20 // a pass over all the rows of a sample takes long
const [G, H, G2, W, R] = [2, 1, Math.SQRT2, 1, 1]
const B = (2 * W * R + 2) ** 2 / 8
const map = { scale: 'none', missing: 'zero', featureBall: 'l2' }
const ball = { ...map, ball: 'l2', radius: W }
const loss = listNet({ form: 'kl' })

const pictures = new URL('../docs/images/', import.meta.url)
mkdirSync(pictures, { recursive: true })
const found = lengths.map(experiment)
printTables(found)
writeFileSync(new URL('bounds-by-list-length.svg', pictures), lengthPicture())
writeFileSync(new URL('bounds-and-truth.svg', pictures), truthPicture(found))

/** What the bounds say for lists of m items, and what is so. */
function experiment(m) {
  const population = populationOf(m)
  const best = expectedLoss(population, trained(population, undefined, { lambda: 0, tolerance: 1e-12 }))
  const random = seededRandom(m)
  const directions = Array.from({ length: 300 }, () => onSphere(random, 4))
  const byDirection = directions.map((weights) => listLosses(population, weights))
  const common = { W, R, B, m, n, delta }
  const lambda = theoryLambda({ G, W, R, n })
  const missed = { 'q-t9': 0, 'q-t17': 0, 'q-cw': 0, 'q-t9-excess': 0, training: 0 }
  const sums = { uniform: 0, erm: 0, rerm: 0, ogd: 0 }
  let worst = 0
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const drawn = Array.from({ length: n }, () => random.integer(types))
    const counts = new Float64Array(types)
    for (const type of drawn) counts[type]++
    const losses = listLosses(population, trained(population, counts, { lambda: 0 }))
    const [truth, empirical] = [mean(losses), weightedMean(losses, counts)]
    if (truth > empirical) missed.training++
    if (truth > bound('q-t9', { ...common, G, empirical }).value) missed['q-t9']++
    if (truth > bound('q-t17', { ...common, H, empirical }).value) missed['q-t17']++
    if (truth > bound('q-cw', { ...common, G2, empirical }).value) missed['q-cw']++
    if (truth > bound('q-t9-excess', { ...common, G, delta: delta / 2, best }).value) missed['q-t9-excess']++
    const uniform = Math.max(...byDirection.map((all) => mean(all) - weightedMean(all, counts)))
    worst = Math.max(worst, uniform)
    sums.uniform += uniform
    sums.erm += truth - best
    sums.rerm += expectedLoss(population, trained(population, counts, { lambda })) - best
    if (repetition % onlineEvery === 0) {
      const sample = selectLists(population, drawn)
      const online = train(sample, { method: 'ogd', ...ball, seed: repetition })
      sums.ogd += onlineEvery * (expectedLoss(population, online.weights) - best)
    }
    if (process.stderr.isTTY) process.stderr.write(`\rm = ${m}: ${repetition + 1} of ${repetitions}`)
  }
  const average = (sum) => sum / repetitions
  return {
    m,
    missed,
    truth: { uniform: average(sums.uniform), worst, erm: average(sums.erm), rerm: average(sums.rerm), ogd: average(sums.ogd) },
    bounds: {
      'q-t5': bound('q-t5', { G, W, R, n }).value,
      'q-t6': bound('q-t6', { G, W, R, n }).value,
      'q-t9': bound('q-t9', { ...common, G }).value,
      'q-t9-excess': bound('q-t9-excess', { ...common, G, delta: delta / 2 }).value,
      'q-t17': bound('q-t17', { ...common, H }).value,
      'q-cw': bound('q-cw', { ...common, G2 }).value,
    },
  }
}

/** Rows in the unit ball, graded 0, 1 or 2 by a noisy direction. */
function populationOf(m) {
  const random = seededRandom(7 * m)
  const features = Array.from({ length: types * m }, () => onSphere(random, 4).map((entry) => entry * Math.sqrt(random.uniform())))
  return rankingLists({
    features,
    labels: features.map(([x, y]) => {
      const worth = 2 * x + y + 0.7 * random.normal()
      return worth > 1.2 ? 2 : worth > 0.4 ? 1 : 0
    }),
    lists: features.map((_, row) => Math.floor(row / m)),
  })
}

function onSphere(random, width) {
  const entries = Array.from({ length: width }, () => random.normal())
  const norm = Math.hypot(...entries)
  return entries.map((entry) => entry / norm)
}

/** A sample of the population, given by how often each list was drawn, has the same minimiser as the population with these weights. */
function trained(population, counts, options) {
  return train({ ...population, ...(counts && { listWeights: counts }) }, { method: 'listnet', ...ball, ...options }).weights
}

function listLosses(population, weights) {
  const model = { kind: 'linear', method: 'listnet', features: 4, weights: Float64Array.from(weights), intercept: 0 }
  const featureMap = { width: 4, missing: 'zero', scale: { kind: 'none' }, zero: 'kept', shrink: 1, ball: { norm: 'l2', radius: R } }
  const scores = score({ ...model, featureMap }, population)
  return Float64Array.from({ length: types }, (_, list) => {
    const [first, last] = [population.offsets[list], population.offsets[list + 1]]
    return loss.evaluate(scores.subarray(first, last), population.labels.subarray(first, last), new Float64Array(last - first))
  })
}

function expectedLoss(population, weights) {
  return mean(listLosses(population, weights))
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function weightedMean(values, counts) {
  return values.reduce((sum, value, list) => sum + value * counts[list], 0) / n
}

function printTables(results) {
  const short = (value) => (value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(2))
  console.log(
    '| items per list | Theorem 9 | Theorem 17 | Chapelle & Wu | truth: largest gap in the ball, mean (worst) |\n|---:|---:|---:|---:|---:|',
  )
  for (const { m, bounds, truth } of results) {
    const cells = ['q-t9', 'q-t17', 'q-cw'].map((name) => short(bounds[name]))
    console.log(`| ${m} | ${cells.join(' | ')} | ${short(truth.uniform)} (${short(truth.worst)}) |`)
  }
  console.log(
    '\n| items per list | Theorem 5 | truth: OGD | Theorem 6 | truth: RERM | Theorem 9, second half | truth: ERM |\n|---:|---:|---:|---:|---:|---:|---:|',
  )
  for (const { m, bounds, truth } of results) {
    const cells = [bounds['q-t5'], truth.ogd, bounds['q-t6'], truth.rerm, bounds['q-t9-excess'], truth.erm]
    console.log(`| ${m} | ${cells.map(short).join(' | ')} |`)
  }
  console.log(`\nOf ${repetitions} draws, the loss on new lists was above the bound (above the training loss itself):`)
  for (const { m, missed } of results) {
    console.log(
      `m = ${m}: ${Object.entries(missed)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}`,
    )
  }
}

/** The bounds against the length of the lists, for 19,000 lists, by formula alone. */
function lengthPicture() {
  const many = 19_000
  const at = Array.from({ length: 51 }, (_, step) => Math.round(10 ** (1 + step / 10)))
  const lines = [
    { name: 'Chapelle & Wu', of: (m) => bound('q-cw', { G2, W, R, B, m, n: many }).value },
    { name: 'Theorem 9', of: (m) => bound('q-t9', { G, W, R, B, m, n: many }).value },
    { name: 'no loss exceeds', of: () => B, dashed: true },
    { name: 'Theorem 6', of: () => bound('q-t6', { G, W, R, n: many }).value },
    { name: 'Theorem 5', of: () => bound('q-t5', { G, W, R, n: many }).value },
  ]
  const [width, height, left, right, top, bottom] = [720, 400, 60, 130, 20, 50]
  const x = (m) => left + ((Math.log10(m) - 1) / 5) * (width - left - right)
  const y = (value) => top + ((2 - Math.log10(value)) / 4) * (height - top - bottom)
  const parts = []
  for (let power = 1; power <= 6; power++) {
    parts.push(`<line x1="${x(10 ** power)}" x2="${x(10 ** power)}" y1="${top}" y2="${height - bottom}" class="grid"/>`)
    parts.push(`<text x="${x(10 ** power)}" y="${height - bottom + 18}" text-anchor="middle">${(10 ** power).toLocaleString('en')}</text>`)
  }
  for (let power = -2; power <= 2; power++) {
    parts.push(`<line x1="${left}" x2="${width - right}" y1="${y(10 ** power)}" y2="${y(10 ** power)}" class="grid"/>`)
    parts.push(`<text x="${left - 8}" y="${y(10 ** power) + 4}" text-anchor="end">${10 ** power}</text>`)
  }
  for (const [index, { name, of, dashed }] of lines.entries()) {
    const points = at.map((m) => `${x(m).toFixed(1)},${y(of(m)).toFixed(1)}`).join(' ')
    parts.push(`<polyline points="${points}" class="line c${index}"${dashed ? ' stroke-dasharray="5 4"' : ''}/>`)
    parts.push(`<text x="${width - right + 8}" y="${y(of(1e6)) + 4}" class="t${index}">${name.replace('&', '&amp;')}</text>`)
  }
  parts.push(`<text x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle">items per list</text>`)
  return svg(
    width,
    height,
    'Bounds on the loss on new lists against the length of the lists, ListNet, 19,000 training lists, W = R = 1',
    parts,
  )
}

/** For each length, the bounds and the truths side by side on a logarithmic scale. */
function truthPicture(results) {
  const rows = results.flatMap(({ m, bounds, truth }) => [
    [
      `${m} items: largest gap in the ball`,
      truth.uniform,
      [
        ['Theorem 9', bounds['q-t9'], 1],
        ['Chapelle & Wu', bounds['q-cw'], 0],
      ],
    ],
    [`${m} items: excess of OGD`, truth.ogd, [['Theorem 5', bounds['q-t5'], 4]]],
    [`${m} items: excess of RERM`, truth.rerm, [['Theorem 6', bounds['q-t6'], 3]]],
  ])
  const [width, left, right, top, step] = [720, 230, 30, 46, 26]
  const height = top + rows.length * step + 30
  const x = (value) => left + ((Math.log10(value) + 5) / 7) * (width - left - right)
  const parts = []
  for (let power = -5; power <= 2; power++) {
    parts.push(`<line x1="${x(10 ** power)}" x2="${x(10 ** power)}" y1="${top - 12}" y2="${height - 26}" class="grid"/>`)
    parts.push(`<text x="${x(10 ** power)}" y="${height - 10}" text-anchor="middle">1e${power}</text>`)
  }
  for (const [index, [name, value, bounds]] of rows.entries()) {
    const y = top + index * step
    parts.push(`<text x="${left - 10}" y="${y + 4}" text-anchor="end">${name}</text>`)
    parts.push(`<line x1="${x(value)}" x2="${x(Math.max(...bounds.map(([, size]) => size)))}" y1="${y}" y2="${y}" class="grid"/>`)
    parts.push(`<circle cx="${x(value)}" cy="${y}" r="5" class="truth"/>`)
    for (const [, size, colour] of bounds) parts.push(`<circle cx="${x(size)}" cy="${y}" r="5" class="dot d${colour}"/>`)
  }
  const legend = [
    ['truth', 'truth'],
    ['Theorem 9', 'd1'],
    ['Chapelle &amp; Wu', 'd0'],
    ['Theorem 5', 'd4'],
    ['Theorem 6', 'd3'],
  ]
  for (const [index, [name, style]] of legend.entries()) {
    parts.push(
      `<circle cx="${left + index * 100 - 90}" cy="14" r="5" class="${style}"/><text x="${left + index * 100 - 80}" y="18">${name}</text>`,
    )
  }
  return svg(width, height, `How far above the truth the bounds lie, ListNet, ${n} training lists, ${repetitions} draws`, parts)
}

function svg(width, height, title, parts) {
  const colours = ['#c2410c', '#1d4ed8', '#6b7280', '#047857', '#7c3aed']
  const style = colours.map((colour, index) => `.c${index}{stroke:${colour}}.t${index},.d${index}{fill:${colour}}`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="sans-serif" font-size="12">
<title>${title}</title>
<style>.grid{stroke:#d1d5db;stroke-width:1}.line{fill:none;stroke-width:2}.truth{fill:#111827}text{fill:#374151}${style}</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`
}
