import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { commandsIn } from './rankwright.ts'
import { servedCommands } from './servedCommands.ts'

const { folder, run, json } = commandsIn('ontology', servedCommands())

const obo = `format-version: 1.4
[Term]
id: A:1
name: thing
[Term]
id: A:2
name: animal
is_a: A:1
[Term]
id: A:3
name: dog
synonym: "hound" EXACT []
is_a: A:2
[Term]
id: A:4
name: cat
is_a: A:2
[Term]
id: A:5
name: tail
relationship: part_of A:3
[Term]
id: A:6
name: old
is_obsolete: true
`

beforeAll(() => {
  writeFileSync(join(folder, 'pets.obo'), obo)
  writeFileSync(join(folder, 'pairs.csv'), 'dog,cat\nA:3,A:1\nhound;tail,cat;animal\n')
  writeFileSync(join(folder, 'rated.csv'), 'a,b,rating\ndog,cat,3\ndog,thing,1\nunicorn,cat,2\ndog,dog,4\n')
})

test('ontology inspect counts what is there', async () => {
  const document = await json('ontology inspect pets.obo')
  expect(document).toMatchObject({
    terms: 5,
    edges: 4,
    obsolete: 1,
    roots: ['A:1'],
    depth: 3,
    problems: [],
    relations: { is_a: 3, part_of: 1 },
  })
  expect((await json('ontology inspect pets.obo --relations is_a')).roots).toEqual(['A:1', 'A:5'])
  const { stdout } = await run('ontology inspect pets.obo')
  expect(stdout).toContain('pets.obo: 5 terms, 1 obsolete, 4 edges by is_a, part_of\n\nroot: A:1 thing\n')
})

test('a cycle, a term twice and a parent that is not there: exit 1, the place, and still one document', async () => {
  writeFileSync(join(folder, 'round.obo'), '[Term]\nid: A\nis_a: B\n[Term]\nid: B\nis_a: A\n')
  writeFileSync(join(folder, 'twice.obo'), '[Term]\nid: A\n[Term]\nid: A\n')
  writeFileSync(join(folder, 'dangling.obo'), '[Term]\nid: A\nis_a: B\n')
  writeFileSync(join(folder, 'importing.obo'), 'import: b.obo\n[Term]\nid: A\nis_a: B\n')
  const round = await json('ontology inspect round.obo', 1)
  expect(round).toMatchObject({ terms: 2, problems: [{ code: 'cycle', path: ['A', 'B', 'A'] }] })
  expect(round.problems[0].message).toContain('round.obo:3: the terms form a cycle: A -> B -> A')
  expect((await json('ontology inspect twice.obo', 1)).problems[0].message).toContain('twice.obo:4')
  expect((await json('ontology inspect dangling.obo', 1)).problems[0].message).toContain('dangling.obo:3')
  expect(await json('ontology inspect importing.obo')).toMatchObject({
    problems: [],
    notes: [{ code: 'imports-not-given' }, { code: 'parent-not-there' }],
    imports: ['b.obo'],
  })
  const refused = await run('ontology baseline round.obo --measure lin --pairs pairs.csv')
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(refused.stderr).toContain('A -> B -> A')
})

test('ontology baseline compares pairs, and sets by their terms', async () => {
  const measures = ['relevance', 'wu-palmer', 'wang', 'simgic']
  const documents = await Promise.all(measures.map((measure) => json(`ontology baseline pets.obo --measure ${measure} --pairs pairs.csv`)))
  for (const [at, measure] of measures.entries()) {
    const document = documents[at]
    expect(document, measure).toMatchObject({ measure, pairs: [{ a: 'dog', b: 'cat' }, { a: 'A:3', b: 'A:1' }, { a: 'hound;tail' }] })
    expect(document.pairs[0].value, measure).toBeGreaterThan(document.pairs[1].value)
  }
  const { pairs } = await json('ontology baseline pets.obo --measure lin --ic descendants --pairs pairs.csv')
  const content = (descendants: number) => Math.log(5 / descendants)
  expect(pairs[0].value).toBeCloseTo((2 * content(4)) / (content(2) + content(1)), 12)
  expect(pairs[0]).toMatchObject({ ancestor: 'A:2', ancestorName: 'animal', ic: expect.closeTo(content(4), 12) })
})

