// `npm run docs` draws the pictures of docs/ontology-tutorial.md: it runs the page's own commands on the page's own file, so that a picture
// always shows what its command draws.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const pictureFolder = join(root, 'docs', 'images')

/** The pictures by the names of their files. */
export function ontologyPictures() {
  const page = readFileSync(join(root, 'docs', 'ontology-tutorial.md'), 'utf8')
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-pictures-'))
  try {
    writeFileSync(join(folder, 'shop.csv'), /const shop = `\n([^`]+)`/.exec(page)[1])
    const commands = [...page.matchAll(/^\$ rankwright (ontology (?:train|draw) .*)$/gm)].map(([, words]) => words)
    for (const words of commands) {
      const given = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain)
      execFileSync(process.execPath, [join(root, 'packages/cli/bin/rankwright.js'), ...given], { cwd: folder, stdio: 'pipe' })
    }
    const drawn = readdirSync(folder).filter((name) => name.endsWith('.svg'))
    return Object.fromEntries(drawn.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const [name, svg] of Object.entries(ontologyPictures())) writeFileSync(join(pictureFolder, name), svg)
}
