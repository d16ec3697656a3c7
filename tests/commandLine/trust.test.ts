/** What is said about losses, bounds and abstention, counted again here from the files alone: by the definitions, without the library. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'

const { folder, run, json } = commandsIn('trust')

describe('losses of smooth steps are Kullback-Leibler divergences', () => {
  /** Labels are a weighted sum of the features, so that the least divergence is 0 and the least cross entropy is not. */
  const random = seededRandom(5)
  const rows = Array.from({ length: 300 * 6 }, (_, row) => {
    const x = [0, 1, 2].map(() => random.integer(1000) / 1000 - 0.5)
    return { list: Math.floor(row / 6), label: x[0] + 0.5 * x[1] - 0.5 * x[2], x }
  })
  const divergence = (weights: readonly number[]) => {
    const shares = (scores: readonly number[]) => {
      const total = scores.reduce((sum, score) => sum + Math.exp(score), 0)
      return scores.map((score) => Math.exp(score) / total)
    }
    const ofList = (list: number) => {
      const own = rows.slice(6 * list, 6 * list + 6)
      const [p, q] = [shares(own.map(({ label }) => label)), shares(own.map(({ x }) => dot(x, weights)))]
      return p.reduce((sum, each, item) => sum + each * Math.log(each / q[item]), 0)
    }
    return Array.from({ length: 300 }, (_, list) => ofList(list)).reduce((sum, each) => sum + each, 0) / 300
  }
  const options = '--method ogd --loss listnet --scale none --missing zero --feature-ball l2 --radius 2 --step smooth'

  test('a guessed least loss hardly costs anything against the true one, which is 0', async () => {
    writeLetor('clean.txt', rows)
    const trained = async (more: string, file: string) => {
      expect((await run(`train clean.txt ${options}${more} --out ${file}`)).status).toBe(0)
      const weights: readonly number[] = JSON.parse(readFileSync(join(folder, file), 'utf8')).weights
      return divergence(weights)
    }
    const [known, guessed] = [await trained(' --least-loss 0', 'known.json'), await trained('', 'guessed.json')]
    expect(known).toBeLessThan(0.3 * divergence([0, 0, 0]))
    expect(guessed).toBeLessThan(2 * known)
  })
})

describe('bounds that depend on the least loss say what they take it for', () => {
  const given = { H: 2, W: 3, R: 0.5 }
  const smooth = (n: number, best: number) => best + 2 * Math.sqrt((2 * 2 * 9 * 0.25 * best) / n) + (8 * 2 * 9 * 0.25) / n
  const sharp = (n: number, best: number) => {
    const a = (2 * 9 * 0.25) / (2 * n)
    return best + 2 * a + 2 * Math.sqrt(a * a + a * best)
  }
  const set = Object.entries(given)
    .map(([name, value]) => `${name}=${value}`)
    .join()

  test.each([
    ['q-eq8', smooth],
    ['q-ogd-smooth', sharp],
  ] as const)('%s', async (name, formula) => {
    expect((await json(`bound ${name} --set ${set},n=500,best=0.3`)).value).toBeCloseTo(formula(500, 0.3), 12)
    const silent = await run(`bound ${name} --set ${set},n=500`)
    expect(silent.stdout).toContain('best was not given and counts as 0')
    const { lists } = await json(`plan --theorem ${name} --epsilon 0.05 --set ${set},best=0.3`)
    expect(formula(lists, 0.3) - 0.3).toBeLessThanOrEqual(0.05)
    expect(formula(lists - 1, 0.3) - 0.3).toBeGreaterThan(0.05)
    expect(lists).toBeGreaterThan(2 * (await json(`plan --theorem ${name} --epsilon 0.05 --set ${set}`)).lists)
    expect((await run(`plan --theorem ${name} --epsilon 0.05 --set ${set}`)).stdout).toContain('best was not given and counts as 0')
  })

  test('q-t17 and q-t17-excess', async () => {
    const inputs = 'H=1,W=1,R=1,B=2,m=10,n=1000000000'
    const { value } = await json(`bound q-t17 --set ${inputs},empirical=0.2 --delta 0.05`)
    expect(value / theorem17(1e9, 0.2)).toBeCloseTo(1, 3)
    expect((await run(`bound q-t17 --set ${inputs}`)).stdout).toContain('empirical was not given and counts as 0')
    expect((await run(`bound q-t17-excess --set ${inputs}`)).stdout).toContain('best was not given and counts as 0')
    expect((await run('plan --theorem q-t17-excess --epsilon 0.5 --set H=1,W=1,R=1,B=2,m=10')).stdout).toContain('best was not given')
  })

  /** H = W = R = 1, B = 2, m = 10, delta = 0.05; the integral by the midpoint rule, and the best of many lower ends. */
  function theorem17(n: number, empirical: number): number {
    const [end, steps] = [Math.sqrt(2), 400_000]
    const height = (u: number) => Math.sqrt((Math.ceil(12 / (u * u)) * Math.log2(20 * n + 1)) / n)
    let [area, least] = [0, 4 * end]
    for (let step = steps - 1; step > 0; step--) {
      area += (height(((step + 0.5) * end) / steps) * end) / steps
      least = Math.min(least, (4 * step * end) / steps + 10 * area)
    }
    const [r, r0] = [least * least, (2 * (Math.log(20) + Math.log(Math.log(n)))) / n]
    const slope = Math.sqrt(8 * r) + Math.sqrt(4 * r0)
    return ((slope + Math.sqrt(slope * slope + 4 * (empirical + 45 * r + 20 * r0))) / 2) ** 2
  }
})

