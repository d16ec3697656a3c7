import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { filesBelow, root } from './sourceFiles.ts'

/** The pages whose code blocks run. Those of docs/api are declarations. */
export function pagesThatRun(): string[] {
  return pages().filter((page) => !page.startsWith('docs/api/'))
}

/** Every page by its path from the root: docs/, every README and CONTRIBUTING. */
export function pages(): string[] {
  const packages = readdirSync(join(root, 'packages')).flatMap((name) => filesOf(`packages/${name}`))
  const docs = filesBelow(join(root, 'docs')).map((file) => relative(root, file).replaceAll('\\', '/'))
  return [...filesOf('.'), ...packages, ...docs].filter((page) => page.endsWith('.md') && page !== 'CHANGELOG.md')
}

function filesOf(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => (folder === '.' ? name : `${folder}/${name}`))
}

/** A fenced block of a Markdown page. */
export interface Block {
  readonly language: string
  readonly text: string
  /** Line of its first line of code, from 1. */
  readonly line: number
}

export function codeBlocks(markdown: string): Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  for (let i = 0; i < lines.length; i++) {
    const fence = /^\s*```(\S*)/.exec(lines[i])
    if (!fence) continue
    const start = i + 1
    do i++
    while (i < lines.length && !/^\s*```\s*$/.test(lines[i]))
    if (i === lines.length) throw new Error(`the block at line ${start} is never closed`)
    blocks.push({ language: fence[1], text: lines.slice(start, i).join('\n'), line: start + 1 })
  }
  return blocks
}

/** Whether the block shows commands, each after "$ ", and what they print. */
export function isSession({ language, text }: Block): boolean {
  return language === 'console' || (language === 'sh' && text.startsWith('$ '))
}

/** Sessions and programs in the order of the page. A TypeScript block with imports starts a program, those without go on with it. */
export function runnable(blocks: readonly Block[]): Block[][] {
  const all: Block[][] = []
  let program: Block[] | undefined
  for (const block of blocks) {
    if (isSession(block)) all.push([block])
    if (block.language !== 'ts') continue
    if (program === undefined || /^import\b/m.test(block.text)) all.push((program = [block]))
    else program.push(block)
  }
  return all
}

/** A program as a file in which every line stands where it stands in the page, so that a compiler's message points there. */
export function moduleInPlace(blocks: readonly Block[]): string {
  const lines: string[] = []
  for (const { text, line } of blocks) {
    for (const [offset, row] of text.split('\n').entries()) lines[line - 1 + offset] = row
  }
  return `${Array.from(lines, (row) => row ?? '').join('\n')}\nexport {}\n`
}

/**
 * Some blocks as one module with a `main` that reports every shown result: `expression // → result`. A statement that
 * declares a name shows the name's value, `console.log(x) // → …` shows x.
 */
export function moduleOf(blocks: readonly Block[]): string {
  const imports: string[] = []
  const body: string[] = []
  for (const { text, line } of blocks) {
    let code = text
    code = code.replaceAll(/^import\b[^'"]*['"][^'"]+['"];?[ \t]*(?:\/\/.*)?$/gm, (statement) => {
      imports.push(statement)
      return '\n'.repeat(statement.split('\n').length - 1)
    })
    for (const [offset, row] of code.split('\n').entries()) body.push(shownRow(row, line + offset))
  }
  return `${imports.join('\n')}\nexport async function main(show: (item: { line: number; actual: unknown; expected: string }) => void) {\n${body.join('\n')}\n}\n`
}

function shownRow(row: string, line: number): string {
  const parts = /^(.*?)\s*\/\/ → (.*)$/.exec(row)
  if (!parts) return row.replace(/^export /, '')
  const [, code, expected] = parts
  const report = (actual: string) => `show({ line: ${line}, actual: ${actual}, expected: ${JSON.stringify(expected.trim())} })`
  const declared = /^\s*(?:const|let)\s+(\w+)\b/.exec(code)
  if (declared) return `${code}; ${report(declared[1])}`
  const printed = /^\s*console\.log\((.*)\)\s*;?$/.exec(code)
  if (printed) return report(`[${printed[1]}].length === 1 ? [${printed[1]}][0] : [${printed[1]}].join(' ')`)
  return report(code.trim().replace(/;$/, ''))
}

/** A command of a terminal session and what it is said to print. */
export interface Step {
  readonly line: number
  readonly command: string
  readonly output: string
}

export function sessionSteps({ text, line }: Block): Step[] {
  const steps: { line: number; command: string; output: string }[] = []
  for (const [offset, row] of text.split('\n').entries()) {
    const last = steps.at(-1)
    if (row.startsWith('$ ')) steps.push({ line: line + offset, command: row.slice(2), output: '' })
    else if (last === undefined) throw new Error(`a session starts with "$ ": line ${line}`)
    else if (last.output === '' && last.command.endsWith('\\')) last.command = `${last.command.slice(0, -1)}${row.trim()}`
    else last.output += `${row}\n`
  }
  return steps
}
