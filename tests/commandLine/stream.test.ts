import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '@rankwright/core'
import { diskOperations } from '@rankwright/node'
import { describe, expect, test } from 'vitest'
import { outcomeOf, scratchFolder, start } from './rankwright.ts'
import { servedCommands } from './servedCommands.ts'

const folder = scratchFolder('stream')
const rankwright = servedCommands()

interface Item {
  readonly item: string
  readonly place: string
  readonly power: number
  readonly weight: number
}

/** Races among the same runners; the light and strong ones win, more or less. */
function races(count: number, runners = 8, seed = 5): { id: string; items: Item[] }[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, race) => {
    const field = Array.from({ length: runners }, (_, runner) => {
      const power = Math.fround(runner + random.normal())
      const weight = Math.fround(70 + 5 * random.normal())
      return { item: `r${runner}`, power, weight, strength: power - (weight - 70) / 5 + random.normal() }
    }).sort((a, b) => b.strength - a.strength)
    return {
      id: String(race + 1),
      items: field.map(({ item, power, weight }, place) => ({ item, place: String(place + 1), power, weight })),
    }
  })
}

const asJsonLines = (all: readonly { id: string; items: readonly Item[] }[]) =>
  all
    .map(({ id, items }) => `${JSON.stringify({ race: id, items: items.map((item) => ({ ...item, place: Number(item.place) })) })}\n`)
    .join('')
const asCsv = (all: readonly { id: string; items: readonly Item[] }[]) =>
  `race,place,item,power,weight\n${all.flatMap(({ id, items }) => items.map(({ place, item, power, weight }) => `${id},${place},${item},${power},${weight}\n`)).join('')}`

const columns = ['--list', 'race', '--label', 'place']
const series = races(60)
writeFileSync(join(folder, 'races.csv'), asCsv(series))
writeFileSync(join(folder, 'races.jsonl'), asJsonLines(series))
const stateOf = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

test('the JSON has what the contract names, and the learner beats what it has to beat', async () => {
  const { status, stdout } = await rankwright(['stream', 'races.csv', ...columns, '--against', 'last,mean-rank', '--json'], { folder })
  const document = JSON.parse(stdout)
  expect(status).toBe(0)
  expect(document).toMatchObject({ learner: 'auto', series: 60, scored: 59, drift: [] })
  expect(document.bound).toEqual({ metric: 'pairwise-accuracy', lower: expect.any(Number), delta: 0.05 })
  expect(document.bound.lower).toBeGreaterThan(0.5)
  expect(document.bound.lower).toBeLessThan(document.prequential['pairwise-accuracy'])
  const weights = document.mixture.experts.map(({ weight }: { weight: number }) => weight)
  expect(weights.reduce((sum: number, weight: number) => sum + weight, 0)).toBeCloseTo(1, 9)
  expect(document.mixture.random).toBeLessThanOrEqual(document.mixture.randomAtMost)
  expect(Object.keys(document.prequential)).toEqual(['kendall-tau', 'spearman', 'ndcg@10', 'pairwise-accuracy'])
  expect(document.against.map(({ learner }: { learner: string }) => learner)).toEqual(['last', 'mean-rank'])
  for (const { ahead, prequential, anytime } of document.against) {
    expect(anytime).toMatchObject({ metric: 'pairwise-accuracy', delta: 0.05, interval: { length: 2 } })
    expect(ahead).toBeCloseTo(document.prequential['kendall-tau'] - prequential['kendall-tau'], 10)
    expect(ahead).toBeGreaterThan(0.05)
  }
})

test('every series is printed on its own line, and CSV and JSON lines say the same', async () => {
  const [csv, jsonl] = await Promise.all(
    ['races.csv', 'races.jsonl'].map((file) => rankwright(['stream', file, ...columns, '--learner', 'linear'], { folder })),
  )
  const lines = csv.stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(61)
  expect(JSON.parse(lines[0])).toMatchObject({ series: 1, id: '1', 'kendall-tau': null })
  expect(JSON.parse(lines[60])).toMatchObject({ learner: 'linear', series: 60 })
  expect(jsonl.stdout).toBe(csv.stdout)
})

test('a series on standard input is answered before the next one comes', async () => {
  const child = start(['stream', '-', '--format', 'jsonl', ...columns, '--state', 'live.json'], { folder })
  const ended = watched(child)
  const lines = asJsonLines(series.slice(0, 3)).trimEnd().split('\n')
  for (const [n, line] of lines.entries()) {
    child.stdin?.write(`${line}\n`)
    await ended.lines(n + 1)
    expect(stateOf('live.json').last).toBe(String(n + 1))
  }
  child.stdin?.end()
  expect((await ended.outcome).status).toBe(0)
})

