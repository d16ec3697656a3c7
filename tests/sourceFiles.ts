import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export interface SourceFile {
  /** Path from the root of the repository, with forward slashes. */
  readonly path: string
  readonly imports: readonly Import[]
}

export interface Import {
  /** What stands in the quotes. */
  readonly specifier: string
  /** The imported file, from the root of the repository, when the import is relative. */
  readonly file?: string
}

/** The shipped sources of every package, with what each of them imports; tests are left out. */
export function sourceFiles(): SourceFile[] {
  return readdirSync(join(root, 'packages')).flatMap((name) =>
    filesBelow(join(root, 'packages', name, 'src'))
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => ({ path: fromRoot(file), imports: importsOf(file) })),
  )
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

function importsOf(file: string): Import[] {
  const text = withoutComments(readFileSync(file, 'utf8'))
  const statements = text.matchAll(
    /(?:^|[\n;])\s*(?:import|export)\b[^'"`;()]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|[\n;])\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
  )
  return [...statements].map(([, from, bare, dynamic]) => {
    const specifier = from ?? bare ?? dynamic
    return specifier.startsWith('.') ? { specifier, file: fromRoot(resolve(dirname(file), specifier)) } : { specifier }
  })
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}

function fromRoot(file: string): string {
  return relative(root, file).replaceAll('\\', '/')
}
