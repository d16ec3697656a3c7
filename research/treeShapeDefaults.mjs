// Whether the shares and leaves of lambdamart should depend on the shape of the data: the tables on few lists, few columns and categories of
// docs/decisions/default-options.md.
//
//   node research/treeShapeDefaults.mjs lists|columns|categories [choose|check] [SET…]
//
// Parts of the training lists, or of the columns, are drawn two or three times for each set; test lists are whole. Prints NDCG@10 for each choice of options,
// and its difference to today's defaults with 95 % intervals over test lists. Options are chosen on the sets of the first half and measured once on
// those of the second. Needs a build (`npm run build`), and the data in $RANKWRIGHT_DATA or ../shared/data. Sets that are not there are left out.
import { finish, rankingLists, seededRandom, selectLists, training } from '@rankwright/core'
import { foldsOf, joined } from '@rankwright/core/data'
import { bootstrapInterval } from '@rankwright/core/evaluation'
import { runtimeFor } from '@rankwright/node'
import { defaultSets } from './defaults/defaultSets.mjs'
import { ndcgOf } from './defaults/measureGrid.mjs'

/** Training lists, at most, where columns are drawn. */
const MOST_LISTS = 300
const before = { leaves: 4, learningRate: 0.05, featureShare: 0.5, listShare: 0.7 }

const experiments = {
  lists: {
    draws: 3,
    sets: defaultSets,
    forms: { '5 lists': 5, '10 lists': 10, '20 lists': 20, '40 lists': 40, '80 lists': 80 },
    form: ({ lists, train }, most, random) => selectLists(lists, random.shuffle(Array.from(train)).slice(0, most)),
    least: (most, train) => train.length > most,
    choices: {
      'all lists': { listShare: 1 },
      'all features': { featureShare: 1 },
      'all of both': { listShare: 1, featureShare: 1 },
      '.85 of the lists': { listShare: 0.85 },
    },
  },
  columns: {
    draws: 3,
    sets: defaultSets,
    forms: { '2 columns': 2, '3 columns': 3, '4 columns': 4, '6 columns': 6, '10 columns': 10 },
    form: ({ lists, train }, most, random) =>
      someColumns(selectLists(lists, random.shuffle(Array.from(train)).slice(0, MOST_LISTS)), columnsOf(lists, most, random)),
    tested: ({ lists, test }, most, random) => someColumns(selectLists(lists, test), columnsOf(lists, most, random)),
    least: (most, _, lists) => lists.width > most,
    choices: {
      'all features': { featureShare: 1 },
      '.75 of them': { featureShare: 0.75 },
      'all features, 8 leaves': { featureShare: 1, leaves: 8 },
      '8 leaves': { leaves: 8 },
    },
  },
  categories: {
    draws: 2,
    sets: categorySets(),
    forms: { 'all lists': Infinity },
    form: ({ lists, train }, most, random) => selectLists(lists, random.shuffle(Array.from(train)).slice(0, most)),
    least: () => true,
    choices: {
      'all features': { featureShare: 1 },
      '8 leaves, all features': { leaves: 8, featureShare: 1 },
      '16 leaves, all features': { leaves: 16, featureShare: 1 },
      '31 leaves, all features': { leaves: 31, featureShare: 1 },
    },
  },
}

const [asked, half = 'choose', ...names] = process.argv.slice(2)
if (!(asked in experiments)) throw new Error(`say which: ${Object.keys(experiments).join(', ')}`)
const { draws, sets, forms, form, tested, least, choices } = experiments[asked]
const { runtime, close } = runtimeFor(1)
console.log('set\tform\toptions\tNDCG@10\tdifference\t95 % interval')
for (const set of sets) {
  if (set.half !== half || (names.length > 0 && !names.includes(set.name))) continue
  const loaded = await set.load()
  if (loaded === undefined) continue
  for (const [title, most] of Object.entries(forms)) measure(set, loaded, title, most)
}
close()

