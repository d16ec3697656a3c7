import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../numeric/random.ts'
import { type Problem, RankwrightError } from '../../problems/problem.ts'
import { copyRow, type RankingLists } from '../lists/rankingLists.ts'
import { encodeUtf8 } from '../text/utf8.ts'
import { longestLine } from './letorLine.ts'
import { letorParser, parseLetor } from './letorParser.ts'

const row = (lists: RankingLists, index: number): number[] => {
  const values = new Float64Array(lists.width)
  copyRow(lists, index, values)
  return [...values]
}

/** `code file:line:column` of the problem that the text is refused for. */
function refusal(text: string | Uint8Array, options = {}): string {
  try {
    parseLetor(text, { file: 'f', ...options })
  } catch (error) {
    if (!(error instanceof RankwrightError)) throw error
    const [problem] = error.problems
    if (!('at' in problem) || problem.at === undefined) return problem.code
    return `${problem.code} ${problem.at.file}:${problem.at.line}:${problem.at.column}`
  }
  return 'accepted'
}

describe('what a row means', () => {
  test('a label, a list, and features from 1 with those left out being 0', () => {
    const lists = parseLetor('2 qid:a 1:0.5 3:-4\n0 qid:a 2:1\n1 qid:b 3:1e-3\n')
    expect([...lists.labels]).toEqual([2, 0, 1])
    expect(lists.listIds).toEqual(['a', 'b'])
    expect([...lists.offsets]).toEqual([0, 2, 3])
    expect(lists.width).toBe(3)
    expect([0, 1, 2].map((index) => row(lists, index))).toEqual([
      [0.5, 0, -4],
      [0, 1, 0],
      [0, 0, Math.fround(1e-3)],
    ])
    expect(lists.sourceRows).toBeUndefined()
  })

  test('white space, line ends, blank and comment lines and a byte order mark change nothing', () => {
    const plain = parseLetor('1 qid:7 1:2 2:3\n0 qid:7 1:4\n')
    for (const text of [
      '1 qid:7 1:2 2:3\r\n0 qid:7 1:4\r\n',
      '1 qid:7 1:2 2:3\n0 qid:7 1:4',
      '1 qid:7 1:2 2:3\r\n0 qid:7 1:4\r',
      '\uFEFF1 qid:7 1:2 2:3\n0 qid:7 1:4\n',
      '  1\tqid:7\t1:2  2:3 \t\n0 qid:7 1:4\t\n',
      '# header\n\n \t\n1 qid:7 1:2 2:3\n   # more\r\n\r\n0 qid:7 1:4\n',
    ]) {
      expect(parseLetor(text)).toEqual(plain)
    }
  })

  test('labels are any finite real, lists any token', () => {
    const lists = parseLetor('-1.5 qid:query#1 1:1\n+3e2 qid:größe 1:1\n.5 qid:0.1:2 1:1\n12 qid:" 1:1\n')
    expect([...lists.labels]).toEqual([-1.5, 300, 0.5, 12])
    expect(lists.listIds).toEqual(['query#1', 'größe', '0.1:2', '"'])
  })

  test('NULL, NA and nan in any case are missing', () => {
    const lists = parseLetor('0 qid:1 1:NULL 2:null 3:nan 4:NaN 5:NA 6:na 7:-nan 8:1\n')
    expect(row(lists, 0)).toEqual([...new Array(7).fill(Number.NaN), 1])
  })

  test('rows of a list may be scattered, and the place of each is kept', () => {
    const lists = parseLetor('0 qid:a 1:1\n1 qid:b 1:2\n2 qid:a 1:3\n3 qid:c 1:4\n4 qid:b 1:5\n')
    expect(lists.listIds).toEqual(['a', 'b', 'c'])
    expect([...lists.offsets]).toEqual([0, 2, 4, 5])
    expect([...lists.labels]).toEqual([0, 2, 1, 4, 3])
    expect([...lists.sourceRows!]).toEqual([0, 2, 1, 4, 3])
    expect([0, 1, 2, 3, 4].map((index) => row(lists, index)[0])).toEqual([1, 3, 2, 5, 4])
  })

  test('a comment may follow a value directly, and a row may have no features', () => {
    const lists = parseLetor('0 qid:1 2:0.25#note\n1 qid:1\n1 qid:1 # none\n')
    expect([0, 1, 2].map((index) => row(lists, index))).toEqual([
      [0, 0.25],
      [0, 0],
      [0, 0],
    ])
  })
})

