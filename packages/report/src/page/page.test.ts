import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { csvText } from './csv.ts'
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
    csvText({
      columns: ['a', 'b'],
      rows: [
        ['x,"y"\n', 0.1],
        ['z', Number.NaN],
      ],
    }),
  ).toBe('a,b\r\n"x,""y""\n",0.1\r\nz,\r\n')
})
