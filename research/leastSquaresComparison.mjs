// Compares least-squares ranking (elmrank, rankrls) with RankSVM on real data and writes the tables of docs/least-squares-comparison.md:
// `node research/leastSquaresComparison.mjs [part of a data set's name]`, after `npm run build`. Results are kept in .cache, so that one
// data set can be measured again by its name. The page is written once every data set has a result.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { evaluate, finish, rankingLists, score, seededRandom, selectLists, training } from '@rankwright/core'
import { readLists, runtimeFor } from '@rankwright/node'

const base = process.env.RANKWRIGHT_DATA ?? new URL('../../shared/data', import.meta.url).pathname
const page = new URL('../docs/least-squares-comparison.md', import.meta.url)
const only = process.argv[2] ?? ''
const { runtime, close } = runtimeFor(1)

const methods = {
  'RankSVM, linear': { method: 'ranksvm' },
  'RankRLS, linear': { method: 'rankrls', kernel: 'linear' },
  'RankRLS, RBF': { method: 'rankrls', kernel: 'rbf' },
  ELMRank: { method: 'elmrank' },
}

const compounds = [
  { name: 'qsar, cox2', file: 'cox2', label: 'IC50', of: (value) => -Math.log10(value) },
  { name: 'qsar, dhfr', file: 'dhfr', label: 'Y', of: (value) => (value === 'active' ? 1 : 0) },
  { name: 'qsar, bloodbrain', file: 'bloodbrain', label: 'logBBB', of: Number },
  { name: 'qsar, meltingpoint', file: 'meltingpoint', label: 'melting_point', of: Number },
]
const letor = ['letor-mq2008', 'letor-ohsumed', 'letor-mq2007']

const kept = new URL('../.cache/leastSquaresComparison.json', import.meta.url)
const known = () => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {})
for (const { name, file, label, of } of compounds) await compare(name, `qsar/${file}.csv.gz`, (path) => compoundFolds(path, label, of))
await compare('recsys-movielens-100k', 'recsys-movielens-100k/u.data.gz', (path) => userProblems(movieLens(path)))
await compare('recsys-jester5k', 'recsys-jester5k/ratings.csv.gz', (path) => userProblems(jester(path)))
for (const name of letor) await compare(name, `${name}/S1.txt.gz`, () => letorSplit(`${base}/${name}`))
close()
write()

/** Every problem is { train, test, valid? }, or several of them; without validation lists, RankSVM gets a part of the training items to choose lambda on. */
async function compare(name, file, problemsOf) {
  if (!name.includes(only) || !existsSync(`${base}/${file}`)) return
  const problems = await problemsOf(`${base}/${file}`)
  const answers = Object.entries(methods).map(([title, options]) => {
    const results = problems.map((problem) => solved(problem, options))
    const known = results.filter(({ disagreement }) => !Number.isNaN(disagreement))
    const mean = (key) => known.reduce((sum, result) => sum + result[key], 0) / known.length
    const answer = {
      title,
      disagreement: mean('disagreement'),
      spread: deviation(known, 'disagreement'),
      ndcg: mean('ndcg'),
      seconds: mean('seconds'),
    }
    console.error(name, title, answer.disagreement.toFixed(4), answer.ndcg.toFixed(4), `${answer.seconds.toFixed(3)} s`)
    return answer
  })
  const { train } = problems[0]
  const result = { name, problems: problems.length, items: train.labels.length, width: train.width, lists: train.listIds.length, answers }
  writeFileSync(kept, JSON.stringify({ ...known(), [name]: result }))
}

function deviation(results, key) {
  if (results.length < 2) return undefined
  const mean = results.reduce((sum, result) => sum + result[key], 0) / results.length
  return Math.sqrt(results.reduce((sum, result) => sum + (result[key] - mean) ** 2, 0) / (results.length - 1) / results.length)
}

function solved({ train, test, valid, options: given = {}, ranksvm }, options) {
  const start = process.cpuUsage()
  const all = { ...given, ...options, ...(options.method === 'ranksvm' && ranksvm) }
  const model =
    options.method === 'ranksvm' && valid === undefined
      ? refitted(train, all)
      : trainedWith(train, { ...all, ...(valid && { valid, earlyStop: 'pairwise-accuracy' }) })
  const { user, system } = process.cpuUsage(start) // not the clock, which also counts what else the machine does
  const seconds = (user + system) / 1e6
  const { metrics } = evaluate(score(model, test, runtime), test, { metrics: ['pairwise-accuracy', 'ndcg@10'] })
  return {
    disagreement: 1 - metrics['pairwise-accuracy'],
    ndcg: metrics['ndcg@10'],
    seconds,
  }
}

