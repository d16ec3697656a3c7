// How the default penalties and radii of the linear rankers were chosen and checked: the tables of docs/decisions/default-options.md.
//
//   node research/linearDefaults.mjs grid [SET…]     trains over grids of penalties and radii and keeps the results in .cache/linearDefaults (an hour)
//   node research/linearDefaults.mjs rules           from these: what each rule loses against the best value of the grid, on sets that had no part in its constant
//   node research/linearDefaults.mjs folds [SET…]    measures penalties by folds of the training lists and on test lists, and keeps that, too (half an hour)
//   node research/linearDefaults.mjs choice          from these: what choosing on left-out lists loses, on the half that chose and on the half that checks
//   node research/linearDefaults.mjs compare [SET…]  the defaults against fixed values, with p-values over the test lists
//   node research/linearDefaults.mjs pairs [SET…]    sums over pairs against means over pairs: trains with both and keeps that, too (twenty minutes)
//   node research/linearDefaults.mjs means           from these: NDCG@10 of both on each half, of other penalties, and of what left-out lists choose
//   node research/linearDefaults.mjs radii            the default radius of ogd against fixed ones, on sets that had no part in its choice
//   node research/linearDefaults.mjs made            the same on generated data: 40 and 10,000 lists of 4 and 100 items
//
// Needs a build (`npm run build`), and the data in $RANKWRIGHT_DATA or ../shared/data. Sets that are not there are left out.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { runtimeFor } from '@rankwright/node'
import { compareDefaults, compareMade, comparisonTables } from './defaults/compareDefaults.mjs'
import { compareRadii, radiiHead } from './defaults/compareRadii.mjs'
import { defaultSets } from './defaults/defaultSets.mjs'
import { families } from './defaults/families.mjs'
import { foldsTable } from './defaults/foldsTable.mjs'
import { measureFolds } from './defaults/measureFolds.mjs'
import { measureGrid } from './defaults/measureGrid.mjs'
import { measurePairs } from './defaults/measurePairs.mjs'
import { pairsTable } from './defaults/pairsTable.mjs'
import { rulesTable } from './defaults/rulesTable.mjs'
import { unseenSets } from './defaults/unseenSets.mjs'

const [what, ...names] = process.argv.slice(2)
const folder = new URL('../.cache/linearDefaults/', import.meta.url)
const foldFileOf = (set) => new URL(`${set.name}.folds.json`, folder)
const pairsFileOf = (set) => new URL(`${set.name}.pairs.json`, folder)
const fileOf = (set) => new URL(`${set.name}.json`, folder)
const asked = defaultSets.filter(({ name }) => names.length === 0 || names.includes(name))
const say = (line) => console.error(line)

switch (what) {
  case 'grid':
    mkdirSync(folder, { recursive: true })
    await onEach((set, loaded, runtime) => writeFileSync(fileOf(set), JSON.stringify(measureGrid(loaded, families, runtime, say))))
    break
  case 'rules':
    console.log(
      rulesTable(
        asked
          .filter((set) => existsSync(fileOf(set)))
          .map((set) => ({ set: set.name, found: JSON.parse(readFileSync(fileOf(set), 'utf8')) })),
      ),
    )
    break
  case 'folds':
    mkdirSync(folder, { recursive: true })
    await onEach((set, loaded, runtime) => writeFileSync(foldFileOf(set), JSON.stringify(measureFolds(set, loaded, runtime, say))))
    break
  case 'choice':
    for (const half of ['choose', 'check']) {
      const kept = asked.filter((set) => set.half === half && existsSync(foldFileOf(set)))
      console.log(
        foldsTable(
          half,
          kept.flatMap((set) => JSON.parse(readFileSync(foldFileOf(set), 'utf8'))),
        ),
      )
    }
    break
  case 'compare': {
    const found = []
    await onEach((set, loaded, runtime) => found.push(...compareDefaults(set.name, loaded, runtime, say)))
    console.log(comparisonTables(found))
    break
  }
  case 'pairs':
    mkdirSync(folder, { recursive: true })
    await onEach((set, loaded, runtime) => writeFileSync(pairsFileOf(set), JSON.stringify(measurePairs(loaded, runtime, say))))
    break
  case 'means':
    console.log(
      pairsTable(
        asked
          .filter((set) => existsSync(pairsFileOf(set)))
          .map((set) => ({ half: set.half, found: JSON.parse(readFileSync(pairsFileOf(set), 'utf8')) })),
      ),
    )
    break
  case 'radii':
    console.log(radiiHead)
    await onEach((set, loaded, runtime) => console.log(compareRadii(set.name, loaded, runtime).join('\n')), unseenSets)
    break
  case 'made': {
    const { runtime, close } = runtimeFor(1)
    console.log(compareMade(runtime, say))
    close()
    break
  }
  default:
    console.error('grid, rules, folds, choice, compare, pairs, means, radii or made')
    process.exitCode = 2
}

async function onEach(work, sets = asked) {
  const { runtime, close } = runtimeFor(1)
  for (const set of sets) {
    const loaded = await set.load()
    if (loaded === undefined) say(`${set.name}: the data is not here`)
    else work(set, loaded, runtime)
  }
  close()
}
