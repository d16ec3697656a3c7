import type { RankwrightError } from '../../problems/problem.ts'
import type { ColumnRole, TablePlace } from '../../problems/tableProblem.ts'
import type { JsonLine } from './jsonLine.ts'
import { type GivenRoles, refuseIdleRoles } from './rawTable.ts'
import { columnRoles, defaultNames, requireOwnColumns, type TableColumnOptions, type TableReaderOptions } from './tableColumns.ts'
import { tableError } from './tableError.ts'
import type { TablePlan } from './tablePlan.ts'
import { outerKeys } from './tableSample.ts'

/** A column that is read as text, by its place among those. */
export interface RawUse {
  readonly raw: number
}

/** What a key of a row is for. A number is a feature's column; `features` holds several features, and `nested` an object of columns. */
export type JsonUse = ColumnRole | 'features' | 'nested' | 'ignored' | number | RawUse

/** What is asked of the columns. */
type ColumnsWanted = TableColumnOptions & GivenRoles & Pick<TableReaderOptions, 'keep'>

/** What the keys of JSON rows are for, found out as they appear. */
export class JsonColumns {
  /** Of the features, in the order in which they first appear. */
  readonly names: string[] = []
  /** Of the columns that are read as text, and of all features, in the order in which they first appear. */
  readonly rawNames: string[] = []
  readonly order: string[] = []
  private readonly json: JsonLine
  private readonly options: ColumnsWanted
  private readonly plan: TablePlan | undefined
  private readonly wanted: ReadonlySet<string> | undefined
  private readonly ignored: ReadonlySet<string>
  /** Of the keys of a row. */
  private readonly uses = new Map<string, JsonUse>()
  /** Of the features, wherever they stand. */
  private readonly columns = new Map<string, number | 'ignored' | RawUse>()
  private readonly roleKeys: Partial<Record<ColumnRole, string>> = {}
  /** Keys of features and ignored keys: what the options may name. */
  private readonly seen = new Set<string>()
  /** Keys beside the items of a list that say nothing of it. */
  readonly unread = new Set<string>()

  constructor(json: JsonLine, options: ColumnsWanted) {
    this.json = json
    this.options = options
    this.plan = options.plan
    const wanted = options.encoders?.columns.map(({ column }) => column) ?? options.features
    this.wanted = wanted && new Set([...wanted, ...(options.plan?.side ?? [])])
    this.ignored = new Set(options.ignore)
  }

  /** What a key of a row is for. */
  useOf(name: string): JsonUse {
    const known = this.uses.get(name)
    if (known !== undefined) return known
    const use =
      this.roleOf(name) ??
      (name === 'features' && !this.wanted?.has(name) && !this.plan?.featuresIsColumn ? 'features' : this.nestedUse(name))
    this.uses.set(name, use)
    return use
  }

  /** What a key within `features` is for. */
  featureKeyUse(name: string): JsonUse {
    const use = this.nestedUse(name)
    if (use === 'nested') this.uses.set(name, use)
    return use
  }

  private nestedUse(name: string): JsonUse {
    const isNested = this.plan?.nested?.has(name) === true && !this.ignored.has(name) && this.wanted?.has(name) !== true
    if (isNested) this.seen.add(name)
    return isNested ? 'nested' : this.featureUse(name)
  }

  /** The column of a feature of that name, made when it is new; ignored when it was not asked for. */
  featureUse(name: string): number | 'ignored' | RawUse {
    const known = this.columns.get(name)
    if (known !== undefined) return known
    this.seen.add(name)
    const left = this.ignored.has(name) || (this.wanted !== undefined && !this.wanted.has(name))
    const column = left ? 'ignored' : this.newColumn(name)
    this.columns.set(name, column)
    return column
  }

  private newColumn(name: string): number | 'ignored' | RawUse {
    const isRaw = this.plan?.raw.has(name) === true
    if (isRaw && this.plan?.skipsRaw && !this.plan.side?.has(name)) return 'ignored'
    this.order.push(name)
    return isRaw ? { raw: this.rawNames.push(name) - 1 } : this.names.push(name) - 1
  }

  /** The keys of all columns, in the order in which they first appear. */
  get allNames(): readonly string[] {
    const { list } = this.roleKeys // beside the items of a list it is no key of a row
    return [...new Set([...(list === undefined ? [] : [list]), ...this.uses.keys(), ...this.columns.keys(), ...this.seen])].filter(
      (name) => !['features', 'nested'].includes(this.uses.get(name) as string),
    )
  }

  /** Whether a key beside `items` holds the id of the list. */
  isListKey(name: string): boolean {
    const list = this.options.list ?? this.ownList(name)
    if (this.ignored.has(name)) return false
    return list === undefined ? defaultNames.list.includes(name.toLowerCase()) : name === list
  }