function trainedWith(train, options) {
  return finish(training(train, options, runtime)).model
}

/** RankSVM has no closed form of what it would do without an item: lambda comes from a quarter of the items, set aside, and the fit from all. */
function refitted(train, options) {
  const order = seededRandom(1).shuffle(Array.from(train.labels, (_, row) => row))
  const part = (from, to) =>
    withRows(
      train,
      order.slice(from, to).sort((a, b) => a - b),
    )
  const quarter = train.labels.length >> 2
  const valid = part(0, quarter)
  if (new Set(valid.labels).size === 1) return trainedWith(train, options) // nothing to choose by: the default
  const chosen = trainedWith(part(quarter), { ...options, valid, earlyStop: 'pairwise-accuracy' })
  return trainedWith(train, { ...options, lambda: chosen.options.lambda })
}

/** Some rows of a single list. */
function withRows({ features, width, labels }, which) {
  return rankingLists({
    features: which.map((row) => features.values.subarray(row * width, (row + 1) * width)),
    labels: which.map((row) => labels[row]),
    lists: which.map(() => 'all'),
  })
}

/** Five folds of the compounds, shuffled three times where they are few; what is learned from is one list. */
function compoundFolds(path, label, of) {
  const [heading, ...lines] = text(path).trim().split(/\r?\n/)
  const names = heading.split(',')
  const cells = lines.map((line) => line.split(','))
  const columns = names
    .map((_, column) => column)
    .filter((column) => names[column] !== label && cells.every((row) => row[column] !== '' && !Number.isNaN(Number(row[column]))))
  const all = rankingLists({
    features: cells.map((row) => columns.map((column) => Number(row[column]))),
    labels: cells.map((row) => of(row[names.indexOf(label)])),
    lists: cells.map(() => 'all'),
  })
  // A few hundred compounds make differences that hang on the folds: three times as many.
  const shuffles = all.labels.length < 1000 ? 3 : 1
  return Array.from({ length: shuffles }, (_, turn) => seededRandom(2 + turn).shuffle(Array.from(all.labels, (_, row) => row))).flatMap(
    (order) =>
      Array.from({ length: 5 }, (_, fold) => {
        const inFold = (_, place) => place % 5 === fold
        return {
          test: withRows(all, order.filter(inFold)),
          train: withRows(
            all,
            order.filter((row, place) => !inFold(row, place)),
          ),
          options: { scale: 'standard' },
          // Penalties of a mean over pairs fit a list of any length; those of a sum leave a long one almost without, and take long.
          ranksvm: { pairs: 'mean', tolerance: 1e-5 },
        }
      }),
  )
}

/** A problem for each of fifty users: half of the ratings are learned from, items are described by the two hundred users with most ratings. */
function userProblems(ratings) {
  const users = new Map()
  for (const rating of ratings) users.set(rating.user, [...(users.get(rating.user) ?? []), rating])
  const byCount = [...users].sort(([a, own], [b, other]) => other.length - own.length || (a < b ? -1 : 1))
  const describing = byCount.slice(0, 200).map(([, own]) => {
    const mean = own.reduce((sum, { rating }) => sum + rating, 0) / own.length
    return new Map(own.map(({ item, rating }) => [item, rating - mean]))
  })
  const described = (item) => describing.map((known) => known.get(item) ?? 0)
  const random = seededRandom(3)
  const others = random.shuffle(byCount.slice(200).filter(([, own]) => own.length >= 40))
  return others.slice(0, 50).map(([user, own]) => {
    const rated = random.shuffle([...own])
    const listOf = (part) =>
      rankingLists({
        features: part.map(({ item }) => described(item)),
        labels: part.map(({ rating }) => rating),
        lists: part.map(() => user),
      })
    return {
      train: listOf(rated.slice(0, rated.length >> 1)),
      test: listOf(rated.slice(rated.length >> 1)),
      options: { scale: 'none', missing: 'zero' },
    }
  })
}

function movieLens(path) {
  return text(path)
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .map(([user, item, rating]) => ({ user, item, rating: Number(rating) }))
}