test('ontology baseline tells how a measure goes with ratings', async () => {
  const unknown = await run('ontology baseline pets.obo --pairs rated.csv')
  expect(unknown).toMatchObject({ status: 1, stdout: '' })
  expect(unknown.stderr).toContain('rated.csv:4:1: there is no term "unicorn"')
  const document = await json('ontology baseline pets.obo --measure path --pairs rated.csv --skip-unknown')
  expect(document).toMatchObject({ skipped: 1, spearman: expect.closeTo(0.8660254), pearson: expect.any(Number) })
})

test('ontology baseline writes a matrix, of chosen terms or of all', async () => {
  writeFileSync(join(folder, 'terms.txt'), 'dog\ncat\n')
  expect(await json('ontology baseline pets.obo --measure path --matrix out.csv --terms terms.txt')).toMatchObject({
    terms: 2,
    matrix: 'out.csv',
  })
  expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe(`term,A:3,A:4\nA:3,1,${1 / 3}\nA:4,${1 / 3},1\n`)
  writeFileSync(join(folder, 'columns.txt'), 'animal\nthing\ncat\n')
  const wide = await json('ontology baseline pets.obo --measure path --matrix wide.csv --rows terms.txt --columns columns.txt')
  expect(wide).toMatchObject({ terms: 2, columns: 3 })
  expect(readFileSync(join(folder, 'wide.csv'), 'utf8')).toBe(`term,A:2,A:1,A:4\nA:3,0.5,${1 / 3},${1 / 3}\nA:4,0.5,${1 / 3},1\n`)
  expect(await json('ontology baseline pets.obo --measure lin --matrix out.npy')).toMatchObject({ terms: 5 })
})

test('what has no similarity is left out of a correlation, which says so', async () => {
  writeFileSync(join(folder, 'apart.csv'), 'b,a\nc,a\nd,b\nalone\n')
  writeFileSync(join(folder, 'far.csv'), 'b,c,2\nd,b,3\nb,alone,9\n')
  const words = 'apart.csv --measure leacock-chodorow --pairs far.csv'
  const { stdout } = await run(`ontology baseline ${words}`)
  expect(stdout).toMatch(/n\/a[^\n]*\n\n2 pairs: Spearman 1\.0000[^\n]*\n1 pair left out without a similarity: there is no path/)
  const evaluated = await run(`ontology evaluate ${words}`)
  expect(evaluated.stdout).toContain('of 2 rated pairs')
  expect(evaluated.stderr).toContain('note: 1 pair left out without a similarity')
  expect(await json(`ontology evaluate ${words}`)).toMatchObject({ pairs: 2, withoutValue: 1, spearman: 1 })
  writeFileSync(join(folder, 'some.csv'), 'b,3\nc,1\n')
  const counted = 'apart.csv --measure jiang-conrath --profile hesml --ic corpus --counts some.csv'
  expect((await json(`ontology baseline ${counted} --pairs far.csv`)).pairs.map(({ value }: { value: number }) => value)).toEqual([
    expect.any(Number),
    null,
    null,
  ])
  expect((await run(`ontology similar ${counted.replace('.csv', '.csv d')}`)).stderr).toContain('2 of 5 terms never counted')
  await json(`ontology baseline ${counted} --matrix far-all.csv`)
  expect(readFileSync(join(folder, 'far-all.csv'), 'utf8')).not.toContain('Infinity')
})