test('the hinge with norm 1 ends at the minimum of a linear program by SciPy', async () => {
  const golden = JSON.parse(readFileSync(new URL('../../golden/abstainingHinge.json', import.meta.url), 'utf8'))
  const rows = golden.features['1'].map((x: number[], row: number) => ({
    list: Math.floor(row / golden.perList),
    label: golden.labels[row],
    x,
  }))
  writeLetor('hinge.txt', rows)
  const fits: { norm: string; radius: number; objective: number }[] = golden.fits.filter(({ norm }: { norm: string }) => norm === '1')
  expect(fits.length).toBeGreaterThan(0)
  for (const { radius, objective } of fits) {
    const words = `train hinge.txt --method abstaining --surrogate hinge --scale none --norm 1 --radius ${radius} --out hinge.json`
    expect((await json(words)).objective / objective).toBeCloseTo(1, 5)
  }
})

describe('abstention, counted from the rows of a file', () => {
  const random = seededRandom(7)
  const rows = Array.from({ length: 60 }, (_, list) =>
    Array.from({ length: 3 + (list % 5) }, () => {
      const x = [0, 1, 2].map(() => random.integer(1000) / 1000 - 0.5)
      return { list, label: x[0] + 0.5 * x[1] + 0.4 * (random.uniform() - 0.5) > 0 ? 1 : 0, x }
    }),
  ).flat()
  const [train, test_] = [rows.filter(({ list }) => list < 20), rows.filter(({ list }) => list >= 20)]
  const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((value, column) => value - b[column]))
  /** All pairs of a list: whether their labels differ, how far apart they are, and what is wrong with their order. */
  const pairsOf = (of: typeof rows, scores: readonly number[]) =>
    of.flatMap((a, i) =>
      of.slice(0, i).flatMap((b, j) => {
        if (a.list !== b.list) return []
        const wrong = a.label === b.label ? 0 : scores[i] === scores[j] ? 0.5 : scores[i] > scores[j] === a.label > b.label ? 0 : 1
        return [{ list: a.list, differ: a.label !== b.label, apart: distance(a.x, b.x), wrong }]
      }),
    )
  const share = (part: number, of: number) => (of === 0 ? 0 : part / of)
  const byList = (all: ReturnType<typeof pairsOf>) =>
    [...new Set(all.map(({ list }) => list))].map((list) => all.filter((pair) => pair.list === list))
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  let pairs: ReturnType<typeof pairsOf>

  beforeAll(async () => {
    writeLetor('train.txt', train)
    writeLetor('test.txt', test_)
    expect(
      (await run('train train.txt --method abstaining --setting bipartite --surrogate hinge --norm 2 --radius 1 --out model.json')).status,
    ).toBe(0)
    const { stdout } = await run('score model.json test.txt')
    pairs = pairsOf(test_, stdout.trimEnd().split('\n').map(Number))
  })

  test('loss (5) runs over all pairs of items, the conditional loss over those of different classes; shares of pairs and means over lists have two names', async () => {
    const { table, bipartite, guaranteed } = await json('abstain model.json test.txt --radii 0,0.3,0.5 --costs 0.1 --guarantee 0.4')
    const differing = pairs.filter(({ differ }) => differ)
    for (const [place, radius] of [0, 0.3, 0.5].entries()) {
      const [far, near] = [pairs.filter(({ apart }) => apart > radius), pairs.filter(({ apart }) => apart <= radius)]
      const wrong = sum(far.map((pair) => pair.wrong))
      // Drawn pairs: 30,000 of them are within 0.01 of all.
      expect(Math.abs(bipartite[place].misranked - wrong / pairs.length)).toBeLessThan(0.01)
      expect(Math.abs(bipartite[place].abstained - near.length / pairs.length)).toBeLessThan(0.01)
      expect(Math.abs(table[place].misranked - wrong / differing.length)).toBeLessThan(0.01)
      expect(Math.abs(table[place].abstained - near.filter(({ differ }) => differ).length / differing.length)).toBeLessThan(0.01)
      const lists = byList(differing)
      const answered = (own: typeof pairs) => own.filter(({ apart }) => apart > radius)
      const tested = guaranteed.tested.find(({ threshold }: { threshold: number }) => threshold === radius)
      expect(tested.listRisk).toBeCloseTo(
        sum(lists.map((own) => share(sum(answered(own).map((pair) => pair.wrong)), answered(own).length))) / lists.length,
        9,
      )
      expect(tested.listCoverage).toBeCloseTo(sum(lists.map((own) => answered(own).length / own.length)) / lists.length, 9)
      expect(Math.abs(tested.listRisk - wrong / differing.length)).toBeGreaterThan(0.001) // the two are not the same
    }
  })

  test('a certificate is compared with all-equal scores, which get half of the answered pairs wrong', async () => {
    const { certificates } = await json('certify model.json --train train.txt --abstain-radius 0.3')
    const [{ theorem, trivial, bound, verdict }] = certificates
    expect(theorem).toBe('a-bipartite-hinge')
    const lists = byList(
      pairsOf(
        train,
        train.map(() => 0),
      ),
    )
    const halves = lists.map((own) => sum(own.map(({ apart, wrong }) => (apart > 0.3 ? wrong : 0))) / own.length)
    expect(trivial).toBeCloseTo(sum(halves) / lists.length, 9)
    expect(verdict).toBe(bound < trivial ? 'informative' : 'vacuous')
  })

  test('nothing is guaranteed of a model whose scores are all equal: tied pairs are half wrong', async () => {
    writeLetor(
      'flat.txt',
      train.map((row) => ({ ...row, x: [0.1, 0.1, 0.1] })),
    )
    expect((await run('train flat.txt --method least-squares --scale none --out flat.json')).status).toBe(0)
    const { guaranteed } = await json('abstain flat.json test.txt --radii 0 --norm 2 --costs 0.1 --guarantee 0.45')
    expect(guaranteed.tested).toMatchObject([{ listRisk: 0.5, silentLists: 0, outcome: 'failed' }])
    expect(guaranteed.threshold).toBe(undefined)
  })
})

function writeLetor(file: string, rows: readonly { readonly list: number; readonly label: number; readonly x: readonly number[] }[]): void {
  const lines = rows.map(
    ({ list, label, x }) => `${label} qid:${file}${list} ${x.map((value, column) => `${column + 1}:${value}`).join(' ')}`,
  )
  writeFileSync(join(folder, file), `${lines.join('\n')}\n`)
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, place) => sum + value * b[place], 0)
}