function jester(path) {
  const [, ...lines] = text(path).trim().split(/\r?\n/)
  return lines.map((line) => line.split(',')).map(([user, item, rating]) => ({ user, item, rating: Number(rating) }))
}

/** Parts 1 and 2 to learn from, 3 to choose lambda on, 4 to measure on. */
async function letorSplit(folder) {
  const parts = await Promise.all([1, 2, 3, 4].map((part) => readLists(`${folder}/S${part}.txt.gz`)))
  return [{ train: joined(parts[0], parts[1]), valid: parts[2], test: parts[3], options: {} }]
}

function joined(one, other) {
  const rowsOf = ({ features, width, labels }) => Array.from(labels, (_, row) => features.values.subarray(row * width, (row + 1) * width))
  const listsOf = ({ listIds, offsets }, part) =>
    listIds.flatMap((id, list) => Array(offsets[list + 1] - offsets[list]).fill(`${part} ${id}`))
  const lists = rankingLists({
    features: [...rowsOf(one), ...rowsOf(other)],
    labels: [...one.labels, ...other.labels],
    lists: [...listsOf(one, 1), ...listsOf(other, 2)],
  })
  return selectLists(
    lists,
    lists.listIds.map((_, list) => list),
  )
}

function text(path) {
  return gunzipSync(readFileSync(path)).toString('utf8')
}

function write() {
  const names = [...compounds.map(({ name }) => name), 'recsys-movielens-100k', 'recsys-jester5k', ...letor]
  const results = known()
  const missing = names.filter((name) => results[name] === undefined)
  if (missing.length > 0) {
    console.error(`The page is not written: no results yet for ${missing.join('; ')}.`)
    return
  }
  const rows = names.flatMap((name) => results[name] ?? [])
  const titles = Object.keys(methods)
  const line = (cells) => `| ${cells.join(' | ')} |`
  const table = (cell) =>
    [
      line(['data', ...titles]),
      line(['---', ...titles.map(() => '---:')]),
      ...rows.map(({ name, answers }) => line([name, ...answers.map((answer) => cell(answer, answers))])),
    ].join('\n')
  const percent = (share) => (100 * share).toFixed(1)
  const best = (key, answers, better) => answers.reduce((leader, answer) => (better(answer[key], leader[key]) ? answer : leader))
  const bold = (words, yes) => (yes ? `**${words}**` : words)
  const tables = [
    'Pairs in the wrong order, in percent (± one standard error over folds or users):',
    table((answer, answers) =>
      bold(
        `${percent(answer.disagreement)}${answer.spread === undefined ? '' : ` ± ${percent(answer.spread)}`}`,
        answer === best('disagreement', answers, (a, b) => a < b),
      ),
    ),
    'Processor seconds to train, the choice of lambda included, on one thread (means over folds or users):',
    table((answer, answers) =>
      bold(
        answer.seconds < 0.1 ? answer.seconds.toFixed(4) : answer.seconds.toFixed(2),
        answer === best('seconds', answers, (a, b) => a < b),
      ),
    ),
    'nDCG@10 of the LETOR sets:',
    line(['data', ...titles]),
    line(['---', ...titles.map(() => '---:')]),
    ...rows
      .filter(({ name }) => name.startsWith('letor'))
      .map(({ name, answers }) =>
        line([name, ...answers.map((answer) => bold(answer.ndcg.toFixed(4), answer === best('ndcg', answers, (a, b) => a > b)))]),
      ),
  ]
  const spaced = tables
    .map((part, index) => (part.startsWith('| ') && tables[index + 1]?.startsWith('| ') ? `${part}\n` : `${part}\n\n`))
    .join('')
    .trim()
  const sizes = [
    line(['data', 'problems', 'lists', 'rows', 'features']),
    line(['---', '---:', '---:', '---:', '---:']),
    ...rows.map(({ name, problems, lists, items, width }) => line([name, problems, lists, items, width])),
  ].join('\n')
  const before = readFileSync(page, 'utf8')
  const [start, end] = ['<!-- made by research/leastSquaresComparison.mjs -->', '<!-- end -->']
  const made = `${start}\n\n${spaced}\n\nWhat is trained on, per problem (the first of several):\n\n${sizes}\n\n${end}`
  writeFileSync(page, `${before.slice(0, before.indexOf(start))}${made}${before.slice(before.indexOf(end) + end.length)}`)
}