test('what is hidden, repeated or unrelated is told', async () => {
  writeFileSync(join(folder, 'again.txt'), 'dog\nA:3\ncat\n')
  const { stderr } = await run('ontology baseline pets.obo --measure path --matrix again.csv --terms again.txt')
  expect(stderr).toContain('again.txt: 1 line left out that names a term a second time')
  expect(readFileSync(join(folder, 'again.csv'), 'utf8').split('\n')[0]).toBe('term,A:3,A:4')
  writeFileSync(join(folder, 'hides.obo'), `${obo}[Term]\nid: A:7\nname: hound\nis_a: A:1\n`)
  expect((await run('ontology similar hides.obo Hound --measure path')).stderr).toContain('is the name of A:7, and a synonym of A:3 dog')
  writeFileSync(join(folder, 'other.csv'), 'y,x\n')
  const inspected = await run('ontology inspect pets.obo --import other.csv')
  expect([inspected.status, inspected.stderr]).toEqual([
    0,
    expect.stringContaining('note: other.csv: nothing here names a term of pets.obo'),
  ])
})

test('ontology similar asks a measure: the nearest terms, what they share, and why', async () => {
  const document = await json('ontology similar pets.obo hound --measure lin --top 2 --explain')
  expect(document).toMatchObject({ measure: 'lin', ic: 'descendants', term: 'A:3', name: 'dog', tied: 0 })
  const content = (descendants: number) => Math.log(5 / descendants)
  expect(document.similar).toMatchObject([
    { id: 'A:5', name: 'tail', similarity: expect.closeTo((2 * content(2)) / (content(2) + content(1)), 12), ancestor: 'A:3' },
    { id: 'A:2', name: 'animal', ancestor: 'A:2', ancestorName: 'animal', ic: expect.closeTo(content(4), 12) },
  ])
  expect(document.similar[1].explanation).toContain('A:3 (dog) is below A:2 (animal)')
  const { stdout } = await run('ontology similar pets.obo thing --measure path --top 1')
  expect(stdout).toContain('A:1 thing by path')
  const refused = await run('ontology similar pets.obo --measure lin --pairs pairs.csv')
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('rankwright ontology baseline compares pairs')
})

test('ontology draw draws what is around a term; imports go with every command; a name with several meanings is asked about', async () => {
  writeFileSync(join(folder, 'upper.obo'), '[Term]\nid: A:0\nname: everything\n[Term]\nid: A:9\nname: cat\ndef: "A whip." []\nis_a: A:0\n')
  writeFileSync(join(folder, 'lower.obo'), `import: http://x/upper.owl\n${obo}is_a: A:0\n[Term]\nid: A:7\nname: plant\nis_a: A:0\n`)
  const drawn = await json('ontology draw lower.obo --import upper.obo --around A:7 --out plant.svg')
  expect(drawn).toMatchObject({ term: 'A:7', name: 'plant', path: ['A:0'], siblings: ['A:9'], out: 'plant.svg' })
  expect(readFileSync(join(folder, 'plant.svg'), 'utf8')).toContain('<title id="title">Around plant (A:7)</title>')
  const asked = await run('ontology similar lower.obo cat --import upper.obo --measure lin')
  expect(asked.status).toBe(1)
  expect(asked.stderr).toContain('"cat" has 2 meanings in the ontology. Give the id of one of them:\n  A:4  cat\n  A:9  cat: A whip.\n')
  const told = await run('ontology similar lower.obo plant --measure lin')
  expect(told.stderr).toContain(
    'imported and not read: http://x/upper.owl. Nothing is fetched from the network: give its file with --import.',
  )
})

