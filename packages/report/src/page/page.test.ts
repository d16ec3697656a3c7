import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { csvAddress } from './csv.ts'
import { numbersHtml } from './figureHtml.ts'
import { escaped, html } from './html.ts'
import { pageText } from './page.ts'
import { stylesheet, stylesheetHash } from './stylesheet.ts'
import { tableHtml } from './tableHtml.ts'

test('the policy names the stylesheet by its hash', () => {
  expect(stylesheetHash).toBe(`sha256-${createHash('sha256').update(stylesheet).digest('base64')}`)
  const text = pageText({ kind: 'a', name: 'b', summary: 'c', tiles: [], sections: [] })
  expect(text).toContain(`<style>${stylesheet}</style>`)
  expect(text).toContain(`style-src &#39;${stylesheetHash}&#39;`)
})

test('files of charts with the same title have different names', () => {
  const part = (title: string) => numbersHtml(title, { columns: ['a'], rows: [[1]] })
  const sections = [{ title: 'Charts', parts: [part('Labels'), part('Labels 2'), part('Labels'), part('" download="x.csv"')] }]
  const text = pageText({ kind: 'a', name: ' download="labels.csv"', summary: 'c', tiles: [], sections })
  expect(Array.from(text.matchAll(/download="([^"]*)"/g), ([, name]) => name)).toEqual([
    'labels.csv',
    'labels-2.csv',
    'labels-3.csv',
    'download-x-csv.csv',
  ])
})

test('what is put into a template is text, in elements and in attributes', () => {
  const name = `"><script>alert('1')</script>\0\ud800`
  const { text } = html`<a title="${name}">${name}</a>${[html`<b>${name}</b>`, 3, undefined]}`
  const shown = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;\ufffd\ufffd'
  expect(text).toBe(`<a title="${shown}">${shown}</a><b>${shown}</b>3`)
  expect(escaped('a\nb\tc')).toBe('a\nb\ufffdc')
})

test('a table puts numbers to the right and isolates names', () => {
  const { text } = tableHtml({
    label: 'a',
    columns: ['name', 'value'],
    rows: [
      ['\u202eabc', 0.5],
      ['d', 1234.5],
    ],
  })
  expect(text).toContain('<td><bdi>\u202eabc</bdi></td><td class="number">0.5</td>')
  expect(text).toContain('<td class="number">1,235</td>')
})

test('CSV quotes what has to be, and leaves missing numbers out', () => {
  expect(
    decodeURIComponent(
      csvAddress(
        {
          columns: ['a', 'b'],
          rows: [
            ['x,"y"\n', 0.1],
            ['z', Number.NaN],
          ],
        },
        1000,
      ).text,
    ),
  ).toBe('a,b\r\n"x,""y""\n",0.1\r\nz,\r\n')
})

test('a file has the rows that fit, and the page says how many', () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => [`<b>${row}`, row])
  const { text, rows: held } = csvAddress({ columns: ['name', 'value'], rows }, 1000)
  expect(text.length).toBeLessThanOrEqual(1000)
  expect(decodeURIComponent(text).split('\r\n').length).toBe(held + 2) // with the header, and the end
  expect(csvAddress({ columns: ['name'], rows: [['x'.repeat(5000)]] }, 1000).rows).toBe(1)
  const page = numbersHtml('many', { columns: ['name', 'value'], rows }).text
  expect(page).toMatch(/The file has the first [\d,]+ of 20,000 rows\./)
  expect(page.length).toBeLessThan(140_000)
})