describe('item ids', () => {
  const items = (...comments: string[]) => parseLetor(comments.map((comment) => `0 qid:1 1:1 ${comment}\n`).join('')).itemIds

  test('are X of "docid = X", or the comment when it is one token', () => {
    expect(items('#docid = GX008-86-4444840 inc = 1 prob = 0.086622', '# DocID=7', '# d3 ', '#größe')).toEqual([
      'GX008-86-4444840',
      '7',
      'd3',
      'größe',
    ])
    expect(items('# docid = "red shoes" more', '# docid = "a\\"b"', '# docid = "open')).toEqual(['red shoes', 'a"b', '"open'])
  })

  test('are there only when every row has one', () => {
    expect(items('# a', '# two words')).toBeUndefined()
    expect(items('# a', '')).toBeUndefined()
    expect(items('# docid =', '# a')).toBeUndefined()
  })

  test('follow their rows when lists were scattered', () => {
    expect(parseLetor('0 qid:a # a1\n0 qid:b # b1\n0 qid:a # a2\n').itemIds).toEqual(['a1', 'a2', 'b1'])
  })
})

describe('numbers', () => {
  const read = (text: string) => row(parseLetor(`0 qid:1 1:${text}\n`), 0)[0]

  test('are those that Number reads, rounded to 32 bits', () => {
    const tokens = [
      '0',
      '-0',
      '1',
      '-1.',
      '.5',
      '0.1',
      '123456789.125',
      '9007199254740993',
      '0.000000000000000000000001',
      '1e22',
      '1E+30',
      '3e-30',
    ]
    tokens.push('0.30000000000000004', '00012', '12345678901234567890', '1e0', '-1.5e-7', '3.4028234e38', '16777217', '0.1e1', '1e-45')
    tokens.push(
      `0.${'0'.repeat(30)}5`,
      '9'.repeat(38),
      `1${'0'.repeat(400)}e-400`,
      '7450580596923828125e-27',
      '1.00000017881393432617187499',
      '12681058.500000001',
      '92122004.00000001',
    )
    for (const token of tokens) expect([token, read(token)]).toEqual([token, Math.fround(Number(token))])
  })

  test('of any shape agree with Number', () => {
    const digits = (length: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: length })
    const number = fc
      .tuple(fc.constantFrom('', '-', '+'), digits(20), fc.option(digits(25)), fc.option(fc.integer({ min: -45, max: 18 })))
      .map(
        ([sign, whole, fraction, exponent]) =>
          `${sign}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
      )
      .filter((token) => Number.isFinite(Math.fround(Number(token))))
    fc.assert(
      fc.property(number, (token) => Object.is(read(token), Math.fround(Number(token)))),
      { numRuns: 1000 },
    )
  })

  test('of up to nine digits before and nine after the point become the nearest float', () => {
    const digits = fc.integer({ min: 0, max: 9 })
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.nat(999_999_999), digits, (whole, fraction, decimals) => {
        const token = `${whole}.${decimals === 0 ? '' : String(fraction % 10 ** decimals).padStart(decimals, '0')}`
        return Object.is(read(token), Math.fround(Number(token)))
      }),
    )
  })

  test('of many decimals are rounded once, also beside the middle between two floats', () => {
    const random = seededRandom(11)
    const bits = new Uint32Array(1)
    const float = new Float32Array(bits.buffer)
    for (let i = 0; i < 1000; i++) {
      float[0] = 10 ** (6 * random.uniform() - 3)
      const below = float[0]
      bits[0]++
      const middle = ((below + float[0]) / 2).toFixed(30).replace(/0+$/, '')
      const cut = middle.slice(0, middle.indexOf('.') + 14 + random.integer(8))
      const sign = i % 3 === 0 ? '-' : ''
      for (const digits of [middle, cut, `${cut}${random.integer(1e6)}`, `${cut}9999999`, `${cut}0000001`, String(random.uniform())]) {
        const token = `${sign}${digits}`
        const wanted = Math.fround(Number(token))
        for (const after of ['\n', ' 2:1 3:1\n', '#a comment\n', '\r\n']) {
          const found = row(parseLetor(`0 qid:1 1:${token}${after}`), 0)[0]
          if (found !== wanted) expect([token, after, found]).toEqual([token, after, wanted])
        }
        if (read(`${token}e1`) !== Math.fround(Number(`${token}e1`))) expect.unreachable(`${token}e1`)
      }
    }
    for (const token of ['0.1234567890123456x', '0.1234567890123456.1', '0.12345678901234567:', '0.12345678901234567-']) {
      expect(() => parseLetor(`0 qid:1 1:${token} 2:1 3:1\n`)).toThrow(`"${token}"`)
    }
  })

  test('too small for 32 bits are read as what is left of them and noted once', () => {
    const notes: Problem[] = []
    const lists = parseLetor('0 qid:1 1:1e-50 2:1e-40\n0 qid:1 1:-1e-60 2:1e-20\n', { file: 'f', onNote: (note) => notes.push(note) })
    expect(row(lists, 0)).toEqual([0, Math.fround(1e-40)])
    const at = { file: 'f', line: 1, column: 11 }
    expect(notes).toEqual([{ area: 'data', code: 'value-too-small', at, feature: '1', found: '1e-50', read: 0, times: 3 }])
  })
})

describe('malformed rows are refused with their place', () => {
  test.each([
    ['x qid:1 1:1\n', 'label-not-a-number f:1:1'],
    ['0 qid:1 1:1\n  1,5 qid:1 1:1\n', 'label-not-a-number f:2:3'],
    ['qid:1 1:1\n', 'label-not-a-number f:1:1'],
    ['0x10 qid:1 1:1\n', 'label-not-a-number f:1:1'],
    ['NULL qid:1 1:1\n', 'label-not-a-number f:1:1'],
    ['nan qid:1 1:1\n', 'label-not-finite f:1:1'],
    ['-inf qid:1 1:1\n', 'label-not-finite f:1:1'],
    ['1e400 qid:1 1:1\n', 'label-not-finite f:1:1'],
    ['1\n', 'no-list f:1:2'],
    ['1 \t1:0.5\n', 'no-list f:1:4'],
    ['1 # comment\n', 'no-list f:1:3'],
    ['1 QID:1 1:1\n', 'no-list f:1:3'],
    ['1 qid: 1:1\n', 'list-empty f:1:3'],
    ['1 qid:\r\n', 'list-empty f:1:3'],
    ['1 qid:1 5\n', 'feature-without-colon f:1:9'],
    ['1 qid:1 1:1 0.5 # x\n', 'feature-without-colon f:1:13'],
    ['1 qid:1 1:1 two\n', 'feature-without-colon f:1:13'],
    ['1 qid:1 a:1\n', 'feature-id-not-a-number f:1:9'],
    ['1 qid:1 1.5:1\n', 'feature-id-not-a-number f:1:9'],
    ['1 qid:1 -1:1\n', 'feature-id-not-a-number f:1:9'],
    ['1 qid:1 :1\n', 'feature-id-not-a-number f:1:9'],
    ['1 qid:1 qid:2 1:1\n', 'feature-id-not-a-number f:1:9'],
    ['1 qid:1 0:1 1:1\n', 'feature-id-zero f:1:9'],
    ['1 qid:1 1:1 1:1\n', 'feature-twice f:1:13'],
    ['1 qid:1 1:1 3:1 2:1\n', 'feature-ids-descend f:1:17'],
    ['1 qid:1 2147483648:1\n', 'feature-id-too-large f:1:9'],
    [`1 qid:1 ${'9'.repeat(400)}:1\n`, 'feature-id-too-large f:1:9'],
    ['1 qid:1 1:\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1: 2:1\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:x\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:1.2.3\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:1e\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:1e+ 2:1\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:.\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:-\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:--1\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:1_0\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:0x1\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:1:2\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:nulls\n', 'value-not-a-number f:1:11'],
    ['1 qid:1 1:1e400\n', 'value-too-large f:1:11'],
    ['1 qid:1 1:1e39\n', 'value-too-large f:1:11'],
    ['1 qid:1 1:-3.5e38\n', 'value-too-large f:1:11'],
    ['1 qid:1 1:inf\n', 'value-too-large f:1:11'],
    ['1 qid:1 1:1\r2:1\n', 'stray-carriage-return f:1:12'],
    ['1 qid:1 1:1 \r1 qid:1 1:2\r', 'stray-carriage-return f:1:13'],
    ['1 qid:1 1:1\u000b2:1\n', 'not-text f:1:12'],
    ['1 qid:1 1:\0\n', 'not-text f:1:11'],
    ['1 qid:1 1:1 # a\0b\n', 'not-text f:1:16'],
    ['1 qid:a\u0001b 1:1\n', 'not-text f:1:8'],
    ['', 'no-rows f:1:1'],
    ['\n\n# only comments\n', 'no-rows f:1:1'],
  ])('%j', (text, expected) => {
    expect(refusal(text)).toBe(expected)
    expect(refusal(`0 qid:1 1:1\n${text}`)).toBe(expected.startsWith('no-rows') ? 'accepted' : moved(expected))
  })

  const moved = (expected: string) => expected.replace(/f:(\d+):/, (_, line) => `f:${Number(line) + 1}:`)

  test('bytes that are no text', () => {
    expect(refusal(Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 10))).toBe('not-text f:1:1')
    expect(refusal(Uint8Array.of(0xff, 0xfe, 0x31, 0, 0x20, 0, 10))).toBe('in-utf-16 f:1:1')
    expect(refusal(Uint8Array.of(0x31, 0xe4, 0x20, 10))).toBe('not-text f:1:2')
    expect(refusal(Uint8Array.of(...encodeUtf8('1 qid:a'), 0xe4, ...encodeUtf8(' 1:1\n')))).toBe('not-utf8 f:1:7')
  })

  test('a message says what stands there, where, and what to do', () => {
    expect(() => parseLetor('0 qid:1 1:1\n2 qid:1 3:abc\n', { file: 'train.txt' })).toThrow(
      'train.txt:2:11: feature 3 is "abc", not a number. Give a number, or NULL if the value is missing.',
    )
  })

  test('a message shows the start of a long token and nothing that a terminal would obey', () => {
    expect(() => parseLetor(`0 qid:1 1:${'a'.repeat(1000)}\n`)).toThrow(`"${'a'.repeat(40)}…"`)
    expect(() => parseLetor('0 qid:1 é:1\n')).toThrow('"\\xc3\\xa9"')
  })
})

describe('very long lines', () => {
  test('beyond the limit are refused, in one piece or in many', () => {
    const long = encodeUtf8(`0 qid:1 1:1 # ${'x'.repeat(longestLine)}\n`)
    expect(refusal(long)).toBe(`line-too-long f:1:${longestLine + 1}`)
    const problems: Problem[] = []
    const parser = letorParser('f', { onProblem: (problem) => problems.push(problem) })
    for (const text of [encodeUtf8('1 qid:1 1:1\n'), long, encodeUtf8('2 qid:1 1:2\n'), long.slice(0, -1)]) {
      for (let start = 0; start < text.length; start += 100_000) parser.push(text.subarray(start, start + 100_000))
    }
    expect([...parser.finish().labels]).toEqual([1, 2])
    expect(problems).toMatchObject([
      { code: 'line-too-long', at: { line: 2 } },
      { code: 'line-too-long', at: { line: 4 } },
    ])
  })

  test('within the limit are read', () => {
    const text = `0 qid:1 ${Array.from({ length: 500_000 }, (_, id) => `${id + 1}:1`).join(' ')}\n`
    expect(parseLetor(text).width).toBe(500_000)
    expect(refusal(`0 qid:1 1:${'1'.repeat(5_000_000)}\n`)).toBe('value-too-large f:1:11')
    expect(refusal(`0 qid:1 1:${'1'.repeat(5_000_000)}x\n`)).toBe('value-not-a-number f:1:11')
    expect(refusal(`${'1'.repeat(5_000_000)} qid:1 1:1\n`)).toBe('label-not-finite f:1:1')
  })
})

