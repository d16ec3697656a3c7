import { edgeOntology } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { hierarchyOf } from '../structure/hierarchy.ts'
import { drawLine } from './drawLine.ts'
import { drawNeighbourhood } from './drawNeighbourhood.ts'
import { neighbourhoodOf } from './neighbourhood.ts'
import { escaped } from './svg.ts'
import { fitted, textWidth, wrapped } from './textWidth.ts'

// Two ways up from x: root > a > x and root > b > c > x.
const hierarchy = hierarchyOf(edgeOntology('a,root\nb,root\nc,b\nx,c\nx,a\ny,a\nz,a\nw,x\nv,x\nu,x\n'))
const { ids, indexOfId } = hierarchy.ontology
const number = (id: string) => indexOfId.get(id) ?? -1
const lin = { name: 'Lin', similarity: { of: (a: number, b: number) => 1 / (1 + Math.abs(a - b)) } }
const of = (terms: readonly number[]) => terms.map((term) => ids[term])

test('the way from the root is a shortest one; siblings and children are the nearest, and the rest is counted', () => {
  const nearness = (term: number) => ({ z: 0.9, y: 0.1, v: 0.5, u: 0.5, w: Number.NaN })[ids[term]] ?? 0
  const around = neighbourhoodOf(hierarchy, number('x'), nearness, { siblings: 1, children: 2 })
  expect([of(around.path), of(around.otherParents)]).toEqual([['root', 'a'], ['c']])
  expect([of(around.siblings), around.moreSiblings]).toEqual([['z'], 1])
  expect([of(around.children), around.moreChildren]).toEqual([['v', 'u'], 1])
  const top = neighbourhoodOf(hierarchy, number('root'), nearness, { siblings: 3, children: 3 })
  expect([top.path, top.siblings, top.moreSiblings, of(top.children)]).toEqual([[], [], 0, ['a', 'b']])
})

test('names are escaped, the picture has a title and a description, and the same bytes each time', () => {
  const hostile = hierarchyOf(edgeOntology('<script>alert(1)</script>,"a ""b"" & c"\n'))
  const draw = () => {
    const around = neighbourhoodOf(hostile, 0, () => 0, { siblings: 1, children: 1 })
    return drawNeighbourhood(hostile, around, [1], { classical: lin, learned: { ...lin, name: 'learned' } })
  }
  const svg = draw()
  expect(svg).toBe(draw())
  expect(svg).not.toContain('<script>')
  expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(svg).toMatch(/<title id="title">Around &lt;script&gt;/)
  expect(svg).toMatch(/<desc id="description">Way from the root: a &quot;b&quot; &amp; c, .*Most similar: .*learned 0\.50, Lin 0\.50/)
  expect(svg).toContain('prefers-color-scheme:dark')
  expect(escaped('a\u0000b\ud800c\u{1f600}')).toBe('a\ufffdb\ufffdc\u{1f600}')
})

test('every term that is drawn has a bar for each similarity, whose length is its value', () => {
  const around = neighbourhoodOf(hierarchy, number('x'), () => 0, { siblings: 9, children: 9 })
  const svg = drawNeighbourhood(hierarchy, around, [], {
    classical: lin,
    learned: { name: 'learned', similarity: { of: () => Number.NaN } },
  })
  const drawn = around.path.length + around.siblings.length + around.children.length
  expect(svg.match(/class="groove"/g)).toHaveLength(2 * drawn)
  expect(svg.match(/class="classical"/g)).toHaveLength(drawn)
  expect(svg).not.toContain('class="learned" x')
  expect(svg.match(/–/g)).toHaveLength(drawn)
  expect(svg).not.toContain('NaN')
  expect(svg).toContain('width="50" height="8"') // 1 / (1 + 1) of 100
})

test('a text is cut where its room ends, by letters and not by halves of them', () => {
  expect(fitted('short', 13, 200)).toBe('short')
  for (const text of ['a very long name of a term that goes on and on', '漢字漢字漢字漢字漢字', '😀😀😀😀😀😀😀😀']) {
    const cut = fitted(text, 13, 80)
    expect(textWidth(cut, 13)).toBeLessThanOrEqual(80)
    expect(cut).toMatch(/…$/)
    expect(cut).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  }
})

