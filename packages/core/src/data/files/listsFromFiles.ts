/** Several files that are read as if they were one. */

import { requireArguments } from '../../arguments/shapes.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { cifarParser } from '../images/cifarParser.ts'
import { letorPart } from '../letor/letorParser.ts'
import { chooseFeatures } from '../lists/chooseFeatures.ts'
import { JoinedRows } from '../lists/joinedRows.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { copyRow, rowCount } from '../lists/rankingLists.ts'
import type { ByteSource } from '../sources/byteSource.ts'
import { finishedTable } from '../tables/finishedTable.ts'
import { joinedTables, type TablePart } from '../tables/joinedTables.ts'
import { refuseIdleRoles, sideNames, withoutRoles } from '../tables/rawTable.ts'
import { type KeptColumn, requireOwnColumns } from '../tables/tableColumns.ts'
import type { TablePlan } from '../tables/tablePlan.ts'
import { planOfEncoders } from '../tables/tableSample.ts'
import type { FileFormat } from './fileFormat.ts'
import { formatOfSource } from './formatOfSource.ts'
import { refuseIdleOptions } from './idleOptions.ts'
import {
  chosenAndGraded,
  columnsOf,
  type FormatReaders,
  feed,
  filesShapes,
  letorOptionsOf,
  listsFrom,
  planOf,
  type ReadListsOptions,
  refuseIdleFor,
} from './listsFrom.ts'
import { isTextTable, tableParsers } from './tableParsers.ts'

/** Opens an input. It is called a second time for what can be read twice: files, blobs and bytes in memory. */
export type OpenSource = () => Promise<ByteSource>

/**
 * Reads judged lists from several inputs, one after another, as if they were one: rows keep the order of the files, tables are joined by
 * the names of their columns before encoders are fitted, and LETOR files get the features of all of them.
 */
export async function listsFromFiles(
  files: readonly OpenSource[],
  options: ReadListsOptions,
  readers: FormatReaders,
): Promise<RankingLists> {
  requireArguments({ files, options, readers }, filesShapes)
  if (files.length === 1) return listsFrom(await files[0](), options, readers)
  refuseIdleOptions(options, ['name'], 'one input; each of several has its own name')
  const reading = await Reading.begin(files, options, readers)
  try {
    return chosenAndGraded(await reading.lists(), options)
  } finally {
    await reading.close()
  }
}

/** A file whose format is known. */
interface KnownFile {
  readonly name: string
  readonly format: FileFormat
  readonly size: number
  /** Roles of keys of JSON lines that this file alone says. */
  readonly usual?: TablePlan['usual']
  open(): Promise<ByteSource>
  close(): Promise<void>
}

class Reading {
  private readonly files: readonly KnownFile[]
  private readonly options: ReadListsOptions
  private readonly readers: FormatReaders
  private readonly plan: TablePlan

  private constructor(files: readonly KnownFile[], plan: TablePlan, options: ReadListsOptions, readers: FormatReaders) {
    this.files = files
    this.plan = plan
    this.options = options
    this.readers = readers
  }

  /** Looks at the start of every file, before any of them is read: what is not plain numbers in one of them is not in the others. */
  static async begin(opens: readonly OpenSource[], options: ReadListsOptions, readers: FormatReaders): Promise<Reading> {
    const files: KnownFile[] = []
    const plans: TablePlan[] = []
    try {
      for (const open of opens) {
        const source = await open()
        files.push({ name: source.name, format: 'letor', size: source.size ?? 0, ...heldOpen(source) })
        const format = await formatOfSource(source, options.format)
        refuseIdleFor(format, source.name, options)
        const plan = isTextTable(format) ? await planOf(source, format, options) : undefined
        if (plan !== undefined) plans.push(plan)
        const usual = plan?.usual && { usual: plan.usual }
        files.pop()
        files.push({ name: source.name, format, size: source.size ?? 0, ...usual, ...(await reopened(source, open)) })
        requireSameKind(files)
      }
    } catch (error) {
      for (const file of files) await file.close()
      throw error
    }
    return new Reading(files, commonPlan(plans, options), options, readers)
  }

  async lists(): Promise<RankingLists> {
    switch (kindOf(this.files[0].format)) {
      case 'letor':
        return this.letor()
      case 'cifar':
        return this.images()
      case 'table':
        return this.tables()
    }
  }

  async close(): Promise<void> {
    for (const file of this.files) await file.close()
  }

  private async letor(): Promise<RankingLists> {
    const { files, options } = this
    const joined = new JoinedRows(options.sameLists ?? 'refuse')
    const weighed = new Set<string>()
    let listsBefore = 0
    let bytes = files.reduce((sum, { size }) => sum + size, 0)
    for (const file of files) {
      bytes -= file.size
      await using(file, async (source) => {
        const reading = await letorOptionsOf(source, options)
        if (reading.weights !== undefined) weighed.add(file.name)
        const parser = letorPart(file.name, { ...reading, listsBefore }, joined.open(file.name, file.size > 0 ? bytes / file.size : 0))
        await feed(source, parser)
        listsBefore += parser.finish().unnamedLists
      })
    }
    this.tellWeights(weighed)
    const { lists, ids } = joined.finish({ numbered: true })
    const { features, ignore } = options
    return chooseFeatures({ ...lists, listIds: ids }, { features, ignore }, files[0].name)
  }

