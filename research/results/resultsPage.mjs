// docs/results.md, made from docs/results.json.

const metricTitles = { 'ndcg@10': 'NDCG@10', map: 'MAP' }
/** What differences are taken to, fold by fold. */
const withAll = ', three parts'
const refittedText = `The published rankers were trained on three parts. For a fair comparison, the next table uses the options chosen on the validation part and then
trains on that part too. (\`train\` never does this by itself.)`
const yardstick = 'RankSVM-Struct'

export function pageOf({ sets, skipped }) {
  return `<!-- made by npm run results from docs/results.json; edit research/results/resultsPage.mjs -->
# Results on real data

How well every method ranks public data, with its default options and validation data. Nothing was tuned by hand for a set;
[how the defaults were chosen](decisions/default-options.md) says which data the defaults rest on. \`npm run results\` makes this page from the data in
\`$RANKWRIGHT_DATA\` (or \`../shared/data\`).

Values are means over test lists under the [profile](metrics.md) that is usual for the set, with 95 % bootstrap intervals over the lists. Two methods with
overlapping intervals can still differ significantly, because they rank the same lists; see [comparing models](comparing-models.md).

LightGBM and XGBoost train trees, which can fit more than linear models. They use their default options, except for XGBoost's learning rate (0.1, as in
LightGBM), and early stopping on the same validation lists.

${sets.map(setSection).join('\n')}${skippedSection(skipped)}`
}

function setSection(set) {
  const { title, profile, how, lists, rows, features, folds, rankers, published, peers } = set
  const reference = published.find(({ name }) => name === yardstick)
  const own = rankers.filter(({ name }) => !name.endsWith(withAll))
  const refitted = rankers.filter(({ name }) => name.endsWith(withAll))
  const versions = Object.entries(peers).filter(([name]) => name !== 'absent')
  const sizes = [...new Set(folds.map(({ train, valid, test }) => `${train} / ${valid} / ${test}`))]
  return `## ${title}

${count(lists)} lists, ${count(rows)} rows, ${count(features)} features; profile \`${profile}\`. ${how} Lists to train / choose / test on: ${sizes.join(', ')}.

${meansTable(own, published, reference)}
${givenText(rankers)}${refitted.length === 0 ? '' : `${refittedText}\n\n${meansTable(refitted, [], reference)}\n`}${foldTables(folds, own, published)}
${reference === undefined ? '' : publishedNote(folds)}${versions.length > 0 ? `Peers: ${versions.map(([name, version]) => `${name} ${version}`).join(', ')}.` : `No peers: ${peers.absent}.`}
`
}

/** Rankers that were measured with other options than their present defaults. */
function givenText(rankers) {
  return rankers
    .filter(({ given }) => given !== undefined)
    .map(({ name, given }) => {
      const options = Object.entries(given).map(([option, value]) => `${option} ${value}`)
      return `"${name}" was measured with ${options.join(', ')}.\n\n`
    })
    .join('')
}

function meansTable(rankers, published, reference) {
  const metrics = Object.keys(metricTitles)
  const chosen = rankers.some((ranker) => ranker.chosen !== undefined)
  const header = [
    'ranker',
    ...metrics.flatMap((metric) => [metricTitles[metric], '95 % interval', ...(reference ? [`less ${yardstick}`] : [])]),
    ...(chosen ? ['chosen on the validation lists'] : []),
  ]
  const rows = [...rankers, ...published.map((ranker) => ({ ...ranker, name: `${ranker.name} (published)` }))].map((ranker) => [
    ranker.name,
    ...metrics.flatMap((metric) => {
      const { mean, interval, folds } = ranker.metrics[metric]
      const against = reference && difference(folds, reference.metrics[metric].folds)
      return [mean.toFixed(4), interval ? interval.map((end) => end.toFixed(4)).join(' to ') : '', ...(reference ? [against] : [])]
    }),
    ...(chosen ? [ranker.chosen === undefined ? '' : chosenText(ranker.chosen)] : []),
  ])
  return table([header, ...rows])
}

/** The options in the order of the folds, an option's name once. */
function chosenText(chosen) {
  const [option] = chosen[0].split(' ')
  return `${option} ${chosen.map((text) => text.slice(option.length + 1)).join(', ')}`
}

/** The mean difference over the folds, and its standard error. */
function difference(folds, reference) {
  const apart = folds.map((value, fold) => value - reference[fold])
  const mean = apart.reduce((sum, value) => sum + value, 0) / apart.length
  const variance = apart.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (apart.length - 1)
  return `${signed(mean)} ± ${Math.sqrt(variance / apart.length).toFixed(4)}`
}

function signed(value) {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`
}

function foldTables(folds, rankers, published) {
  return Object.entries(metricTitles)
    .map(([metric, title]) => {
      const rows = [...rankers, ...published].map(({ name, metrics }) => [name, ...metrics[metric].folds.map((value) => value.toFixed(4))])
      return `${title} fold by fold:\n\n${table([['ranker', ...folds.map(({ name }) => name)], ...rows])}`
    })
    .join('\n')
}

function publishedNote(folds) {
  const trained = folds.length < 5 ? ' They had three parts to train on.' : ''
  return `Published figures are those of the LETOR 4.0 page for the same test parts.${trained} "less ${yardstick}" is the mean difference over the folds ± its
standard error. `
}

function skippedSection(skipped) {
  if (skipped.length === 0) return ''
  return `\n## Not measured\n\n${skipped.map(({ name, why }) => `- ${name}: ${why}.`).join('\n')}\n`
}

function count(number) {
  return number.toLocaleString('en-US')
}

function table([header, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return `${[line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}