test('ontology groups, match and enrich ask about annotated objects', async () => {
  const row = (object: string, qualifier: string, term: string, evidence: string) =>
    ['DB', object, `sym${object}`, qualifier, term, 'ref', evidence, '', 'P'].join('\t')
  const rows = [row('g1', '', 'A:3', 'IDA'), row('g2', '', 'A:5', 'IEA'), row('g3', 'NOT', 'A:3', 'IDA'), row('g3', '', 'A:4', 'IDA')]
  writeFileSync(join(folder, 'genes.gaf'), `!gaf-version: 2.2\n${rows.join('\n')}\n`)
  const near = await json('ontology groups pets.obo symg1 --annotations genes.gaf --explain')
  expect(near).toMatchObject({ object: 'g1', name: 'symg1', terms: ['A:3'], objects: 3, sets: 'bma', measure: 'lin' })
  expect(near.similar).toMatchObject([
    { id: 'g2', ancestor: 'A:3', matches: [{ term: 'A:3', match: 'A:5', ancestor: 'A:3' }] },
    { id: 'g3', ancestor: 'A:2', ancestorName: 'animal' },
  ])
  const matched = await run('ontology match pets.obo cat tail --annotations genes.gaf --measure simgic --without-evidence IEA --top 1')
  expect(matched.stdout).toContain('2 terms by simgic, among 2 objects')
  expect(await json('ontology groups pets.obo --annotations genes.gaf --matrix genes.csv --measure path')).toMatchObject({ terms: 3 })
  writeFileSync(join(folder, 'genePairs.csv'), `symg1,${near.similar[0].id}\n`)
  const { pairs } = await json('ontology groups pets.obo --annotations genes.gaf --pairs genePairs.csv')
  const { similarity, ancestor, ic } = near.similar[0]
  expect(pairs).toMatchObject([{ value: expect.closeTo(similarity, 12), ancestor, ic }])
  expect(readFileSync(join(folder, 'genes.csv'), 'utf8')).toBe(`term,g1,g2,g3\ng1,1,0.5,${1 / 3}\ng2,0.5,1,0.25\ng3,${1 / 3},0.25,1\n`)
  writeFileSync(join(folder, 'study.txt'), 'g1\nsymg2\nnobody\n')
  const enriched = await json('ontology enrich pets.obo study.txt --annotations genes.gaf --fdr 1')
  expect(enriched).toMatchObject({ study: 2, background: 3, unknown: ['nobody'], tested: 5 })
  // Both of two are dogs, or parts of them, and two of three are.
  expect(enriched.enriched[0]).toMatchObject({ id: 'A:3', study: 2, background: 2, p: expect.closeTo(1 / 3, 12), objects: ['g1', 'g2'] })
  writeFileSync(join(folder, 'strangers.txt'), 'x\ny\n')
  const refused = await run('ontology enrich pets.obo strangers.txt --annotations genes.gaf')
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(refused.stderr).toContain('none of the 2 objects is annotated in genes.gaf, which has ids such as g1')
})

test('counts change the content', async () => {
  writeFileSync(join(folder, 'counts.csv'), 'term,count\ndog,90\ncat,10\n')
  const { pairs } = await json('ontology baseline pets.obo --measure resnik --ic corpus --counts counts.csv --pairs pairs.csv')
  expect(pairs[0].value).toBe(0)
})

test.each([
  ['ontology', 'Say what to do: rankwright ontology inspect|train|learn|similar|draw|evaluate|audit|baseline|groups|match|enrich'],
  ['ontology inspekt pets.obo', 'rankwright ontology has no "inspekt"'],
  ['ontology baseline pets.obo', 'Give --pairs PAIRS, or --matrix FILE.'],
  [
    'ontology baseline pets.obo --measure path --ic seco --pairs pairs.csv',
    '--ic would change nothing: it only works with --measure resnik, lin',
  ],
  ['ontology baseline pets.obo --ic corpus --pairs pairs.csv', '--counts is missing'],
  [
    'ontology baseline pets.obo --counts x.csv --pairs pairs.csv',
    '--counts would change nothing: it only works with --ic corpus or annotation',
  ],
  [
    'ontology baseline pets.obo --measure simgic --sets max --pairs pairs.csv',
    '--sets would change nothing: it only works with --measure resnik',
  ],
  ['ontology baseline pets.obo --measure wang --weights is_a=2 --pairs pairs.csv', 'give a number between 0 and 1'],
  ['ontology inspect pets.obo --relations isa_a', 'The ontology has no relation "isa_a". Did you mean is_a?'],
])('%s is wrong usage', async (words, message) => {
  const { status, stdout, stderr } = await run(words)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toContain(message)
})

test('help of the family and of its members', async () => {
  expect((await run('ontology --help')).stdout).toContain('ontology baseline')
  expect((await run('ontology baseline --help')).stdout).toContain('rankwright ontology baseline FILE --measure M --pairs PAIRS')
  expect((await run('help ontology inspect')).stdout).toContain('Describe an ontology')
})

