import { type ElementType, elementNumber, type OnnxAttribute, type OnnxNode, type Tensor } from './onnxFile.ts'

/** Collects the nodes and constants of a graph. */
export class GraphBuilder {
  readonly nodes: OnnxNode[] = []
  readonly constants = new Map<string, Tensor>()
  /** Names of inputs and outputs, which nothing else may have. */
  private readonly reserved: ReadonlySet<string>

  constructor(reserved: ReadonlySet<string>) {
    this.reserved = reserved
  }

  add(
    op: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, OnnxAttribute>> = {},
    output?: string,
    domain?: OnnxNode['domain'],
  ): string {
    const name = output ?? this.free(`${op.toLowerCase()}${this.nodes.length + 1}`)
    this.nodes.push({ op, inputs, outputs: [name], attributes, ...(domain && { domain }) })
    return name
  }

  cast(input: string, to: ElementType): string {
    return this.add('Cast', [input], { to: elementNumber(to) })
  }

  constant(wanted: string, type: Tensor['type'], dims: readonly number[], values: ArrayLike<number>): string {
    const name = this.free(wanted)
    this.constants.set(name, { type, dims, values: Float64Array.from(values) })
    return name
  }

  /** Numbers that are single, kept in half the room. */
  singles(name: string, dims: readonly number[], values: Float32Array): string {
    return this.cast(this.constant(`${name}32`, 'float', dims, values), 'double')
  }

  /** One number per feature. */
  row(name: string, values: ArrayLike<number>): string {
    return this.constant(name, 'double', [values.length], values)
  }

  scalar(name: string, value: number): string {
    return this.constant(name, 'double', [], [value])
  }

  private free(wanted: string): string {
    let name = wanted
    while (this.reserved.has(name)) name += '_'
    return name
  }
}