test('a run goes on where the last one stopped, to the bit, fed the whole file again or only the rest', async () => {
  const words = (file: string, state: string) => ['stream', file, ...columns, '--learner', 'conjugate', '--state', state]
  writeFileSync(join(folder, 'first.jsonl'), asJsonLines(series.slice(0, 25)))
  writeFileSync(join(folder, 'rest.jsonl'), asJsonLines(series.slice(25)))
  await rankwright(words('races.jsonl', 'whole.json'), { folder })
  for (const second of ['races.jsonl', 'rest.jsonl']) {
    const state = `parts-${second}`
    await rankwright(words('first.jsonl', state), { folder })
    const { stdout } = await rankwright(words(second, state), { folder })
    expect(JSON.parse(stdout.split('\n')[0])).toMatchObject({ series: 26, id: '26' })
    expect(readFileSync(join(folder, state), 'utf8')).toBe(readFileSync(join(folder, 'whole.json'), 'utf8'))
  }
  const other = await rankwright([...words('races.jsonl', 'whole.json').slice(0, -4), '--learner', 'linear', '--state', 'whole.json'], {
    folder,
  })
  expect(other).toMatchObject({ status: 1 })
  expect(other.stderr).toMatch(/whole\.json: the stream was started with --learner conjugate/)
})

describe('a table with text, categories, dates and currencies', () => {
  const teams = ['Falcon', 'Heron', 'Ibis', 'Kestrel', 'Lark', 'Merlin']
  const random = seededRandom(9)
  const raw = Array.from({ length: 24 }, (_, race) => {
    const field = Array.from({ length: 6 }, (_, runner) => {
      const team = race > 15 && runner === 0 ? 'Newcomer' : teams[random.integer(teams.length)]
      const well = random.uniform() < 0.5
      const budget = 1000 + random.integer(90_000)
      const strength = teams.indexOf(team) + (well ? 3 : 0) + random.normal()
      return {
        strength,
        cells: `r${runner},${team},"$${budget.toLocaleString('en-US')}",feels ${well ? 'strong' : 'weak'} run ${random.integer(99)},${random.integer(28) + 1}.2.2020`,
      }
    }).sort((a, b) => b.strength - a.strength)
    return field.map(({ cells }, place) => `${race + 1},${place + 1},${cells}\n`)
  })
  const table = (count: number) => `race,place,item,team,budget,notes,joined\n${raw.slice(0, count).flat().join('')}`
  writeFileSync(join(folder, 'raw.csv'), table(24))
  writeFileSync(join(folder, 'raw-16.csv'), table(16))
  const words = [...columns, '--learner', 'ridge']

  test('is learned, with encoders that only the first series had a part in, and ranked from its state', async () => {
    const { status, stdout, stderr } = await rankwright(['stream', 'raw.csv', ...words, '--state', 'raw.json'], { folder })
    expect(status).toBe(0)
    expect(stderr).toContain('note: column team: category, 6 different values')
    const lines = stdout.trimEnd().split('\n')
    expect(JSON.parse(lines[9])).toMatchObject({ series: 10, 'kendall-tau': null })
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ series: 24, scored: 14 })
    expect(JSON.parse(lines.at(-1)!).prequential['kendall-tau']).toBeGreaterThan(0.4)
    const { features, encoders } = stateOf('raw.json')
    expect(features).toEqual(
      expect.arrayContaining(['team=Lark', 'team=(other)', 'team=(missing)', 'budget', 'notes:strong', 'joined:age in days']),
    )
    expect(JSON.stringify(encoders)).not.toContain('Newcomer')
    // What came later has no part in what was said before.
    const short = await rankwright(['stream', 'raw-16.csv', ...words], { folder })
    expect(short.stdout.trimEnd().split('\n').slice(0, 16)).toEqual(lines.slice(0, 16))
    writeFileSync(
      join(folder, 'raw-next.csv'),
      'team,race,item,budget,notes,joined\nFalcon,25,a,$9,feels weak,1.1.2020\nMerlin,25,b,$9,feels strong,1.1.2020\n',
    )
    const { stdout: ranked } = await rankwright(['rank', 'raw.json', 'raw-next.csv', '--json'], { folder })
    expect(JSON.parse(ranked).lists[0].items.map(({ item }: { item: string }) => item)).toEqual(['b', 'a'])
  })

  test('has the same state from a file, a pipe, in the order of a column, and in two runs', async () => {
    const state = (name: string) => readFileSync(join(folder, name), 'utf8')
    await rankwright(['stream', '-', '--format', 'csv', ...words, '--state', 'raw-pipe.json'], { folder, input: table(24) })
    expect(state('raw-pipe.json')).toBe(state('raw.json'))
    await rankwright(['stream', 'raw-16.csv', ...words, '--state', 'raw-parts.json'], { folder })
    await rankwright(['stream', 'raw.csv', ...words, '--state', 'raw-parts.json'], { folder })
    expect(state('raw-parts.json')).toBe(state('raw.json'))
    const [head, ...rows] = table(24).trimEnd().split('\n')
    const dated = rows.map((row) => `${2000 + Number.parseInt(row, 10)},${row}`).reverse()
    writeFileSync(join(folder, 'raw-times.csv'), `year,${head}\n${dated.join('\n')}\n`)
    const timed = await rankwright(['stream', 'raw-times.csv', ...words, '--order-by', 'year', '--json'], { folder })
    expect(JSON.parse(timed.stdout)).toMatchObject({ series: 24, scored: 14 })
    expect(JSON.parse(timed.stdout).prequential['kendall-tau']).toBeGreaterThan(0.4)
  })

  test('takes roles and a shorter warm-up, which its state keeps; statistics of labels are refused', async () => {
    const roles = '--category notes --ignore joined --warm-up 2 --text-features both --state raw-roles.json'
    const asked = [...words, ...roles.split(' ')]
    const first = await rankwright(['stream', 'raw.csv', ...asked, '--json'], { folder })
    expect(JSON.parse(first.stdout)).toMatchObject({ scored: 22 })
    expect(stateOf('raw-roles.json').reading).toMatchObject({ category: ['notes'], ignore: ['joined'], warmUp: 2, textFeatures: 'both' })
    const again = await rankwright(['stream', 'raw.csv', ...words, '--category', 'team', '--state', 'raw-roles.json'], { folder })
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('was started with --category notes') })
    const target = await rankwright(['stream', 'raw.csv', ...words, '--category-encoding', 'target'], { folder })
    expect(target).toMatchObject({ status: 2, stderr: expect.stringContaining('--category-encoding') })
  })
})

