import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { rankwright, scratchFolder } from './rankwright.ts'

const folder = scratchFolder('abstention')
const run = (words: string) => rankwright(words.split(' '), { folder })

async function json(words: string) {
  const { status, stdout } = await run(`${words} --json`)
  expect(status).toBe(0)
  return JSON.parse(stdout)
}

describe('rankings that may abstain', () => {
  beforeAll(async () => {
    const random = seededRandom(1)
    const rows = Array.from({ length: 400 }, (_, row) => {
      const [x, y] = [random.uniform(), random.uniform()]
      return `${x + 0.3 * random.normal() > 0.5 ? 1 : 0} qid:${Math.floor(row / 20)} 1:${x} 2:${y}`
    })
    writeFileSync(join(folder, 'data.txt'), `${rows.join('\n')}\n`)
    writeFileSync(join(folder, 'level.txt'), '1 qid:1 1:0.5 2:0.1\n1 qid:1 1:0.2 2:0.3\n')
    writeFileSync(join(folder, 'graded.txt'), '1 qid:1 1:0.5 2:0.1\n0 qid:1 1:0.25 2:3\n2 qid:1 1:0.1 2:0.4\n')
    expect((await run('train data.txt --method least-squares --out model.json')).status).toBe(0)
  })

  test('rank tells undecided pairs by their rows in the file', async () => {
    const { lists } = await json('rank model.json data.txt --abstain-radius 0.05 --norm inf --ties keep')
    expect(lists).toHaveLength(20)
    const pairs = lists.flatMap(({ undecided }: { undecided: [number, number][] }) => undecided)
    expect(pairs.length).toBeGreaterThan(0)
    for (const [first, second] of pairs) expect(Math.floor(first / 20)).toBe(Math.floor(second / 20))
    const { stdout } = await run('rank model.json data.txt --abstain-radius 0.05 --norm inf')
    expect(stdout).toMatch(/list 0 .*undecided pair/)
  })

  test('text, categories and currencies are read as everywhere, and distances are between the features made of them', async () => {
    const random = seededRandom(3)
    const rows = Array.from({ length: 120 }, (_, row) => {
      const [price, good] = [1 + random.integer(9), random.uniform() < 0.5]
      return `q${Math.floor(row / 6)},${Number(good)},${good ? 'Acme' : 'Ibis'},$${price},${good ? 'fine' : 'poor'} thing number ${row}`
    })
    writeFileSync(join(folder, 'raw.csv'), `query,label,brand,price,notes\n${rows.join('\n')}\n`)
    expect((await run('train raw.csv --method abstaining --surrogate hinge --out raw.json')).status).toBe(0)
    const { table } = await json('abstain raw.json raw.csv --radii 0,0.1 --costs 0.1 --pairs 200 --runs 1')
    expect(table[0].misranked).toBeLessThan(0.01)
    writeFileSync(
      join(folder, 'twins.csv'),
      'notes,price,query,brand\nfine thing,$3,new,Acme\nfine thing,$3,new,Acme\npoor thing,$3,new,Unknown\n',
    )
    const { lists } = await json('rank raw.json twins.csv --abstain-radius 0.01')
    expect(lists[0].undecided).toEqual([[0, 1]])
    expect(lists[0].items[2].row).toBe(2)
  })

  test('abstain tabulates costs and radii, chooses a radius and draws the same pairs again', async () => {
    const words = 'abstain model.json data.txt --radii 0,0.1,0.3 --costs 0.1,0.5 --norm inf --pairs 500 --runs 3 --choose --cost 0.1'
    const report = await json(words)
    expect(report).toMatchObject({ norm: 'inf', pairs: 500, chosen: { cost: 0.1 } })
    expect(report.table).toHaveLength(6)
    expect(Object.keys(report.table[0])).toEqual(['rule', 'threshold', 'radius', 'cost', 'loss', 'lossStd', 'abstained', 'misranked'])
    expect(report.curve[0]).toMatchObject({ rule: 'distance', coverage: 1 })
    expect(await json(words)).toEqual(report)
    expect((await run(words)).stdout).toContain('±')
  })

  test('a rule is chosen, stored and obeyed by rank', async () => {
    const random = seededRandom(2)
    const rows = Array.from({ length: 400 }, (_, row) => {
      const x = random.uniform()
      return `${x + 0.3 * random.normal() > 0.5 ? 1 : 0} qid:${Math.floor(row / 20)} 1:${x} 2:${random.uniform()}`
    })
    writeFileSync(join(folder, 'other.txt'), `${rows.join('\n')}\n`)
    expect((await run('train data.txt --method least-squares --valid data.txt --out calibrated.json')).status).toBe(0)
    const words = 'abstain calibrated.json other.txt --costs 0.1 --pairs 500 --rule'
    const known = await run('abstain calibrated.json data.txt --rule margin --guarantee 0.3')
    expect([known.status, known.stderr]).toEqual([1, expect.stringContaining('The held-out data is the training data of this model.')])
    const byP = await json(`${words} probability --choose --cost 0.2 --out careful2.json`)
    expect(byP).toMatchObject({ rule: 'probability', model: 'careful2.json', chosen: { rule: 'probability', cost: 0.2 } })
    expect(Object.keys(byP.table[0])).toEqual(['rule', 'threshold', 'cost', 'loss', 'lossStd', 'abstained', 'misranked'])
    expect(await json('show careful2.json')).toMatchObject({ abstention: { rule: 'probability', origin: { by: 'cost', cost: 0.2 } } })
    const stored = await json('rank careful2.json data.txt')
    expect(stored).toEqual(await json(`rank calibrated.json data.txt --abstain-probability ${byP.chosen.threshold}`))
    expect(await json('rank careful2.json data.txt --decide-all')).toEqual(await json('rank calibrated.json data.txt'))
    const byList = await json(`${words.replace('--pairs 500 ', '')} list --guarantee 0.6 --out lists.json`)
    expect(byList).toMatchObject({ rule: 'list', chosen: { rule: 'list', origin: { by: 'guarantee', alpha: 0.6 } }, model: 'lists.json' })
    expect(Object.keys(byList.chosen.origin)).toEqual(['by', 'risk', 'alpha', 'delta', 'conditions', 'lists', 'data'])
    const again = await run('abstain lists.json other.txt --rule margin --guarantee 0.6 --thresholds 0.1')
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('the data that the rule of this model was chosen on')])
    for (const condition of byList.chosen.origin.conditions) expect((await run('show lists.json')).stdout).toContain(condition)
    const flagged = await run(
      'abstain calibrated.json data.txt --costs 0.1 --pairs 500 --rule margin --choose --cost 0.2 --out trained.json',
    )
    expect(flagged.stdout).toContain('The model was trained on 20 of 20 lists: there it looks better than it is.')
    expect((await run('show trained.json')).stdout).toContain('of which the model was trained on 20')
    const silent = await run('abstain calibrated.json other.txt --costs 0.1 --pairs 500 --rule margin --guarantee 0.5 --thresholds 1000')
    expect(silent.stdout).toMatch(/No margin that answers anything guarantees.*answers nothing/s)
    const { lists } = await json('rank lists.json data.txt')
    for (const { answered, confidence } of lists) expect(answered).toBe(confidence >= byList.chosen.threshold)
    const none = await run(`${words.replace('--pairs 500 ', '')} list --guarantee 0.001 --out none.json`)
    expect([none.status, none.stderr]).toEqual([0, expect.stringContaining('no threshold passed, so no rule is stored')])
    const own = await json('abstain model.json data.txt --rule probability --pairs 500 --out own.json')
    expect(own).toMatchObject({ calibratedOn: 'lists left out in turn', calibration: { lists: 20 }, model: 'own.json' })
    expect((await json('rank own.json data.txt')).lists[0].items[0].probability).toBeGreaterThanOrEqual(0.5)
    expect((await run(`${words} margin --out no.json`)).stderr).toContain('--out needs a rule to store')
  })

  test('abstaining models are trained, shown, ranked and certified from the command line', async () => {
    const words = 'train data.txt --method abstaining --setting bipartite --norm inf --out'
    expect(await json(`${words} careful.json --radius 20`)).toMatchObject({ method: 'abstaining', model: 'careful.json' })
    expect(await json(`${words} network.json --hypothesis network --hidden 8 --iterations 20 --batch 32`)).toMatchObject({ iterations: 20 })
    expect(await json('show network.json')).toMatchObject({ kind: 'network', hidden: 8, options: { norm: 'inf', biasRadius: 1 } })
    expect((await json('abstain network.json data.txt --pairs 100')).norm).toBe('inf')
    for (const model of ['careful.json', 'network.json']) {
      const { certificates } = await json(`certify ${model} --train data.txt --abstain-radius 0.1`)
      expect(certificates[0]).toMatchObject({ theorem: 'a-bipartite-exponential', side: 'below' })
    }
    const { how, lists } = await json('rank network.json data.txt --top 1 --explain')
    expect([how, lists[0].items[0].contributions.length > 0]).toEqual(['integrated-gradients', true])
  })

  test('explicit pairs stand for labels', async () => {
    writeFileSync(join(folder, 'pairs.csv'), 'list,preferred,other\n0,1,2\n3,61,62\n')
    const { train } = await json('train data.txt --method abstaining --preferences pairs.csv --metrics pairwise-accuracy --out pairs.json')
    expect(train).toMatchObject({ lists: 2, metrics: { 'pairwise-accuracy': 1 } })
    const words = 'abstain model.json data.txt --preferences pairs.csv --choose --cost 0.1 --pairs 50'
    expect((await json(words)).chosen).toMatchObject({ exact: true, pairs: 2, of: 2 })
    expect((await run(words)).stdout).toContain(', over all 2 pairs')
    const { status, stderr } = await run('train data.txt --method abstaining --preferences level.txt --out pairs.json')
    expect([status, stderr]).toEqual([1, expect.stringContaining('level.txt:1:1: the columns list, preferred, other are missing')])
  })

  test.each([
    ['abstain model.json data.txt --costs 0.1,1', 2, '--costs is 1; give one or more numbers, each of at least 0 and below 1.'],
    ['abstain model.json data.txt --costs=-0.1', 2, '--costs is -0.1; give one or more numbers, each of at least 0 and below 1.'],
    ['abstain model.json data.txt --choose --cost 1', 2, '--cost is 1; give a number of at least 0 and below 1.'],
    [
      'abstain model.json data.txt --choose',
      2,
      '--cost is missing; give a number of at least 0 and below 1. Cost of an undecided pair, or of a list that is left as it came.',
    ],
    ['abstain model.json data.txt --radii=-0.1', 2, '--radii is -0.1; give one or more numbers, each of at least 0.'],
    ['abstain model.json data.txt --radii 0.1,x', 2, '--radii is "x"; give a number.'],
    ['abstain model.json data.txt --norm 3', 2, '--norm is "3"; give one of 1, 2, inf.'],
    ['abstain model.json data.txt --guarantee 1', 2, '--guarantee is 1; give a number above 0 and below 1.'],
    [
      'abstain model.json level.txt',
      1,
      'No list has two items with different labels, so there are no pairs. Give lists with different grades.',
    ],
    ['rank model.json data.txt --abstain-radius=-1', 2, '--abstain-radius is -1; give a number of at least 0.'],
    ['rank model.json data.txt --abstain-radius 0.1 --norm 3', 2, '--norm is "3"; give one of 1, 2, inf.'],
    [
      'rank model.json data.txt --ties keep',
      2,
      '--ties would change nothing: it only works with --abstain-radius, --abstain-margin, --abstain-probability, or a model with a rule for pairs. Leave it out, or change that.',
    ],
    [
      'train level.txt --method abstaining --setting bipartite --out no.json',
      1,
      'All labels are the same, so there are not two classes. Give data with two different labels.',
    ],
    [
      'train graded.txt --method abstaining --setting bipartite --out no.json',
      1,
      'The labels take 3 values, the bipartite setting needs two. Use the pairwise setting, or merge grades.',
    ],
    [
      'train graded.txt --method abstaining --norm 1 --scale none --out no.json',
      1,
      'Row 2 of the data lies outside the unit ball of the norm 1: its length is 3.25. Leave --scale out or give min-max, which brings all rows inside, or scale the data.',
    ],
    ['train graded.txt --method abstaining --radius=-1 --out no.json', 2, '--radius is -1; give a number above 0.'],
    [
      'train graded.txt --method abstaining --hypothesis network --augment-images 3x32x32 --out no.json',
      2,
      '--augment-images is 3x32x32; give channels x rows x columns of the images, such as 3x32x32: 2 numbers, as many as the features.',
    ],
    [
      'certify model.json --train data.txt --abstain-radius 0.1',
      2,
      '--abstain-radius would change nothing: it only works with a model of the method abstaining. Leave it out, or change that.',
    ],
    ['bound a-pairwise-hinge --set t=0.1,W=1,gamma=0', 2, 'gamma is 0; give a number above 0.'],
  ])('%s is refused', async (words, code, message) => {
    const { status, stderr } = await run(words)
    expect(stderr.replace(/^note: .*\n|\nSee rankwright .*/g, '').trim()).toBe(message)
    expect(status).toBe(code)
  })
})