function measure({ name, categories }, { lists, folds }, title, most) {
  if (!least(most, folds[0].train, lists)) return
  const found = new Map()
  for (let draw = 0; draw < draws; draw++) {
    const fold = { lists, ...folds[draw % folds.length] }
    const train = form(fold, most, seededRandom(100 + draw))
    const test = tested === undefined ? selectLists(lists, fold.test) : tested(fold, most, seededRandom(100 + draw))
    for (const [choice, options] of Object.entries({ before: {}, ...choices })) {
      const given = { method: 'lambdamart', ...before, ...options, seed: draw + 1, ...(categories && { categories }) }
      const values = ndcgOf(finish(training(train, given, runtime)).model, test, runtime)
      const perList = found.get(choice) ?? new Map()
      found.set(choice, perList)
      for (const [place, value] of values.entries())
        if (value !== null) perList.set(fold.test[place], [...(perList.get(fold.test[place]) ?? []), value])
    }
  }
  const first = found.get('before')
  for (const [choice, perList] of found) {
    const differences = Float64Array.from([...perList].map(([list, values]) => mean(values) - mean(first.get(list))))
    const [low, high] = bootstrapInterval(differences)
    const figures = [mean([...perList.values()].map(mean)), mean(Array.from(differences)), low, high].map((value) => value.toFixed(4))
    console.log([name, title, choice, ...figures].join('\t'))
  }
}

/** The same columns for training and test lists of a draw. */
function columnsOf({ width }, most, random) {
  return random
    .fork('columns')
    .shuffle(Array.from({ length: width }, (_, column) => column))
    .slice(0, most)
}

function someColumns({ features, width, labels, offsets, listIds }, columns) {
  const listOf = listIds.flatMap((id, list) => Array(offsets[list + 1] - offsets[list]).fill(id))
  const values = features.kind === 'dense' ? features.values : undefined
  if (values === undefined) throw new Error('dense features are needed here')
  return rankingLists({
    features: Array.from(labels, (_, row) => columns.map((column) => values[row * width + column])),
    labels,
    lists: listOf,
  })
}

/** Generated sets with a feature of categories: how many there are, whether they turn what another feature means, and the noise. */
function categorySets() {
  const shapes = [
    { count: 200, turns: 1, noise: 0.8, others: 2, rows: 20_000 },
    { count: 30, turns: 1, noise: 0.8, others: 2, rows: 8000 },
    { count: 200, turns: 0, noise: 0.8, others: 2, rows: 20_000 },
    { count: 60, turns: 0, noise: 2, others: 8, rows: 6000 },
    { count: 12, turns: 1, noise: 2, others: 8, rows: 6000 },
    { count: 600, turns: 1, noise: 1.5, others: 4, rows: 20_000 },
    { count: 60, turns: 1, noise: 3, others: 20, rows: 10_000 },
    { count: 600, turns: 0, noise: 3, others: 4, rows: 6000 },
  ]
  return shapes.map((shape, place) => ({
    name: `${shape.count} categories${shape.turns ? ' that turn' : ''}, noise ${shape.noise}, ${shape.others} others, ${shape.rows} rows`,
    half: place % 2 === 0 ? 'choose' : 'check',
    categories: ['1'],
    load: () => withCategories(shape, 40 + place),
  }))
}

function withCategories({ count, turns, noise, others, rows }, seed) {
  const random = seededRandom(seed)
  const effects = Array.from({ length: count }, () => random.normal())
  const made = Array.from({ length: rows }, () => [
    Math.floor(count * random.uniform() ** 2),
    ...Array.from({ length: others }, () => random.normal()),
  ])
  const gradeOf = ([category, own]) =>
    Math.round(1 + effects[category] + 0.7 * own * (turns && category % 2 === 1 ? -1 : 1) + noise * random.normal())
  const lists = rankingLists({
    features: made,
    labels: made.map((row) => Math.max(0, Math.min(4, gradeOf(row)))),
    lists: made.map((_, row) => Math.floor(row / 20)),
  })
  const thirds = foldsOf(lists, 3, { seed: 1 })
  return { lists, folds: thirds.map((test) => ({ train: joined(thirds.filter((third) => third !== test)), test })) }
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