describe('the same command again', () => {
  const half = join(folder, 'half.csv')
  writeFileSync(half, asCsv(series.slice(0, 30)))
  writeFileSync(join(folder, 'weights.json'), '{"weight": -1, "power": 1}')
  const asked = [...columns, '--learner', 'linear', '--clusters', '6', '--window', '7', '--metrics', 'spearman', '--ignore', 'item']
  const more = [...asked, '--against', 'rls,ogd', '--initial-weights', 'weights.json']
  const run = (file: string, state: string, ...words: string[]) =>
    rankwright(['stream', file, ...words, '--state', state, '--json'], { folder })

  test('goes on with its rivals, metrics, window, weights and columns, whether they are given again or left out', async () => {
    const { history: whole, ...straight } = JSON.parse((await run('races.csv', 'again-0.json', ...more)).stdout)
    expect(straight.against.map(({ learner }: { learner: string }) => learner)).toEqual(['rls', 'ogd'])
    for (const [name, words] of Object.entries({ 'again-1.json': more, 'again-2.json': [] })) {
      await run('half.csv', name, ...more)
      const { status, stdout, stderr } = await run('races.csv', name, ...words)
      expect([status, stderr]).toEqual([0, expect.not.stringContaining('weighs')])
      const { history, ...report } = JSON.parse(stdout)
      expect(report).toEqual({ ...straight, state: name })
      // A run has the history of its own series.
      expect(history.series).toEqual(whole.series.slice(30))
      expect([history.curves.spearman, history.lower]).toEqual([whole.curves.spearman.slice(30), whole.lower.slice(30)])
      expect(readFileSync(join(folder, name), 'utf8')).toBe(readFileSync(join(folder, 'again-0.json'), 'utf8'))
    }
  })

  test.each([
    ['--target utility', '--target rank, so --target utility does not fit'],
    ['--metrics ndcg@10', '--metrics kendall-tau,spearman, so --metrics kendall-tau,ndcg@10 does not fit'],
    ['--window 8', '--window 7, so --window 8 does not fit'],
    ['--drift none', '--drift page-hinkley, so --drift none does not fit'],
    ['--learner rls', '--learner linear, so --learner rls does not fit'],
    ['--learner linear --smoothing-x 0.1', '--smoothing-x 0.8, so --smoothing-x 0.1 does not fit'],
    ['--against last', 'without --against, so --against last does not fit'],
    ['--label power', '--label place, so --label power does not fit'],
    ['--features weight', 'without --features, so --features weight does not fit'],
    ['--initial-weights weights.json', 'without --initial-weights, so --initial-weights weights.json does not fit'],
  ])('with another meaning is refused, and the state stays: %s', async (words, reason) => {
    if (!existsSync(join(folder, 'kept.json'))) await run('half.csv', 'kept.json', ...asked)
    const before = readFileSync(join(folder, 'kept.json'), 'utf8')
    const { status, stderr } = await run('races.csv', 'kept.json', ...words.split(' '))
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)])
    expect(readFileSync(join(folder, 'kept.json'), 'utf8')).toBe(before)
  })

  test('with options that say what was left out at the start goes on', async () => {
    await run('half.csv', 'plain.json', ...columns, '--learner', 'elo')
    const { status } = await run(
      'races.csv',
      'plain.json',
      ...columns,
      '--learner',
      'elo',
      '--window',
      '50',
      '--step',
      '64',
      '--target',
      'rank',
    )
    expect(status).toBe(0)
  })

  test('goes on for many streams too, and unfinished files of a killed run are gone', async () => {
    const keyed = (part: typeof series) =>
      asCsv(part)
        .replaceAll(/^(\d+),/gm, (_, id) => `k${Number(id) % 3},${id},`)
        .replace('race,', 'shop,race,')
    writeFileSync(join(folder, 'keyed-half.csv'), keyed(series.slice(0, 30)))
    writeFileSync(join(folder, 'keyed-all.csv'), keyed(series))
    const words = [...asked, '--key', 'shop']
    await run('keyed-all.csv', 'keyed-0', ...words)
    await run('keyed-half.csv', 'keyed-1', ...words)
    const dead = `.k0.json.rw-${ownerOfTheDead()}-0123abcd.tmp`
    writeFileSync(join(folder, 'keyed-1', dead), 'half a sta')
    const { status, stderr } = await run('keyed-all.csv', 'keyed-1', '--key', 'shop', '--streams-in-memory', '1')
    expect([status, stderr]).toEqual([0, expect.stringContaining('30 series had been learned before')])
    expect(readdirSync(join(folder, 'keyed-1')).sort()).toEqual(['k0.json', 'k1.json', 'k2.json'])
    for (const name of readdirSync(join(folder, 'keyed-0')))
      expect(readFileSync(join(folder, 'keyed-1', name), 'utf8')).toBe(readFileSync(join(folder, 'keyed-0', name), 'utf8'))
    const other = await run('keyed-all.csv', 'keyed-1', '--target', 'utility')
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('so --target utility does not fit')])
  })
})