test('ontology train, similar and audit go from a file to similar terms and back to the theory', async () => {
  const rows = ['thing', 'animal,thing', 'plant,thing', 'dog,animal', 'cat,animal', 'puppy,dog', 'tree,plant', 'oak,tree', 'elm,tree']
  writeFileSync(join(folder, 'nature.csv'), `${rows.join('\n')}\n`)
  const trained = await json('ontology train nature.csv --sample 12 --lambda 0.01 --out nature.json')
  expect(trained).toMatchObject({
    terms: 9,
    edges: 8,
    root: 'thing',
    loss: 'hinge',
    sample: { size: 12, drawn: true },
    model: 'nature.json',
  })
  expect(trained.parts).toEqual([
    { id: 'animal', rate: 1, terms: 4 },
    { id: 'plant', rate: 2, terms: 4 },
  ])
  expect(trained.gap).toBeLessThanOrEqual(1e-6)

  expect(await json('show nature.json')).toMatchObject({
    kind: 'ontology',
    method: 'k-partite',
    options: { loss: 'hinge', lambda: 0.01 },
    features: [],
    parts: trained.parts,
  })
  expect((await run('show nature.json')).stdout).toContain('k-partite: an ontology model of 9 terms, 2 branches, 1 line, 12 drawn terms\n')

  const { term, similar } = await json('ontology similar nature.json oak --top 3')
  expect(term).toBe('oak')
  expect(similar.map(({ id }: { id: string }) => id).every((id: string) => ['plant', 'tree', 'elm'].includes(id))).toBe(true)
  const near = await json('ontology similar nature.json oak --above 0')
  expect(near.similar).toHaveLength(8)
  expect(near.similar.at(-1).similarity).toBeLessThan(near.similar[0].similarity)

  const audit = await json('ontology audit nature.json --replacements 10')
  expect(audit).toMatchObject({ replacements: 10, holds: true })
  expect(audit.bound).toBeCloseTo((4 * audit.kappa ** 2) / (0.01 * 12), 12)
  expect(audit.kappa).toBeLessThan(1)
  expect(audit.worst).toBeLessThanOrEqual(audit.bound)

  writeFileSync(join(folder, 'rates.csv'), 'animal,5\nplant,2\n')
  const rated = await json('ontology train nature.csv --rates rates.csv --kernel diffusion --beta 2 --out rated.json')
  expect(rated).toMatchObject({ ratesFrom: 'file', kernel: { kind: 'diffusion', beta: 2 }, sample: { drawn: false } })
  expect(rated.parts.map(({ id }: { id: string }) => id)).toEqual(['plant', 'animal'])
})

test('ontology learn makes rated pairs into a similarity, and says what it is worth', async () => {
  const terms = Array.from({ length: 40 }, (_, term) => `t${term + 1},t${Math.floor(term / 3)}`)
  writeFileSync(join(folder, 'tree.csv'), `${terms.join('\n')}\n`)
  const pairs = Array.from({ length: 36 }, (_, at) => `t${at + 1},t${((at * 7) % 36) + 3},${(at * 5) % 9}`)
  writeFileSync(join(folder, 'opinions.csv'), `${pairs.join('\n')}\n`)
  const { stdout } = await run('ontology learn tree.csv --pairs opinions.csv --folds 3 --lines 4 --out opinions.json')
  expect(stdout).toContain('lines alone')
  expect(stdout).toContain('cross-validated gain over the best feature')
  expect((await json('ontology similar opinions.json t5 --top 3')).similar).toHaveLength(3)
  const refused = await run('ontology learn tree.csv --out none.json')
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('Give --pairs GOLD, --neighbours FILE or --clicks FILE: one of them.')
  await run('ontology train tree.csv --lines 2 --lambda 1 --out two.json')
  expect((await run('ontology audit two.json --replacements 1')).stderr).toContain('this is about the first of 2 lines')
})

test('a learned answer says if more terms are as similar as its last', async () => {
  writeFileSync(join(folder, 'star.csv'), 'a,hub\nb,hub\nc,hub\nd,hub\n')
  await json('ontology train star.csv --lines 2 --out star.json')
  expect((await run('ontology similar star.json a --top 2')).stdout).toMatch(/\n\nMore terms are as similar as the last/)
  expect((await run('ontology similar star.json a --top 9')).stdout).not.toContain('More terms')
  expect((await json('ontology similar star.json a --top 2')).similar).toHaveLength(2)
})