  private tellWeights(weighed: ReadonlySet<string>): void {
    const [others] = weighed
    if (others === undefined) return
    for (const { name } of this.files)
      if (!weighed.has(name)) this.options.onNote?.({ area: 'data', code: 'weights-in-some-files', at: { file: name }, others })
  }

  /** Each file of images is a list, called by the number of the file. */
  private async images(): Promise<RankingLists> {
    const { files, options } = this
    const joined = new JoinedRows('refuse')
    let values = new Float32Array(0)
    for (const [number, file] of files.entries()) {
      await using(file, async (source) => {
        const parser = cifarParser(file.name, file.size)
        await feed(source, parser)
        const lists = parser.finish()
        const rows = joined.open(file.name)
        const list = rows.listNumber(String(number + 1))
        if (values.length !== lists.width) values = new Float32Array(lists.width)
        for (let row = 0; row < rowCount(lists); row++) {
          copyRow(lists, row, values)
          rows.addDense(list, lists.labels[row], values, undefined)
        }
      })
    }
    const { features, ignore } = options
    return chooseFeatures(joined.finish().lists, { features, ignore }, files[0].name)
  }

  private async tables(): Promise<RankingLists> {
    const { options, plan, readers } = this
    const parts: TablePart[] = []
    const kept: KeptColumn[][] = []
    const reading = {
      ...options,
      ofSeveral: true,
      onTable: (table: TablePart['table'], names: readonly string[]) => void parts.push({ table, names }),
      onKept: (columns: readonly KeptColumn[]) => void kept.push([...columns]),
    }
    for (const file of this.files) {
      await using(file, async (source) => {
        if (!isTextTable(file.format)) return readers.parquet(source, reading)
        // The plan knows which columns have a role; one of them may be missing in a file.
        const parser = tableParsers[file.format](file.name, {
          ...withoutRoles(columnsOf(reading)),
          onTable: reading.onTable,
          plan: { ...plan, ...(file.usual && { usual: file.usual }) },
          ...(source.size !== undefined && { size: source.size }),
        })
        await feed(source, parser)
        return parser.finish()
      })
    }
    if (options.keep !== undefined) options.onKept?.(joinedColumns(kept))
    const typed = this.files.some(({ format }) => !isTextTable(format))
    const columns = { ...columnsOf(options), plan: { ...plan, typed } }
    const { table, names, ids } = joinedTables(parts, options.sameLists ?? 'refuse', columns)
    const { list, label, item } = table
    const uses = new Map([[list, 'list'], ...(label ? [[label, 'label'] as const] : []), ...(item ? [[item, 'item'] as const] : [])])
    if (options.encoders !== undefined) requireOwnColumns(names, options.encoders, { file: table.file })
    refuseIdleRoles(names, columns, (name) => uses.get(name), { file: table.file })
    return { ...finishedTable(table, names, columns), listIds: ids }
  }
}

type Kind = 'letor' | 'cifar' | 'table'

function kindOf(format: FileFormat): Kind {
  return format === 'letor' || format === 'cifar' ? format : 'table'
}

function requireSameKind(files: readonly KnownFile[]): void {
  const [first] = files
  const last = files[files.length - 1]
  if (kindOf(first.format) === kindOf(last.format)) return
  const at = { file: last.name }
  throw new RankwrightError({
    area: 'data',
    code: 'files-of-two-kinds',
    at,
    found: last.format,
    first: first.name,
    expected: first.format,
  })
}

/** What is read as text in one of the tables is in all of them. */
function commonPlan(plans: readonly TablePlan[], options: ReadListsOptions): TablePlan {
  const { encoders, encode } = options
  const labels = commonLabels(plans)
  if (encoders !== undefined) return { ...planOfEncoders(encoders, options), labels }
  const raw = new Set(plans.flatMap((plan) => [...plan.raw]))
  const reasons = new Map(plans.flatMap((plan) => [...plan.reasons]).filter(([name]) => !raw.has(name)))
  const nested = new Set(plans.flatMap((plan) => [...(plan.nested ?? [])]))
  const featuresIsColumn = plans.some((plan) => plan.featuresIsColumn === true)
  return { raw, reasons, nested, featuresIsColumn, labels, side: new Set(sideNames(options)), ...(encode === false && { skipsRaw: true }) }
}

/** How labels are written in all tables; where they differ, labels have to be plain numbers. */
function commonLabels([first, ...others]: readonly TablePlan[]): NonNullable<TablePlan['labels']> {
  const found = [...(first?.labels ?? [])]
  return new Map(found.filter(([name, { decimals }]) => others.every(({ labels }) => labels?.get(name)?.decimals === decimals)))
}

/** Files that can be opened again are closed until their turn: there may be thousands of them. */
async function reopened(source: ByteSource, open: OpenSource): Promise<Pick<KnownFile, 'open' | 'close'>> {
  if (source.slice === undefined && source.salvaged === undefined) return heldOpen(source)
  await source.close()
  return { open, async close() {} }
}

function heldOpen(source: ByteSource): Pick<KnownFile, 'open' | 'close'> {
  return { open: async () => source, close: () => source.close() }
}

async function using(file: KnownFile, read: (source: ByteSource) => Promise<unknown>): Promise<void> {
  const source = await file.open()
  try {
    await read(source)
  } finally {
    await source.close()
  }
}

/** The cells of each column, one file after another. */
function joinedColumns(parts: readonly (readonly KeptColumn[])[]): readonly KeptColumn[] {
  return parts[0].map(({ name }, column) => ({ name, cells: parts.flatMap((part) => part[column].cells) }))
}
