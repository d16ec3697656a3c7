// Writes packages/export/src/generated/encoderCode.ts: the code of core that turns objects into features, put together as one piece of plain
// JavaScript. Exported modules contain it, so they read rows as the library does. Run it after a change to the encoders: node scripts/encoderCode.mjs
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const core = join(root, 'packages', 'core', 'src')
const written = join(root, 'packages', 'export', 'src', 'generated', 'encoderCode.ts')
const [entryName, errorName, tablesName] = ['\0entry', '\0error', '\0tables']

const entry = `
export { ObjectEncoder } from ${JSON.stringify(join(core, 'data/tables/objectEncoder.ts'))}
export { haveItems, itemOf, listOf, objectColumns, requireColumns } from ${JSON.stringify(join(core, 'data/tables/objectColumns.ts'))}
export { requireObject } from ${JSON.stringify(join(core, 'arguments/requireKind.ts'))}
`
/** Instead of all problems of the library: the two that can happen here, in the same words. */
const error = `
export class RankwrightError extends TypeError {
  constructor({ argument, found, expected }) {
    super(argument === undefined ? 'there is not enough memory' : argument + ' is ' + found + '; give ' + expected + '.')
  }
}
`
/** They are supplied by whoever uses the code. */
const tables = 'export const { classChanges, foldRuns } = characterTables'

/** What encoders do with model files has no place in an exported module. */
const ofDocuments = new Set(['toDocument', 'fromDocument'])

const plugin = {
  name: 'encoder-code',
  resolveId(id) {
    if (id === entryName) return entryName
    if (id.endsWith('/problem.ts')) return errorName
    if (id.endsWith('/characterTables.ts')) return tablesName
    return undefined
  },
  load(id) {
    return { [entryName]: entry, [errorName]: error, [tablesName]: tables }[id]
  },
  transform: {
    filter: { id: /Encoder\.ts$/ },
    handler(code) {
      const cut = propertiesIn(this.parse(code, { lang: 'ts' }), ofDocuments)
      return cut.reduceRight((text, { start, end }) => `${text.slice(0, start)}${text.slice(end).replace(/^,/, '')}`, code)
    },
  },
}

/** The places of the properties with these names, in the order of the text. */
function propertiesIn(node, names) {
  if (node === null || typeof node !== 'object') return []
  if (Array.isArray(node)) return node.flatMap((each) => propertiesIn(each, names))
  if (node.type === 'Property' && names.has(node.key.name)) return [node]
  return Object.values(node).flatMap((each) => propertiesIn(each, names))
}

/** The code of the module as it stands in the repository. */
export async function encoderCodeModule() {
  const bundle = await rolldown({ input: entryName, plugins: [plugin], treeshake: { moduleSideEffects: false } })
  const { output } = await bundle.generate({ format: 'esm', comments: false })
  await bundle.close()
  const exported = /^export (\{[^}]*\});\s*$/m.exec(output[0].code)
  const body = output[0].code
    .replace(exported[0], `return ${exported[1]}`)
    .split('\n')
    .filter((line) => !/^\/\/(?:#| )/.test(line) && line !== '')
    .map((line) => `  ${line.replaceAll('\t', '  ')}`)
    .join('\n')
  const { classChanges, foldRuns } = await import(pathToFileURL(join(root, 'packages/core/dist/data/cells/characterTables.js')))
  const constants = { encoderCode: `((characterTables) => {\n${body}\n})`, classChanges, foldRuns }
  return [
    '// Made by scripts/encoderCode.mjs from the encoders of core; not edited by hand.',
    ...Object.entries(constants).map(([name, text]) => `export const ${name}: string = ${JSON.stringify(text)}`),
    '',
  ].join('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(written, await encoderCodeModule())