test('ontology similar compares pairs, and all terms with all, by one line or by several', async () => {
  writeFileSync(join(folder, 'rated-nature.csv'), 'oak,elm,4\ndog,cat,3\noak,cat,0\ndog,tree,1\n')
  writeFileSync(join(folder, 'asked.csv'), 'oak,elm\ncat,elm\n')
  writeFileSync(join(folder, 'some.txt'), 'oak\nelm\ncat\n')
  const several = await json('ontology train nature.csv --out lines.json')
  expect(several).toMatchObject({ terms: 9, cut: 'terms', lines: 32, similarity: 'subtrees', ratesFrom: 'order', model: 'lines.json' })
  expect(await json('show lines.json')).toMatchObject({ kind: 'ontology', method: 'k-partite', terms: 9 })
  for (const model of ['nature.json', 'lines.json']) {
    const { pairs } = await json(`ontology similar ${model} --pairs asked.csv`)
    expect(pairs[0].value).toBeGreaterThan(pairs[1].value)
    expect(await json(`ontology similar ${model} --matrix all.csv --terms some.txt --threads 2`)).toMatchObject({
      terms: 3,
      matrix: 'all.csv',
    })
    const [head, first] = readFileSync(join(folder, 'all.csv'), 'utf8').split('\n')
    expect(head).toBe('term,oak,elm,cat')
    expect(first.split(',').map(Number).slice(1)).toEqual([1, pairs[0].value, expect.any(Number)])
  }
  const { similar } = await json('ontology similar lines.json oak --top 3')
  expect(similar.map(({ id }: { id: string }) => id).sort()).toEqual(['elm', 'plant', 'tree'])
  expect((await json('ontology evaluate lines.json --pairs rated-nature.csv')).spearman).toBeGreaterThan(0)
})

test('ontology train takes the gamma loss and kernels on descriptors, and says what holds for them', async () => {
  const gamma = await run('ontology train nature.csv --sample 12 --lambda 0.01 --loss gamma --gamma 0.5 --out gamma.json')
  expect(gamma.status).toBe(0)
  expect(gamma.stderr).toContain('the gamma loss is not convex: no theorem is about this model')
  expect(gamma.stdout).not.toContain('duality gap')
  expect((await run('ontology audit gamma.json')).stderr).toContain('no theorem says how far its scores may move')
  writeFileSync(join(folder, 'numbers.csv'), 'term,x\noak,1\nelm,2\ncat,-3\nrock,5\n')
  const rbf = await json('ontology train nature.csv --sample 12 --kernel rbf --descriptors depth,ic --vectors numbers.csv --out rbf.json')
  expect(rbf).toMatchObject({ kernel: { kind: 'rbf', width: Math.sqrt(3) }, descriptors: ['depth', 'ic', 'x'] })
  expect(await json('ontology audit rbf.json --replacements 5')).toMatchObject({ holds: true })
})

test('certify says what the theorems say about an ontology model, and what is known', async () => {
  const { certificates, population, heldOut } = await json('certify nature.json --delta 0.1')
  expect(certificates.map(({ theorem }: { theorem: string }) => theorem)).toEqual(['o-t14', 'o-c17', 'o-t10', 'o-t12', 'o-c15', 'o-t5'])
  expect(heldOut).toEqual([])
  expect(population.hinge).toBeLessThan(population.pairs)
  expect((await run('certify nature.json')).stdout).toMatch(/^What to act on\n {2}Over all terms of the branches the mean hinge is /)
  const { stdout } = await run('certify nature.json --theory')
  expect(stdout).toContain('Theorem 14, how far scores move')
  expect(stdout).toContain('✓ holds')
  expect((await run('certify nature.json --train gold.csv')).stderr).toContain('leave out --train, --held-out and --engine')
  const wide = await json('certify nature.json --gamma 2 --against nature.json')
  const of = (name: string) => wide.certificates.find(({ theorem }: { theorem: string }) => theorem === name)
  expect(of('o-t12').constants.gamma.value).toBe(2)
  expect(of('o-t5').constants.infimum.value).toBeCloseTo(population.hinge, 12)
  expect(of('o-t5').assumptions.at(-1).holds).toBe(false)
  expect((await run('certify gamma.json')).stdout).toContain('is not convex')
})

