// `npm run docs` updates the reference page of every method, docs/methods/<method>.md. The text between the markers is generated here,
// from the method's option table and from an example that is run; the rest is written by hand and kept. A method without a page gets one
// with the generated parts and the headings to fill in.
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { methodNames, methods, rank, rankingLists, train } from '@rankwright/core'
import { conditionInWords, describeOptions } from '@rankwright/core/options'

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'methods')

/** Headings that every page must have, with text written by hand. */
export const writtenHeadings = ['## What is minimised', '## With validation data']

const made = { summary: summaryOf, options: optionsOf, example: exampleOf }

export function pageFile(method) {
  return join(folder, `${method}.md`)
}

/** The page as it should be, given the one there is. */
export function methodPage(method, current = skeleton(method)) {
  return Object.entries(made).reduce((text, [part, of]) => {
    const [open, close] = markers(part)
    const start = text.indexOf(open)
    const end = text.indexOf(close, start)
    if (start < 0 || end < 0) throw new Error(`docs/methods/${method}.md has no ${open} … ${close}`)
    return `${text.slice(0, start)}${open}\n${of(method)}\n${text.slice(end)}`
  }, current)
}

function markers(part) {
  return [`<!-- ${part}: made by npm run docs -->`, `<!-- end of ${part} -->`]
}

function skeleton(method) {
  const place = (part) => markers(part).join('\n')
  return `# ${method}

${place('summary')}

## Example

${place('example')}

## Options

${place('options')}

${writtenHeadings.join('\n\n')}
`
}

function summaryOf(method) {
  return methods[method].summary
}

function optionsOf(method) {
  const rows = describeOptions(methods[method].options).map(({ option, flag, allowed, whenLeftOut, with: condition, aliases, doc }) => [
    `\`${flag}\``,
    `\`${option}\``,
    allowed,
    defaultCell(whenLeftOut),
    [
      doc,
      ...(condition === undefined ? [] : [`Only with ${conditionInWords(condition)}.`]),
      ...(aliases.length === 0 ? [] : [`Also ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`]),
    ].join(' '),
  ])
  const table = [['on the command line', 'in a program', 'takes', 'default', 'meaning'], ['---', '---', '---', '---', '---'], ...rows]
  return table.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}

function defaultCell(whenLeftOut) {
  switch (whenLeftOut.kind) {
    case 'value':
      return `\`${whenLeftOut.value}\``
    case 'rule':
      return whenLeftOut.says
    case 'nothing':
      return `none: ${whenLeftOut.says}`
    case 'error':
      return 'must be given'
  }
}

const exampleLists = `{
  features: [[3, 1], [1, 2], [0, 0], [2, 2], [1, 0], [0, 3]],
  labels: [2, 1, 0, 2, 0, 1],
  lists: ['shoes', 'shoes', 'shoes', 'boots', 'boots', 'boots'],
}`

function exampleOf(method) {
  const lists = rankingLists(new Function(`return (${exampleLists})`)())
  const rows = rank(train(lists, { method }), lists).map(({ items }) => items.map(({ row }) => row))
  return `\`\`\`sh
npx rankwright train train.txt --method ${method} --valid vali.txt --out model.json
\`\`\`

\`\`\`ts
import { rank, rankingLists, train } from 'rankwright'

const lists = rankingLists(${exampleLists})
const model = train(lists, { method: '${method}' })
rank(model, lists).map(({ items }) => items.map(({ row }) => row)) // → ${JSON.stringify(rows).replaceAll(',', ', ')}
\`\`\``
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  mkdirSync(folder, { recursive: true })
  for (const method of methodNames) {
    const file = pageFile(method)
    writeFileSync(file, methodPage(method, existsSync(file) ? readFileSync(file, 'utf8') : undefined))
  }
}