describe('faulty rows can be passed over', () => {
  test('each is reported, the others are read', () => {
    const problems: Problem[] = []
    const text = '0 qid:1 1:1\nx qid:1 1:2\n1 qid:1 2:x\n2 qid:9 1:1 1:2\n3 qid:2 1:5\n'
    const lists = parseLetor(text, { onProblem: (problem) => problems.push(problem) })
    expect([...lists.labels]).toEqual([0, 3])
    expect(lists.listIds).toEqual(['1', '2'])
    expect(lists.width).toBe(1)
    expect(problems.map(({ code }) => code)).toEqual(['label-not-a-number', 'value-not-a-number', 'feature-twice'])
  })

  test('a file with no readable row gives no lists', () => {
    const problems: Problem[] = []
    const lists = parseLetor('nothing here\n', { onProblem: (problem) => problems.push(problem) })
    expect([lists.labels.length, lists.listIds.length, problems.length]).toEqual([0, 0, 1])
  })
})

describe('sidecars', () => {
  const groups = (...sizes: number[]) => ({ groups: { file: 'f.query', sizes } })
  const weights = (...values: number[]) => ({ weights: { file: 'f.weight', values } })

  test('give the sizes of the lists of rows without qid', () => {
    const lists = parseLetor('1 1:1\n0 1:2\n2 1:3\n', groups(2, 1))
    expect(lists.listIds).toEqual(['1', '2'])
    expect([...lists.offsets]).toEqual([0, 2, 3])
  })

  test('are not needed where rows name their list', () => {
    expect(parseLetor('1 qid:a 1:1\n0 qid:b 1:2\n', groups(2)).listIds).toEqual(['a', 'b'])
  })

  test('must add up', () => {
    expect(refusal('1 1:1\n0 1:2\n2 1:3\n', groups(2, 2))).toBe('group-sizes-do-not-add-up f.query:2:1')
    expect(refusal('1 1:1\n0 1:2\n2 1:3\n', groups(2))).toBe('group-sizes-do-not-add-up f.query:2:1')
    expect(refusal('1 1:1\n0 1:2\n2 1:3\n', groups(3, 1, 1))).toBe('group-sizes-do-not-add-up f.query:2:1')
  })

  test('count rows that cannot be read', () => {
    const lists = parseLetor('1 1:1\nx 1:2\n2 1:3\n', { ...groups(2, 1), onProblem: () => {} })
    expect([...lists.offsets]).toEqual([0, 1, 2])
  })

  test('do not mix with qids', () => {
    expect(refusal('1 1:1\n0 qid:1 1:2\n', groups(2))).toBe('list-not-expected f:2:3')
    expect(refusal('1 qid:1 1:1\n0 1:2\n', groups(2))).toBe('no-list f:2:3')
  })

  test('give weights of whole lists', () => {
    const text = '1 qid:a 1:1\n0 qid:b 1:2\n2 qid:a 1:3\n'
    expect([...parseLetor(text, weights(0.5, 2, 0.5)).listWeights!]).toEqual([0.5, 2])
    expect(refusal(text, weights(0.5, 2, 1))).toBe('weights-differ-in-list f.weight:3:1')
    expect(refusal(text, weights(0.5, 2))).toBe('weights-do-not-match f.weight:3:1')
    expect(refusal(text, weights(0.5, 2, 0.5, 1))).toBe('weights-do-not-match f.weight:4:1')
  })
})