test('ontology evaluate measures a model and a classical measure alike', async () => {
  writeFileSync(join(folder, 'gold.csv'), 'dog,cat,3\noak,elm,4\ndog,oak,1\ncat,tree,0\n')
  writeFileSync(join(folder, 'experts.csv'), 'oak,elm;tree;plant\nunicorn,dog\n')
  const learned = await json('ontology evaluate nature.json --pairs gold.csv --neighbours experts.csv --at 3 --skip-unknown')
  expect(learned).toMatchObject({ pairs: 4, skipped: 0, at: 3, 'p@n': 1, neighbours: { terms: 1, skipped: 1, short: 0 } })
  expect(learned.spearman).toBeGreaterThan(0)
  expect(learned.partite.all).toBe(0)
  const classical = await json(
    'ontology evaluate nature.csv --measure path --pairs gold.csv --neighbours experts.csv --at 2 --skip-unknown',
  )
  expect(classical).toMatchObject({ measure: 'path', pairs: 4, 'p@n': 1.5 / 2 })
  expect(classical).not.toHaveProperty('partite')
  const { stdout } = await run('ontology evaluate nature.json --pairs gold.csv')
  expect(stdout).toMatch(/^nature\.json: an ontology model\n\n {2}Spearman +0\.\d{4} {2}of 4 rated pairs\n/)
})

test.each([
  ['ontology similar nature.json', 2, 'Give a term, --pairs PAIRS or --matrix FILE.'],
  ['ontology similar nature.json oak --pairs asked.csv', 2, 'Give a term, --pairs PAIRS or --matrix FILE.'],
  ['ontology similar nature.json --pairs asked.csv --top 3', 2, '--top and --above go with a term.'],
  ['ontology similar nature.json oak --threads 2', 2, '--threads would change nothing: it only works with --matrix'],
  ['ontology train nature.csv --kernel rbf --descriptors height --out x.json', 1, 'There is no descriptor "height"'],
  ['ontology evaluate nature.json', 2, 'Give --pairs GOLD, --neighbours FILE or both.'],
  ['ontology evaluate nature.json --pairs gold.csv --at 3', 2, '--at would change nothing: it only works with --neighbours'],
  ['ontology evaluate nature.json --pairs gold.csv --ic seco', 2, '--ic would change nothing: it only works with --measure'],
  [
    'ontology evaluate nature.csv --measure path --ic seco --pairs gold.csv',
    2,
    '--ic would change nothing: it only works with --measure resnik, lin',
  ],
  ['ontology evaluate nature.json --pairs pairs.csv', 1, 'pairs.csv:1:1: the pairs have no ratings'],
  ['ontology evaluate nature.json --neighbours experts.csv', 1, 'experts.csv:2:1: there is no term "unicorn"'],
  ['ontology baseline nature.csv --measure path --matrix all.xls', 2, 'all.xls: a table of similarities needs a name that ends with'],
  ['ontology draw nature.csv --around oak --out oak.png', 2, 'oak.png: a picture in SVG needs a name that ends with .svg'],
  ['ontology train nature.csv --out nature.csv.gz', 2, 'a model is JSON, and a name that ends with .csv says something else'],
  ['ontology draw nature.csv --line --out line.svg', 1, 'nature.csv: this is an ontology, not a model. Give the model that'],
  ['ontology draw nature.json --around oak --relations is_a --out oak.svg', 2, 'give its file with --ontology'],
  ['ontology learn nature.csv --pairs gold.csv --held-out 0 --delta 0.1 --out x.json', 2, '--delta would change nothing'],
  ['ontology audit nature.csv', 1, 'nature.csv: this is an ontology, not a model. Give the model that'],
  ['ontology similar nature.json oak --why elm,ELM', 2, '--why names one term twice'],
  ['export nature.json --to js --out nature.js', 1, 'this is an ontology model'],
])('%s: exit %i', async (words, status, message) => {
  const outcome = await run(words)
  expect(outcome.status, outcome.stderr).toBe(status)
  expect(outcome.stderr).toContain(message)
})

