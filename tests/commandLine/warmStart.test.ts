import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLists, readModel, score } from 'rankwright'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { letorSample } from './sampleData.ts'

const { folder, run, json } = commandsIn('warm')
const trees = async (name: string) => {
  const model = await readModel(join(folder, name))
  if (model.kind !== 'trees') throw new Error('no trees')
  return model
}
const whole = '--method lambdamart --feature-share 1 --list-share 1 --leaves 4'

beforeAll(async () => {
  for (const month of [1, 2, 3]) writeFileSync(join(folder, `month${month}.txt`), letorSample(month, 20, 10))
  await json(`train month1.txt ${whole} --trees 10 --out first.json`)
})

test('growing on from a model gives the trees of one long training', async () => {
  await json(`train month1.txt ${whole} --trees 25 --out long.json`)
  expect((await json(`train month1.txt ${whole} --trees 15 --start first.json --out warm.json`)).iterations).toBe(15)
  const [long, warm] = [await trees('long.json'), await trees('warm.json')]
  expect(warm.leaves).toEqual(long.leaves)
  expect(warm.thresholds).toEqual(long.thresholds)
  expect((await run('show warm.json')).stdout).toContain('25 trees')
})

test('trees are added month by month, and the lists of earlier months are known as seen', async () => {
  await json(`train month2.txt ${whole} --trees 10 --start first.json --out second.json`)
  await json(`train month3.txt ${whole} --trees 10 --start second.json --out third.json`)
  const [first, third] = [await trees('first.json'), await trees('third.json')]
  expect(third.starts).toHaveLength(31)
  expect(third.leaves.slice(0, first.leaves.length)).toEqual(first.leaves)
  const unseen = await readLists(join(folder, 'month2.txt'))
  expect(score(third, unseen)).not.toEqual(score(first, unseen))
  for (const month of [1, 2]) {
    const { stderr } = await run(`certify third.json --held-out month${month}.txt`)
    expect(stderr).toContain('Of the 20 held-out lists, 20 are in the training data of this model')
  }
})

test('a start of another kind, and one for other columns, are refused', async () => {
  await json('train month1.txt --method listnet --out linear.json')
  const linear = await run(`train month2.txt ${whole} --start linear.json --out no.json`)
  expect(linear.status).toBe(1)
  expect(linear.stderr).toContain('lambdamart from trees')
  writeFileSync(join(folder, 'other.csv'), 'qid,label,price\n1,0,2\n1,1,3\n')
  const other = await run(`train other.csv ${whole} --start first.json --out no.json`)
  expect(other.status).toBe(1)
  expect(other.stderr).toContain('The data has 1 features, the model was trained on 4')
})
