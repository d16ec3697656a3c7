import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Block, codeBlocks, isSession, moduleInPlace, pagesThatRun, runnable } from './codeBlocks.ts'
import { root } from './sourceFiles.ts'

// Inside the repository, so that the packages are found by their names.
mkdirSync(join(root, '.cache'), { recursive: true })
const folder = mkdtempSync(join(root, '.cache', 'docs-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every ts block of the docs and READMEs is correct under strict', () => {
  const programs = pagesThatRun().flatMap((page) => programsOf(page, readFileSync(join(root, page), 'utf8')))
  expect(programs.length).toBeGreaterThan(10)
  expect(typeErrors(programs)).toEqual([])
})

test('an error is found, under strict only, and its line is that of the page', () => {
  const page = ['# Page', '```ts', "import { ndcg } from '@rankwright/core/metrics'", 'ndcg([1], [1]).toFixed(2)', '```'].join('\n')
  expect(typeErrors(programsOf('docs/page.md', page))).toEqual(["docs/page.md:4 Object is possibly 'undefined'."])
})

interface Program {
  readonly page: string
  readonly blocks: readonly Block[]
}

function programsOf(page: string, text: string): Program[] {
  const steps = runnable(codeBlocks(text)).filter(([first]) => !isSession(first))
  return steps.map((blocks) => ({ page, blocks }))
}

/** Checks all programs in one run of the compiler, as a reader with `strict` would; answers `page:line message`. */
function typeErrors(programs: readonly Program[]): string[] {
  const work = mkdtempSync(join(folder, 'run-'))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
  }
  writeFileSync(join(work, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  for (const [number, { blocks }] of programs.entries()) writeFileSync(join(work, `${number}.ts`), moduleInPlace(blocks))
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = spawnSync(process.execPath, [compiler, '--project', work, '--pretty', 'false'], { cwd: work, encoding: 'utf8' })
  return stdout.split('\n').flatMap((row) => {
    if (row.trim() === '') return []
    const found = /^(\d+)\.ts\((\d+),\d+\): error TS\d+: (.*)$/.exec(row)
    return found === null ? [row] : [`${programs[Number(found[1])].page}:${found[2]} ${found[3]}`]
  })
}