test('ontology train and similar say what is wrong', async () => {
  const fails = async (words: string, status: number, message: string) => {
    const outcome = await run(words)
    expect(outcome.status, outcome.stderr).toBe(status)
    expect(outcome.stderr).toContain(message)
  }
  await fails('ontology train pets.obo --parts branches --out m.json', 1, 'The term A:1 has one branch below it')
  await fails('ontology train pets.obo --root animl --out m.json', 1, 'Did you mean "animal"')
  await fails('ontology train pets.obo --root animal', 2, '--out is missing')
  await fails(
    'ontology train pets.obo --root animal --kernel diffusion --epsilon 2 --out m.json',
    2,
    '--epsilon would change nothing: it only works with --kernel graph-laplacian',
  )
  await fails('ontology train pets.obo --root animal --sample 2 --out pets.json', 0, '')
  await fails('ontology similar pets.json dogg', 1, 'Did you mean "dog"')
  await fails('ontology similar pets.json dog --top 2 --above 0.5', 2, 'Give --top or --above, not both.')
  await fails('ontology similar pets.obo dog', 1, 'pets.obo: this is an ontology, not a model. Give --measure, such as lin,')
})

test.each([
  [
    'a cycle, with its path',
    'round.obo',
    '[Term]\nid: A\nis_a: B\n[Term]\nid: B\nis_a: C\n[Term]\nid: C\nis_a: A\n',
    '',
    1,
    'round.obo:3: the terms form a cycle: A -> B -> C -> A',
  ],
  [
    'two terms with one id, with both places',
    'twice.obo',
    '[Term]\nid: A\n[Term]\nid: B\n[Term]\nid: A\n',
    '',
    1,
    'twice.obo:6: the term A is defined a second time here; the first time is at twice.obo:2',
  ],
  ['a relation that is not there', 'plain.csv', 'b,a\nc,a\n', '--relations part_off', 2, 'The ontology has no relation "part_off".'],
  ['no branch below the root', 'plain.csv', 'b,a\nc,a\n', '--root b --parts branches', 1, 'The term b has no branches below it'],
  ['one branch only', 'single.csv', 'b,a\nc,b\n', '--parts branches', 1, 'The term a has one branch below it'],
  [
    'a term that is not there',
    'named.obo',
    '[Term]\nid: X:1\nname: plant cell\n[Term]\nid: X:2\nis_a: X:1\n',
    '--root plant_cel',
    1,
    'there is no term "plant_cel" in the ontology. Did you mean "plant cell" (X:1)?',
  ],
  ['UTF-16', 'wide.obo', Buffer.from('[Term]\nid: A\n', 'utf16le'), '', 1, 'wide.obo:1:1: the file is UTF-16 text. Save it as UTF-8.'],
  ['Latin-1', 'latin.obo', Buffer.from('[Term]\nid: A\nname: caf\u00e9\n', 'latin1'), '', 1, 'latin.obo:3'],
  ['an empty file', 'empty.obo', '', '', 1, 'empty.obo'],
  ['one term only', 'alone.csv', 'only\n', '', 1, 'The ontology has one term, and ranking needs at least two.'],
  ['a rate without a term', 'plain.csv', 'b,a\nc,a\n', '--rates rates.csv', 1, 'rates.csv:1: there is no term "animal" in the ontology'],
])('%s is reported with its place', async (_, file, content, more, status, message) => {
  writeFileSync(join(folder, file), content)
  const outcome = await run(`ontology train ${file} --out never.json ${more}`.trim())
  expect({ status: outcome.status, stdout: outcome.stdout }, outcome.stderr).toEqual({ status, stdout: '' })
  expect(outcome.stderr).toContain(message)
  expect(outcome.stderr).not.toMatch(/\n {4}at /)
})
