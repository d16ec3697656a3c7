// Measures every stream learner on the real series at hand and writes docs/stream-results.md. Needs the data folder; see golden/realData.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PairedDifference, RankingStream, streamLearnerNames } from '@rankwright/core/streaming'
import { root } from '../scripts/setup.mjs'
import { missingFolder, streamSets } from './streamSeries.mjs'

/** With at most this many series, the tau-b of each is shown. */
const few = 10
const baselines = ['last', 'mean-rank', 'elo', 'feature-sum']

const parts = [readFileSync(new URL('streamResults.md', import.meta.url), 'utf8').trimEnd()]
for (const { folder, title, make } of streamSets) {
  const missing = missingFolder(folder)
  if (missing === undefined) parts.push(section(title, make()))
  else {
    console.error(`${missing} is not there: ${title} is left out, and the page is not written.`)
    process.exitCode = 1
  }
}
if (process.exitCode !== 1) writeFileSync(join(root, 'docs', 'stream-results.md'), `${parts.join('\n\n')}\n`)

/** Every learner with its defaults on one stream: means, and how far its tau is ahead of each baseline's. */
function section(title, series) {
  const streams = streamLearnerNames.map((learner) => new RankingStream({ options: { learner } }))
  const ahead = streams.map(() => baselines.map(() => new PairedDifference()))
  const seriesTaus = streams.map(() => [])
  for (const one of series) {
    const taus = streams.map((stream) => {
      const outcome = stream.learn(one)
      return outcome.kind === 'learned' ? outcome.metrics['kendall-tau'] : Number.NaN
    })
    for (const [learner, tau] of taus.entries()) seriesTaus[learner].push(tau)
    for (const [learner, differences] of ahead.entries())
      for (const [index, name] of baselines.entries()) differences[index].add(taus[learner], taus[streamLearnerNames.indexOf(name)])
  }
  const rows = streams.map((stream, index) => {
    const { learner } = stream.options
    const means = stream.evaluation.means()
    const differences = ahead[index].map((difference) => (baselines.includes(learner) ? '' : interval(difference)))
    return `| \`${learner}\` | ${shown(means['kendall-tau'])} | ${shown(means['ndcg@10'])} | ${stream.evaluation.drifts.length} | ${differences.join(' | ')} |`
  })
  const items = series.map(({ utilities }) => utilities.length)
  return [
    `## ${title}`,
    `${series.length} series of ${Math.min(...items)} to ${Math.max(...items)} items.`,
    `| learner | tau-b | nDCG@10 | drifts | ${baselines.map((name) => `ahead of \`${name}\``).join(' | ')} |\n|---|---|---|---|${baselines.map(() => '---|').join('')}\n${rows.join('\n')}`,
    ...(series.length > few ? [] : [eachSeries(series, seriesTaus)]),
  ].join('\n\n')
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
