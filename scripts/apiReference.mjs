// `npm run docs` writes the API reference, docs/api/: one page for each entry of `exports` of each published package, made from the
// declaration files of the build. A name that several entries export is described once, on the page of the package that declares it; the
// other pages link to it.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API, SymbolFlags } from 'typescript/unstable/sync'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const folder = join(root, 'docs', 'api')
const groups = ['Functions', 'Classes', 'Constants', 'Types']

/** The pages as they should be: text by file name. */
export function apiPages() {
  const described = entries()
  const homes = homesOf(described)
  const pages = described.map((entry) => [entry.page, pageOf(entry, homes)])
  return new Map([['README.md', indexOf(described)], ...pages])
}

/** Every entry that exports something: its import name, its page, and its names with their declarations. */
function entries() {
  const found = readdirSync(join(root, 'packages')).flatMap((name) => entriesOfPackage(join(root, 'packages', name)))
  const described = describe(found).filter(({ names }) => names.length > 0)
  return described.sort((a, b) => (a.specifier < b.specifier ? -1 : 1))
}

function entriesOfPackage(place) {
  const { name, private: hidden, exports } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
  if (hidden) return []
  return Object.entries(exports).flatMap(([path, target]) => {
    const types = typesOf(target)
    if (types === undefined) return []
    const specifier = path === '.' ? name : `${name}${path.slice(1)}`
    const page = `${specifier.replace(/^@rankwright\//, '').replaceAll('/', '-')}.md`
    return { specifier, page, subpath: path !== '.', place: realpathSync(place), file: join(place, types) }
  })
}

/** The declaration file of an entry, under the conditions of Node. */
function typesOf(target) {
  if (typeof target !== 'object' || target === null) return undefined
  if (typeof target.types === 'string') return target.types
  return typesOf(target.node) ?? typesOf(target.import) ?? typesOf(target.default)
}

function describe(found) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const work = mkdtempSync(join(root, '.cache', 'api-')) // inside the repository, where packages are found by their names
  const compilerOptions = { module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: ['node'], strict: true, noEmit: true }
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: found.map(({ file }) => file) }))
  const api = new API({ cwd: root })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(work, 'tsconfig.json')] }).getProjects()
    return found.map((entry) => ({ ...entry, names: namesOf(project, entry.file) }))
  } finally {
    api.close()
    rmSync(work, { recursive: true, force: true })
  }
}

function namesOf({ program, checker }, file) {
  const symbol = checker.getSymbolAtLocation(program.getSourceFile(file))
  const exported = symbol === undefined ? [] : checker.getExportsOfModule(symbol)
  const names = exported.map((alias) => {
    const target = alias.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(alias) : alias
    const nodes = target.declarations.map((handle) => handle.resolve())
    const source = nodes[0].getSourceFile()
    return {
      name: alias.name,
      source: realpathSync(source.fileName),
      group: groupOf(target.flags),
      doc: [headerOf(realpathSync(source.fileName), target.name), target.getDocumentationComment(checker)]
        .filter((text) => text !== '')
        .join('\n\n'),
      code: nodes.map(declarationText).join('\n'),
    }
  })
  return names.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function groupOf(flags) {
  if (flags & SymbolFlags.Function) return 'Functions'
  if (flags & SymbolFlags.Class) return 'Classes'
  return flags & SymbolFlags.Variable ? 'Constants' : 'Types'
}

/**
 * The comment at the top of a source file is about what the file is named after. TypeScript does not take it for that above imports, and
 * drops it where it drops the first import, so it is read from the source.
 */
function headerOf(declarations, name) {
  if (basename(declarations, '.d.ts').toLowerCase() !== name.toLowerCase()) return ''
  const source = declarations.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts')
  const header = existsSync(source) ? /^\/\*\*([\s\S]*?)\*\/\s*import\b/.exec(readFileSync(source, 'utf8')) : null
  return header === null ? '' : header[1].replaceAll(/^\s*\* ?/gm, '').trim()
}

/** A declaration as one would write it down: no modifiers of modules, indented by two. */
function declarationText(node) {
  const text = node
    .getText()
    .replace(/^(export )?(declare )?/, '')
    .replaceAll(/^( +)/gm, (spaces) => ' '.repeat(spaces.length / 2))
    .replaceAll(/\n +(#private|private [^;]*);/g, '')
    .replaceAll(/;$/gm, '')
  return /^\w+:/.test(text) || /^\w+ =/.test(text) ? `const ${folded(text)}` : text
}

/** A constant's type with its inner objects left out: option tables run over pages. */
function folded(text) {
  let [depth, out] = [0, '']
  for (const character of text) {
    if (character === '}') depth--
    if (depth < 2) out += character
    if (character === '{' && ++depth === 2) out += ' … '
  }
  return out
}

/** Where a declaration is described: in an entry of its own package, and there in a subpath rather than in the package as a whole. */
function homesOf(described) {
  const homes = new Map()
  for (const { page, specifier, subpath, place, names } of described) {
    for (const [number, one] of inOrder(names).entries()) {
      const rank = (one.source.startsWith(`${place}/`) ? 2 : 0) + (subpath ? 1 : 0)
      const known = homes.get(keyOf(one))
      if (known !== undefined && known.rank >= rank) continue
      const same = inOrder(names).filter((other, earlier) => earlier < number && other.name.toLowerCase() === one.name.toLowerCase())
      homes.set(keyOf(one), { rank, page, specifier, anchor: `${one.name.toLowerCase()}${same.length === 0 ? '' : `-${same.length}`}` })
    }
  }
  return homes
}

function keyOf({ source, name }) {
  return `${source} ${name}`
}

/** The names of a page in the order in which it describes them. */
function inOrder(names) {
  return groups.flatMap((group) => names.filter((one) => one.group === group))
}

function pageOf({ specifier, page, names }, homes) {
  const own = names.filter((one) => homes.get(keyOf(one)).page === page)
  const sections = groups.flatMap((group) => {
    const members = own.filter((one) => one.group === group)
    return members.length === 0 ? [] : [`## ${group}`, ...members.map(descriptionOf)]
  })
  return `${['<!-- made by npm run docs -->', `# ${specifier}`, ...linksToOthers(names, page, homes), ...sections].join('\n\n')}\n`
}

/** Names that other pages describe, page by page. */
function linksToOthers(names, page, homes) {
  const others = new Map()
  for (const one of names) {
    const home = homes.get(keyOf(one))
    if (home.page === page) continue
    const { links } = others.get(home.page) ?? { links: [] }
    others.set(home.page, { specifier: home.specifier, links: [...links, `[${one.name}](${home.page}#${home.anchor})`] })
  }
  return [...others.values()].map(({ specifier, links }) => `From \`${specifier}\`: ${links.join(', ')}.`)
}

function descriptionOf({ name, doc, code }) {
  return [`### ${name}`, ...(doc === '' ? [] : [doc]), `\`\`\`ts\n${code}\n\`\`\``].join('\n\n')
}

function indexOf(described) {
  const rows = described.map(({ specifier, page, names }) => `| [\`${specifier}\`](${page}) | ${names.length} |`)
  return `<!-- made by npm run docs -->

# API reference

What each package exports, with its types and comments. A name is described on the page of the package that declares it.

| import | names |
|---|---|
${rows.join('\n')}
`
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of apiPages()) writeFileSync(join(folder, name), text)
}