describe('layout', () => {
  test('wide data becomes sparse, and takes megabytes instead of hundreds', () => {
    const width = 65_097
    const text = Array.from({ length: 200 }, (_, index) => `1 qid:${index % 7} ${index + 1}:1 1000:0 ${width - index}:0.5\n`).join('')
    const { features, ...lists } = parseLetor(text)
    expect(lists.width).toBe(width)
    expect(features.kind).toBe('sparse')
    expect(features.values.length).toBe(400)
    const first = { features, ...lists } as RankingLists
    expect(row(first, 1).flatMap((value, column) => (value === 0 ? [] : [[column + 1, value]]))).toEqual([
      [8, 1],
      [width - 7, 0.5],
    ])
  })

  test('rows keep their values when later ones name more features', () => {
    const count = 3000
    const text = Array.from({ length: count }, (_, index) => `0 qid:1 1:${index} ${2 + Math.floor(index / 100)}:${index + 1}\n`).join('')
    const lists = parseLetor(text)
    expect(lists.width).toBe(2 + Math.floor((count - 1) / 100))
    for (let index = 0; index < count; index += 97) {
      const expected = new Array(lists.width).fill(0)
      expected[0] = index
      expected[1 + Math.floor(index / 100)] = index + 1
      expect(row(lists, index)).toEqual(expected)
    }
  })

  test('does not depend on where the text is cut', () => {
    const text = encodeUtf8('\uFEFF# x\r\n1 qid:ä 1:0.5 2:1e-3 # docid = A\r\n\r\n0 qid:b 1:NULL # docid = B\n2 qid:ä 3:7 # docid = "C d"')
    const whole = parseLetor(text)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: text.length })), (cuts) => {
        const parser = letorParser('f')
        const places = [0, ...cuts.sort((a, b) => a - b), text.length]
        for (let i = 1; i < places.length; i++) parser.push(text.slice(places[i - 1], places[i]))
        expect(parser.finish()).toEqual(whole)
      }),
    )
  })
})