test('lines of text fit and keep every word; a word that is too wide is cut', () => {
  const text = 'each row is a part, the lowest rate first'
  const lines = wrapped(text, 12, 120)
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join(' ')).toBe(text)
  for (const line of [...lines, ...wrapped('x'.repeat(99), 12, 120)]) expect(textWidth(line, 12)).toBeLessThanOrEqual(120)
})

/** Where texts, about, and bars end. */
function rightEnds(svg: string): number[] {
  const texts = Array.from(svg.matchAll(/<text x="([\d.]+)"([^>]*)>([^<]*)</g), ([, x, rest, text]) => {
    const size = rest.includes('head') ? 18 : rest.includes('quiet') ? 12 : 13
    return Number(x) + (rest.includes('"end"') ? 0 : rest.includes('"middle"') ? 0.5 : 1) * textWidth(text, size)
  })
  return [...texts, ...Array.from(svg.matchAll(/x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g), ([, x, width]) => Number(x) + Number(width))]
}

test('pictures for narrow pages show the same terms and bars, and nothing beyond their edge', () => {
  const named = hierarchyOf(
    edgeOntology(
      ['b,a', 'c,b', 'd,c', 'e,d', 'f,e', 'g,e'].map((edge) => edge.replaceAll(/\w/g, '$& of a very long name indeed')).join('\n'),
    ),
  )
  const around = neighbourhoodOf(named, 4, () => 0, { siblings: 9, children: 9 })
  const draw = (layout: 'wide' | 'narrow') =>
    drawNeighbourhood(named, around, [1, 2], { classical: lin, learned: { ...lin, name: 'learned' } }, layout)
  const scores = Float64Array.from(named.ontology.ids, (_, term) => term)
  const line = {
    ids: named.ontology.ids,
    names: named.ontology.ids,
    scores,
    parts: [{ id: 'x', rate: 1, members: Int32Array.of(0, 1, 2) }],
  }
  for (const svg of [draw('narrow'), drawLine(line, 3, 'narrow'), drawLine(line, 2, 'narrow')]) {
    expect(svg).toContain('<svg xmlns="http://www.w3.org/2000/svg" width="340"')
    expect(Math.max(...rightEnds(svg))).toBeLessThanOrEqual(340)
  }
  for (const mark of [/class="groove"/g, /class="(?:dot|here)"/g])
    expect(draw('narrow').match(mark)?.length).toBe(draw('wide').match(mark)?.length)
})

const part = (rate: number, ...members: number[]) => ({ id: ids[members[0] ?? 0], rate, members: Int32Array.from(members) })

test('the line has a row for each part, lowest rate first, and a mark at a term', () => {
  const scores = Float64Array.from(ids, (_, term) => term / 10)
  const svg = drawLine({ ids, names: ids, scores, parts: [part(2, 0, 1, 2), part(1, 3, 4, 5, 6)] }, 4)
  expect(svg.indexOf('rate 1, 4 terms')).toBeLessThan(svg.indexOf('rate 2, 3 terms'))
  expect(svg.match(/class="tick"/g)).toHaveLength(2)
  expect(svg).toContain(`<title id="title">The learned line, its parts, and ${ids[4]}</title>`)
})

test('many parts share rows in the order of their rates, and all-equal scores have a place too', () => {
  const many = Array.from({ length: 400 }, (_, term) => `t${term}`)
  const parts = many.map((id, term) => ({ id, rate: 400 - term, members: Int32Array.of(term) }))
  const svg = drawLine({ ids: many, names: many, scores: new Float64Array(400), parts })
  expect(svg.match(/class="tick"/g)).toHaveLength(16)
  expect(svg).toContain('25 parts')
  expect(svg).toContain('rates 376 to 400, 25 terms')
  expect(svg).not.toContain('NaN')
})