/** A process of this machine that does not run any more, as names of unfinished files say it. */
function ownerOfTheDead(): string {
  const { pid } = spawnSync(process.execPath, ['--version'])
  return `${diskOperations.owner.host}-${pid}-1`
}

test('no series that was printed is lost when the process is killed, and the rest is as if it had not been killed', {
  timeout: 240_000,
}, async () => {
  writeFileSync(join(folder, 'many.jsonl'), asJsonLines(races(600, 5, 8)))
  const words = (state: string) => ['stream', 'many.jsonl', ...columns, '--learner', 'linear', '--state', state, '--save-every', '3']
  await rankwright(words('straight.json'), { folder })
  const straight = readFileSync(join(folder, 'straight.json'), 'utf8')
  const random = seededRandom(11)
  let [kills, finished, greatest] = [0, 0, 0]
  while (kills < 12) {
    const state = `killed-${finished}.json`
    const child = start(words(state), { folder })
    const outcome = outcomeOf(child)
    const timer = setTimeout(() => child.kill('SIGKILL'), 120 + random.integer(300))
    const { stdout, signal } = await outcome
    clearTimeout(timer)
    const printed = stdout.slice(0, stdout.lastIndexOf('\n') + 1).match(/^\{"series":\d+/gm) ?? []
    for (const line of printed) greatest = Math.max(greatest, Number(line.slice('{"series":'.length)))
    const saved = existsSync(join(folder, state)) ? stateOf(state).evaluation.series : 0
    expect(saved).toBeGreaterThanOrEqual(greatest)
    if (signal !== null) kills++
    else {
      // It came to its end, through however many kills: now from the start again.
      expect(readFileSync(join(folder, state), 'utf8')).toBe(straight)
      finished++
      greatest = 0
    }
  }
  const last = `killed-${finished}.json`
  await rankwright(words(last), { folder })
  expect(readFileSync(join(folder, last), 'utf8')).toBe(straight)
})

test('many streams in one file learn apart from each other, however few are in memory', async () => {
  const keys = ['a', 'b/../b', 'c']
  const mixed = series.slice(0, 30).map((one, n) => ({ ...one, key: keys[n % 3] }))
  const rows = mixed.flatMap(({ id, items, key }) =>
    items.map(({ place, item, power, weight }) => `${key},${id},${place},${item},${power},${weight}\n`),
  )
  writeFileSync(join(folder, 'keyed.csv'), `shop,race,place,item,power,weight\n${rows.join('')}`)
  const words = ['stream', 'keyed.csv', '--key', 'shop', ...columns, '--state', 'streams', '--streams-in-memory', '1', '--json']
  const { stdout, stderr } = await rankwright(words, { folder })
  expect(stderr).not.toContain('note:') // progress may stand there, when the machine is slow
  expect(JSON.parse(stdout)).toMatchObject({ streams: 3, series: 30, scored: 27 })
  expect(readdirSync(join(folder, 'streams')).sort()).toEqual(['a.json', 'b%2F%2E%2E%2Fb.json', 'c.json'])
  writeFileSync(join(folder, 'own.jsonl'), asJsonLines(mixed.filter(({ key }) => key === 'c')))
  await rankwright(['stream', 'own.jsonl', ...columns, '--state', 'own.json'], { folder })
  expect(stateOf('own.json').learner).toEqual(stateOf('streams/c.json').learner)
})

describe('input as it comes', () => {
  const run = async (name: string, content: string, ...words: string[]) => {
    writeFileSync(join(folder, name), content)
    return rankwright(['stream', name, ...words], { folder })
  }
  const lines = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('places are read as rankings print them', async () => {
    const table = 'list,label,item,x\n1,1,a,3\n1,=2,b,2\n1,=2,c,2\n1,201-250,d,1\n2,1,a,3\n2,2,b,2\n2,101-150,d,0\n'
    const { status, stdout } = await run('bands.csv', table, '--learner', 'linear')
    expect(status).toBe(0)
    expect(lines(stdout)[1]).toMatchObject({ series: 2, 'kendall-tau': 1 })
  })

  test.each([
    ['a place that is none', 'list,label,x\n1,1,3\n1,second,2\n', 'wrong.csv:3:3'],
    ['a feature that is no number', 'list,label,x\n1,1,3\n1,2,high\n', 'wrong.csv:3:5'],
  ])('%s is reported with its place', async (_, table, place) => {
    const { status, stderr } = await run('wrong.csv', table)
    expect(status).toBe(1)
    expect(stderr).toContain(place)
  })

  test('what came before a row that cannot be read is learned and kept', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `${n >> 1},${(n % 2) + 1},${n % 2}\n`)
    const { status, stdout } = await run('torn.csv', `list,label,x\n${rows.join('')}20,first,3\n`, '--state', 'torn.json')
    expect(status).toBe(1)
    const printed = lines(stdout)
    expect(printed.length).toBeGreaterThanOrEqual(19)
    expect(stateOf('torn.json').evaluation.series).toBe(printed.length)
  })

  test('series that cannot be learned are left out, reported and counted; ids may fall', async () => {
    const table = 'list,label,x\n5,1,3\n5,2,2\n4,1,3\n4,2,2\n5,1,3\n5,2,2\n6,1,1\n4,1,7\n4,2,2\n'
    const { status, stdout, stderr } = await run('order.csv', table)
    expect(status).toBe(0)
    expect(lines(stdout).slice(0, 5)).toMatchObject([
      { id: '5', series: 1 },
      { id: '4', series: 2 },
      { id: '5', skipped: 'learned-before' },
      { id: '6', skipped: 'fewer-than-two-items' },
      { id: '4', series: 3 },
    ])
    expect(stderr).toMatch(/series 5 was left out.*learned before.*series 6 was left out.*one series has the id of an earlier one/s)
  })

  test('what came before a series that cannot be learned is saved and printed, for any number of streams in memory', async () => {
    const rows = ['a', 'b', 'a', 'b'].map((key, n) => `${key},${n},1,3\n${key},${n},2,2\n`)
    const table = `shop,list,label,x\n${rows.join('')}a,9,1e300,3\na,9,1,2\nb,9,1,2\nb,9,2,2\n`
    const found = []
    for (const most of ['1', '50']) {
      const words = ['--target', 'utility', '--learner', 'linear', '--key', 'shop', '--state', `huge${most}`, '--streams-in-memory', most]
      const { status, stdout, stderr } = await run('huge.csv', table, ...words)
      expect([status, stderr]).toEqual([1, expect.stringContaining('Series 9: a utility is 1e+300')])
      const files = readdirSync(join(folder, `huge${most}`)).sort()
      found.push([lines(stdout).length, files, files.map((name) => readFileSync(join(folder, `huge${most}`, name), 'utf8'))])
    }
    expect(found[0].slice(0, 2)).toEqual([4, ['a.json', 'b.json']])
    expect(found[1]).toEqual(found[0])
  })

  test.each(['elo', 'last', 'mean-rank'])('without names of items %s refuses, and auto does without it', async (learner) => {
    // Each series is sorted by place, and the feature says nothing: whoever takes rows for items would rank perfectly.
    const rows = Array.from({ length: 60 }, (_, n) => `${n >> 2},${(n % 4) + 1},${(n * 7) % 5}\n`)
    const refused = await run('sorted.csv', `list,label,x\n${rows.join('')}`, '--learner', learner)
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/Series 0: the items have no names.*--item/)])
    const { status, stdout } = await run('sorted.csv', `list,label,x\n${rows.join('')}`, '--json')
    expect(status).toBe(0)
    expect(JSON.parse(stdout).prequential['kendall-tau']).toBeLessThan(0.5)
  })

  test('series are put in the order of a column of dates, and the state keeps that', async () => {
    const dated = (order: readonly number[]) =>
      `day,${asCsv([]).trimEnd()}\n${order
        .map((n) =>
          asCsv([series[n]])
            .split('\n')
            .slice(1, -1)
            .map((row) => `2020-${String(1 + Math.floor(n / 28)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')},${row}\n`)
            .join(''),
        )
        .join('')}`
    const order = Array.from({ length: 40 }, (_, n) => n)
    const words = [...columns, '--learner', 'linear', '--order-by', 'day']
    const { status } = await run('sorted-days.csv', dated(order), ...words, '--state', 'days-0.json')
    expect(status).toBe(0)
    await run('mixed-days.csv', dated(order.map((n) => (n * 7) % 40)), ...words, '--state', 'days-1.json')
    expect(readFileSync(join(folder, 'days-1.json'), 'utf8')).toBe(readFileSync(join(folder, 'days-0.json'), 'utf8'))
    expect(stateOf('days-1.json')).toMatchObject({ last: '40', features: ['power', 'weight'], reading: { orderBy: 'day' } })
    const later = await run('more-days.csv', dated([...order, 41, 40].reverse()), '--state', 'days-1.json')
    expect([later.status, stateOf('days-1.json').last]).toEqual([0, '42'])
    const wrong = await run('wrong-days.csv', dated(order).replace('2020-01-03', 'yesterday'), ...words)
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringMatching(/Series 3 has the times|Series 3: the time is "yesterday"/)])
  })

  test('a feature that orders series as their outcome does gets a note', async () => {
    const rows = series
      .slice(0, 20)
      .flatMap(({ id, items }) => items.map(({ place, power }) => `${id},${place},${9 - Number(place)},${power}\n`))
    const { status, stderr } = await run('points.csv', `list,label,points,power\n${rows.join('')}`, '--learner', 'linear')
    expect([status, stderr.match(/the feature "\w+"/g)]).toEqual([0, ['the feature "points"']])
    expect(stderr).toContain('--ignore points')
  })

  test('a feature that appears in mid-stream, missing values and unseen items do no harm', async () => {
    const rows = [{ x: 1 }, { x: 2 }, { x: 3, y: 1 }, { y: 2 }].map((features, n) =>
      JSON.stringify({
        list: n + 1,
        items: ['a', 'b', `new ${n}`].map((item, place) => ({ item, label: place + 1, ...features, ...(place === 1 && { x: 9 }) })),
      }),
    )
    const { status, stdout } = await run('growing.jsonl', `${rows.join('\n')}\n`, '--state', 'growing.json')
    expect(status).toBe(0)
    expect(lines(stdout)).toHaveLength(5)
    expect(stateOf('growing.json').features).toEqual(['x', 'y'])
  })

  test('a damaged state is put aside, nothing is overwritten, and no run starts from nothing until somebody has decided', async () => {
    const words = ['stream', 'races.csv', ...columns, '--learner', 'elo', '--state', 'broken.json']
    expect(await rankwright(words, { folder })).toMatchObject({ status: 0 })
    const broken = readFileSync(join(folder, 'broken.json'), 'utf8').slice(0, -100)
    writeFileSync(join(folder, 'broken.json'), broken)
    const { status, stderr } = await rankwright(words, { folder })
    expect(status).toBe(1)
    expect(stderr).toMatch(/broken\.json: the state of the stream is damaged.*cut short.*moved to broken\.json\.corrupt/)
    expect(readFileSync(join(folder, 'broken.json.corrupt'), 'utf8')).toBe(broken)
    const again = await rankwright(words, { folder })
    expect(again.status).toBe(1)
    expect(again.stderr).toContain('there is no state here, but a damaged one in broken.json.corrupt')
    expect(existsSync(join(folder, 'broken.json'))).toBe(false)
    rmSync(join(folder, 'broken.json.corrupt'))
    expect(await rankwright(words, { folder })).toMatchObject({ status: 0 })
  })

  test('a file that is no state is left alone', async () => {
    const table = readFileSync(join(folder, 'races.csv'), 'utf8')
    const { status, stderr } = await rankwright(['stream', 'races.jsonl', ...columns, '--state', 'races.csv'], { folder })
    expect(status).toBe(1)
    expect(stderr).toMatch(/races\.csv: this is not the state of a stream.*left as it is/)
    expect(readFileSync(join(folder, 'races.csv'), 'utf8')).toBe(table)
    expect(existsSync(join(folder, 'races.csv.corrupt'))).toBe(false)
  })

  test.each([[], ['--key', 'race']])('two on one state: the second is refused, nothing is lost, no lock is left %j', async (...key) => {
    const state = `shared${key.length}.json`
    const words = [
      'stream',
      '-',
      '--format',
      'jsonl',
      '--label',
      'place',
      ...(key.length > 0 ? key : ['--list', 'race']),
      '--learner',
      'elo',
    ]
    const own = key.length > 0 ? asJsonLines(series).replaceAll('"items"', '"list":1,"items"') : asJsonLines(series)
    const child = start([...words, '--state', state], { folder })
    const first = watched(child)
    child.stdin?.write(own.split('\n').slice(0, 20).join('\n'))
    child.stdin?.write('\n')
    await first.lines(19)
    const second = await rankwright([...words, '--state', state], { folder, input: own })
    expect(second.status).toBe(1)
    expect(second.stderr).toMatch(new RegExp(`${state}: process ${child.pid} is working on it`))
    child.stdin?.end(own.split('\n').slice(20).join('\n'))
    expect(await first.outcome).toEqual({ status: 0 })
    expect(existsSync(join(folder, `${state}.lock`))).toBe(false)
    if (key.length === 0) expect(stateOf(state).evaluation.series).toBe(60)
    else expect(readdirSync(join(folder, state))).toHaveLength(60)
  })

  test('a killed one leaves a lock that the next takes over; Ctrl-C leaves none', async () => {
    const words = ['stream', '-', '--format', 'jsonl', ...columns, '--learner', 'elo', '--state', 'killed.json']
    const input = asJsonLines(series)
    for (const signal of ['SIGKILL', 'SIGINT'] as const) {
      const child = start(words, { folder })
      const run = watched(child)
      child.stdin?.write(input)
      await run.lines(signal === 'SIGKILL' ? 5 : 0)
      if (signal === 'SIGINT') await lockedBy(child.pid, join(folder, 'killed.json.lock'))
      child.kill(signal)
      await run.outcome
      expect(existsSync(join(folder, 'killed.json.lock'))).toBe(signal === 'SIGKILL')
    }
    expect(await rankwright(words, { folder, input })).toMatchObject({ status: 0 })
    expect(stateOf('killed.json').evaluation.series).toBe(60)
    expect(existsSync(join(folder, 'killed.json.lock'))).toBe(false)
  })

  test('experts may say what features are worth', async () => {
    writeFileSync(join(folder, 'experts.json'), '{"power": 1, "weight": -1, "colour": 5}')
    const words = [...columns, '--learner', 'linear', '--linear-weight', '1e6', '--initial-weights']
    const { stdout, stderr } = await run('few.csv', asCsv(series.slice(0, 20)), ...words, 'experts.json', '--json')
    expect(stderr).toContain('note: experts.json weighs "colour", which no series had.')
    expect(JSON.parse(stdout).prequential['kendall-tau']).toBeGreaterThan(0.4)
    writeFileSync(join(folder, 'laymen.json'), '{"power": "much"}')
    const wrong = await run('few.csv', asCsv(series.slice(0, 20)), ...words, 'laymen.json')
    expect(wrong).toMatchObject({ status: 1 })
    expect(wrong.stderr).toMatch(/laymen\.json.*"power" is "much"/)
  })
})

describe('series without places', () => {
  const open = series.slice(40, 42).map(({ id, items }) => ({ id, items: items.map((item) => ({ ...item, place: '' })) }))
  const words = [...columns, '--learner', 'linear']
  writeFileSync(join(folder, 'past.csv'), asCsv(series.slice(0, 40)))
  writeFileSync(join(folder, 'open.csv'), asCsv(open))
  writeFileSync(join(folder, 'unplaced.csv'), asCsv(open).replaceAll(/^([^,]*),[^,]*,/gm, '$1,'))

  test('rank and show take the state with its columns, and nothing changes', async () => {
    await rankwright(['stream', 'past.csv', ...words, '--state', 'asked.json'], { folder })
    const before = readFileSync(join(folder, 'asked.json'), 'utf8')
    const answers = []
    for (const file of ['open.csv', 'unplaced.csv']) {
      const { status, stdout, stderr } = await rankwright(['rank', 'asked.json', file, '--json'], { folder })
      expect([status, stderr]).toEqual([0, ''])
      answers.push(JSON.parse(stdout))
    }
    expect(answers[0].lists.map(({ id, items }: { id: string; items: unknown[] }) => [id, items.length])).toEqual([
      ['41', 8],
      ['42', 8],
    ])
    expect(answers[1]).toEqual(answers[0])
    expect(await rankwright(['show', 'asked.json', '--json'], { folder })).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('linear'),
    })
    expect(readFileSync(join(folder, 'asked.json'), 'utf8')).toBe(before)
  })

  test('rank --explain and --why use the same words for what is known of the items', async () => {
    await rankwright(['stream', 'past.csv', ...columns, '--learner', 'elo', '--state', 'rated.json'], { folder })
    const { stdout } = await rankwright(['rank', 'rated.json', 'open.csv', '--top', '2', '--explain'], { folder })
    expect(stdout).toMatch(/the item itself \+\d[\s\S]*the items themselves \+\d/)
    expect(stdout).not.toContain('intercept')
    expect((await rankwright(['rank', 'rated.json', 'open.csv', '--why', '0,1'], { folder })).stdout).toContain('the items themselves')
  })

  test.each(['csv', 'jsonl'])('stream --predict ranks them, and learns them when their places arrive: %s', async (format) => {
    const write = (all: readonly { id: string; items: readonly Item[] }[]) =>
      format === 'csv' ? asCsv(all) : asJsonLines(all).replaceAll('"place":0', '"place":null')
    const state = `predicted-${format}.json`
    const run = async (file: string, content: string, ...more: string[]) => {
      writeFileSync(join(folder, file), content)
      return rankwright(['stream', file, ...words, '--state', state, ...more], { folder })
    }
    const first = await run(`soon.${format}`, write([...series.slice(0, 40), ...open]), '--predict')
    const lines = first.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.slice(40, 42)).toMatchObject([
      { id: '41', ranking: { length: 8 } },
      { id: '42', ranking: { length: 8 } },
    ])
    expect(lines[42]).toMatchObject({ series: 40 })
    const { lists } = JSON.parse((await rankwright(['rank', state, 'open.csv', '--json'], { folder })).stdout)
    const order = (ranking: readonly { item: string; score: number }[]) => ranking.map(({ item, score }) => [item, score])
    expect(order(lines[40].ranking)).toEqual(order(lists[0].items))
    const second = await run(`now.${format}`, write([...series.slice(0, 42)]), '--json')
    expect(JSON.parse(second.stdout)).toMatchObject({ series: 42 })
    await rankwright(['stream', `now.${format}`, ...words, '--state', `straight-${state}`], { folder })
    expect(readFileSync(join(folder, state), 'utf8')).toBe(readFileSync(join(folder, `straight-${state}`), 'utf8'))
  })

  test('without --predict a missing place is a problem, and the message says what to do', async () => {
    const { status, stderr } = await rankwright(['stream', 'open.csv', ...words], { folder })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/open\.csv:2:4.*With --predict, series without ranks are ranked/s)])
  })
})

/** Waits until a process holds a lock. */
async function lockedBy(process: number | undefined, lock: string): Promise<void> {
  const holds = () => existsSync(lock) && readdirSync(lock).some((name) => name.includes(`-${process}-`))
  while (!holds()) await new Promise((settle) => setTimeout(settle, 5))
}

/** As `outcomeOf`, and lines can be waited for while the process runs; its input stays open. */
function watched(child: ReturnType<typeof start>) {
  let text = ''
  const waiting: { count: number; settle: () => void }[] = []
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    for (const { count, settle } of waiting) if (text.split('\n').length > count) settle()
  })
  return {
    lines: (count: number) => new Promise<void>((settle) => (text.split('\n').length > count ? settle() : waiting.push({ count, settle }))),
    outcome: new Promise<{ status: number | null }>((settle) => child.on('close', (status) => settle({ status }))),
  }
}

test('numbers that stand for missing values are missing, in series and in rows that their state ranks', async () => {
  const few = series.slice(0, 12)
  const withGap = (gap: string) => asCsv(few).replaceAll(/^(\d+,[37],\w+),[^,]+/gm, `$1,${gap}`)
  const learned = async (name: string, gap: string, words: readonly string[]) => {
    writeFileSync(join(folder, `${name}.csv`), withGap(gap))
    const state = `${name}.json`
    await rankwright(['stream', `${name}.csv`, ...columns, ...words, '--learner', 'ridge', '--state', state], { folder })
    return (await rankwright(['score', state, `${name}.csv`], { folder })).stdout
  }
  const scores = await learned('gaps', '', [])
  expect(scores.split('\n').length).toBeGreaterThan(90)
  expect(await learned('numbers', '-999', ['--missing-words', '-999'])).toBe(scores)
})

test('labels that are no places are told, and places from 0 on are not', async () => {
  const table = (label: (item: number) => number) =>
    `qid,label,x\n${Array.from({ length: 24 }, (_, row) => `${row >> 2},${label(row % 4)},${(row * 7) % 5}`).join('\n')}\n`
  writeFileSync(
    join(folder, 'clicks.csv'),
    table((item) => Math.max(0, item - 1)),
  )
  writeFileSync(
    join(folder, 'from-0.csv'),
    table((item) => item),
  )
  const notes = async (...words: string[]) => (await rankwright(['stream', ...words, '--learner', 'linear', '--json'], { folder })).stderr
  expect((await notes('clicks.csv')).match(/several items of a series have a label below 1.*--target utility/g)).toHaveLength(1)
  for (const words of [['clicks.csv', '--target', 'utility'], ['from-0.csv']]) expect(await notes(...words)).not.toContain('below 1')
})

test('a state that learned from places is evaluated, certified, calibrated and compared by places', async () => {
  writeFileSync(join(folder, 'later.csv'), asCsv(races(80, 8, 6).map(({ id, items }) => ({ id: `later ${id}`, items }))))
  const run = (...words: string[]) => rankwright([...words, ...columns, '--json'], { folder })
  const learned = await run('stream', 'races.csv', '--learner', 'linear', '--state', 'places.json')
  expect(learned.status).toBe(0)
  expect(stateOf('places.json').target).toBe('rank')
  const evaluated = JSON.parse((await run('evaluate', 'places.json', 'later.csv', '--metrics', 'kendall-tau')).stdout)
  expect(evaluated.metrics['kendall-tau']).toBeGreaterThan(0.5)
  const certified = JSON.parse((await run('certify', 'places.json', '--held-out', 'later.csv', '--metrics', 'pairwise-accuracy')).stdout)
  expect(certified.heldOut[0].lower).toBeGreaterThan(0.6)
  const abstained = JSON.parse((await run('abstain', 'places.json', 'later.csv', '--rule', 'probability', '--out', 'sure.json')).stdout)
  expect(abstained.table[0].misranked).toBeLessThan(0.3)
  expect(stateOf('sure.json').target).toBe('rank')
  const other = await run('stream', 'races.csv', '--learner', 'linear', '--state', 'places.json', '--target', 'utility')
  expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('started with --target rank, so --target utility does not fit')])
})
