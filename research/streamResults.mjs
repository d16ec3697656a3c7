// Measures every stream learner on the series at hand and writes docs/stream-results.md. Needs the data folder; see golden/realData.ts. Takes
// a few minutes.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wasmCompute } from '@rankwright/compute'
import { PairedDifference, RankingStream, streamLearnerNames } from '@rankwright/core/streaming'
import { root } from '../scripts/setup.mjs'
import { missingFolder, streamSets } from './streamSeries.mjs'

/** With at most this many series, the tau-b of each is shown. */
const few = 10
const baselines = ['ridge', 'mean-rank']
const runtime = { compute: wasmCompute({ reserve: 64 << 20 }) }

const parts = [readFileSync(new URL('streamResults.md', import.meta.url), 'utf8').trimEnd()]
const overview = []
for (const { folder, title, make } of streamSets) {
  const missing = missingFolder(folder)
  if (missing === undefined) parts.push(section(title, make()))
  else {
    console.error(`${missing} is not there: ${title} is left out, and the page is not written.`)
    process.exitCode = 1
  }
}
parts.splice(1, 0, overviewTable())
if (process.exitCode !== 1) writeFileSync(join(root, 'docs', 'stream-results.md'), `${parts.join('\n\n')}\n`)

/** Every learner with its defaults on one stream: means, and how far its tau is ahead of each baseline's. */
function section(title, series) {
  const streams = streamLearnerNames.map((learner) => new RankingStream({ runtime, options: { learner } }))
  const taus = streams.map(() => [])
  for (const one of series) {
    for (const [learner, stream] of streams.entries()) {
      const outcome = stream.learn(one)
      taus[learner].push(outcome.kind === 'learned' ? outcome.metrics['kendall-tau'] : Number.NaN)
    }
  }
  const tausOf = (name) => taus[streamLearnerNames.indexOf(name)]
  const rows = streams.map((stream, index) => {
    const { learner } = stream.options
    const means = stream.evaluation.means()
    const differences = baselines.map((name) => (name === learner ? '' : interval(difference(taus[index], tausOf(name)))))
    return `| \`${learner}\` | ${shown(means['kendall-tau'])} | ${shown(means['ndcg@10'])} | ${stream.evaluation.drifts.length} | ${differences.join(' | ')} |`
  })
  addToOverview(title, streams, tausOf)
  const items = series.map(({ utilities }) => utilities.length)
  return [
    `## ${title}`,
    `${series.length} series of ${Math.min(...items)} to ${Math.max(...items)} items.`,
    `| learner | tau-b | nDCG@10 | drifts | ${baselines.map((name) => `ahead of \`${name}\``).join(' | ')} |\n|---|---|---|---|${baselines.map(() => '---|').join('')}\n${rows.join('\n')}`,
    ...(series.length > few ? [] : [eachSeries(series, taus)]),
  ].join('\n\n')
}

/** `auto` against the best of the others, which is known only afterwards. */
function addToOverview(title, streams, tausOf) {
  const [auto, ...others] = streams
  const tauOf = (stream) => stream.evaluation.means()['kendall-tau']
  const best = others.reduce((first, second) => (tauOf(second) > tauOf(first) ? second : first))
  const { learner } = best.options
  const { mean, random, randomAtMost } = auto.mixture
  overview.push(
    `| ${title.split(':')[0]} | ${shown(tauOf(auto))} | \`${learner}\` ${shown(tauOf(best))} | ${[learner, ...baselines].map((name) => interval(difference(tausOf('auto'), tausOf(name)))).join(' | ')} | ${[mean, random, Math.min(1, randomAtMost)].map(shown).join(' | ')} |`,
  )
}

function overviewTable() {
  return [
    '## `auto` and the best of the others',
    'The best learner is known only afterwards. The last three columns are shares of misordered pairs, as the experts of `auto` are measured: of the answer that was given, of an expert drawn at random in expectation, and what the bound of that was.',
    `| stream | \`auto\` | best other learner | ahead of it | ahead of \`ridge\` | ahead of \`mean-rank\` | given | drawn | bound |\n|---|---|---|---|---|---|---|---|---|\n${overview.join('\n')}`,
  ].join('\n\n')
}

function difference(own, other) {
  const ahead = new PairedDifference()
  for (const [series, tau] of own.entries()) ahead.add(tau, other[series])
  return ahead
}

function eachSeries(series, taus) {
  const rows = streamLearnerNames.map((learner, index) => `| \`${learner}\` | ${taus[index].slice(1).map(shown).join(' | ')} |`)
  const heads = series.slice(1).map(({ id, utilities }) => `${id} (${utilities.length})`)
  return `Tau-b of each series (and its number of items):\n\n| learner | ${heads.join(' | ')} |\n|---|${heads.map(() => '---|').join('')}\n${rows.join('\n')}`
}

function interval(difference) {
  return `${shown(difference.mean)} [${difference.interval.map(shown).join(', ')}]`
}

function shown(value) {
  return Number.isNaN(value) ? '–' : value.toFixed(3)
}