  /** Whether a key `id` beside `items` may hold the id of the list. */
  isPlainListId(name: string): boolean {
    return name === 'id' && this.options.list === undefined && !this.ignored.has(name)
  }

  /** A key beside `items` that is not read. */
  passOver(name: string): void {
    this.seen.add(name)
    this.unread.add(name)
  }

  /** Remembers which key has this role; every row must use the same. */
  claimRole(role: ColumnRole, name: string): void {
    const before = this.roleKeys[role]
    if (before !== undefined && before !== name)
      throw tableError({ code: 'role-with-many-columns', at: this.json.here, role, found: [before, name] })
    this.roleKeys[role] = name
  }

  /** How messages call the key of this role, if that is known. */
  keyOf(role: ColumnRole): string | undefined {
    return this.options[role] ?? this.roleKeys[role]
  }

  keyMissing(role: ColumnRole, at: TablePlace): RankwrightError {
    const name = this.keyOf(role)
    return tableError({ code: 'json-key-missing', at, role, tried: name === undefined ? defaultNames[role] : [name] })
  }

  /** Throws for names in the options that no row had. */
  finish(): void {
    const columns = [...new Set([...this.uses.keys(), ...this.seen])]
    const named = this.options.encoders === undefined ? (['ignore', 'features'] as const) : []
    for (const option of named) {
      const found = this.options[option]?.find((name) => !this.seen.has(name))
      if (found !== undefined) throw tableError({ code: 'unknown-column', at: { file: this.json.file }, option, found, columns })
    }
    const found = this.options.keep?.find((name) => !columns.includes(name))
    if (found !== undefined) throw tableError({ code: 'unknown-column', at: { file: this.json.file }, option: 'keep', found, columns })
    const { encoders, ofSeveral } = this.options
    // Where an object within a row is null, so are the columns in it.
    const inNull = encoders?.columns.map(({ column }) => column).filter((name) => outerKeys(name).some((outer) => this.uses.has(outer)))
    if (encoders !== undefined && !ofSeveral) requireOwnColumns([...this.allNames, ...inNull!], encoders, { file: this.json.file })
    refuseIdleRoles(columns, this.options, (name) => this.otherUse(name), { file: this.json.file })
  }

  /** What a key is used as that is no feature. */
  private otherUse(name: string): string | undefined {
    const use = this.uses.get(name)
    if (this.ignored.has(name)) return 'ignore'
    return typeof use === 'string' && use !== 'ignored' ? use : undefined
  }

  /** The role of a key: as the options say, else by its name. */
  private roleOf(name: string): ColumnRole | 'ignored' | undefined {
    const asked = this.askedRoleOf(name)
    if (asked === 'ignored') {
      this.seen.add(name)
      return asked
    }
    const role = asked ?? this.roleOfModel(name) ?? this.roleByName(name)
    if (role === undefined) return undefined
    this.claimRole(role, name)
    if (this.wanted?.has(name)) throw this.twoUses(name, role, 'features')
    return role
  }

  private roleOfModel(name: string): ColumnRole | undefined {
    const { encoders } = this.options
    return (['list', 'label', 'item'] as const).find((role) => this.options[role] === undefined && encoders?.[role] === name)
  }

  /** A key of a default name; one of a model's own columns is no other thing. */
  private roleByName(name: string): ColumnRole | undefined {
    const { encoders, unlabelled, openLabels, firstIsList, list } = this.options
    if (firstIsList) return list === undefined && [undefined, name].includes(this.roleKeys.list) ? 'list' : undefined
    if (encoders !== undefined && this.wanted?.has(name)) return undefined
    const isUsual = (role: ColumnRole) => this.plan?.usual?.[role] === name && !(role === 'label' && (unlabelled || openLabels))
    return columnRoles.find(
      (role) => this.options[role] === undefined && (defaultNames[role].includes(name.toLowerCase()) || isUsual(role)),
    )
  }

  /** The name that the model has for the list, if this is it. */
  private ownList(name: string): string | undefined {
    return this.options.encoders?.list === name ? name : undefined
  }

  private askedRoleOf(name: string): ColumnRole | 'ignored' | undefined {
    let found: ColumnRole | 'ignored' | undefined = this.ignored.has(name) ? 'ignored' : undefined
    for (const role of columnRoles) {
      if (this.options[role] !== name) continue
      if (found !== undefined) throw this.twoUses(name, found === 'ignored' ? 'ignore' : found, role)
      found = role
    }
    return found
  }

  private twoUses(column: string, first: string, second: string): RankwrightError {
    return tableError({ code: 'column-with-two-uses', at: this.json.here, column, uses: [first, second] })
  }
}
