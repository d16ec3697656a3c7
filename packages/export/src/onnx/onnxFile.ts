/** ONNX files: the parts of onnx.proto (IR version 8) that a scoring graph needs, written and read. https://onnx.ai */
import { type Field, MessageWriter, readMessage, readVarints } from './protobuf.ts'

export type ElementType = 'float' | 'double' | 'int64' | 'bool' | 'string'

const elementNumbers: Readonly<Record<ElementType, number>> = { float: 1, int64: 7, string: 8, bool: 9, double: 11 }

export function elementNumber(type: ElementType): number {
  return elementNumbers[type]
}

function elementType(number: number): ElementType {
  const found = Object.entries(elementNumbers).find(([, known]) => known === number)
  if (found === undefined) throw new Error(`element type ${number} is unknown`)
  return found[0] as ElementType
}

/** The same where texts make no sense. */
export function numberType(number: number): Tensor['type'] {
  const type = elementType(number)
  if (type === 'string') throw new Error('numbers are wanted, not texts')
  return type
}

export interface Tensor {
  readonly type: Exclude<ElementType, 'string'>
  readonly dims: readonly number[]
  readonly values: Float64Array
}

/** Texts that go into a graph, [rows, 1]. */
export interface TextTensor {
  readonly type: 'string'
  readonly dims: readonly number[]
  readonly texts: readonly string[]
}

export interface OnnxNode {
  readonly op: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: Readonly<Record<string, OnnxAttribute>>
  /** Of operators that are not among the basic ones. */
  readonly domain?: 'ai.onnx.ml'
}

/** A whole number, a single number with a part, or many values. */
export type OnnxAttribute =
  | number
  | { readonly float: number }
  | { readonly ints: readonly number[] }
  | { readonly floats: readonly number[] }
  | { readonly texts: readonly string[] }

/** A tensor that goes in or out; a text among its dimensions means any number. */
export interface OnnxValue {
  readonly name: string
  readonly type: ElementType
  readonly dims: readonly (number | string)[]
}

export interface OnnxGraph {
  readonly name: string
  readonly nodes: readonly OnnxNode[]
  readonly constants: ReadonlyMap<string, Tensor>
  readonly inputs: readonly OnnxValue[]
  readonly output: OnnxValue
  /** Words about the model that travel with it. */
  readonly metadata: Readonly<Record<string, string>>
}

const opset = 13
/** Of the domain ai.onnx.ml. */
const treeOpset = 3
const irVersion = 8

export function onnxBytes(graph: OnnxGraph): Uint8Array {
  const inner = new MessageWriter()
  for (const { op, inputs, outputs, attributes, domain } of graph.nodes) {
    const node = new MessageWriter()
    for (const input of inputs) node.text(1, input)
    for (const output of outputs) node.text(2, output)
    node.text(3, outputs[0]).text(4, op)
    for (const [name, value] of Object.entries(attributes)) node.message(5, attributeMessage(name, value))
    if (domain !== undefined) node.text(7, domain)
    inner.message(1, node)
  }
  inner.text(2, graph.name)
  for (const [name, tensor] of graph.constants) inner.message(5, tensorMessage(name, tensor))
  for (const input of graph.inputs) inner.message(11, valueMessage(input))
  inner.message(12, valueMessage(graph.output))
  const model = new MessageWriter().integer(1, irVersion).text(2, 'rankwright').message(7, inner)
  model.message(8, new MessageWriter().text(1, '').integer(2, opset))
  if (graph.nodes.some(({ domain }) => domain !== undefined))
    model.message(8, new MessageWriter().text(1, 'ai.onnx.ml').integer(2, treeOpset))
  for (const [key, value] of Object.entries(graph.metadata)) model.message(14, new MessageWriter().text(1, key).text(2, value))
  return model.finish()
}

function attributeMessage(name: string, value: OnnxAttribute): MessageWriter {
  const message = new MessageWriter().text(1, name)
  if (typeof value === 'number') return message.integer(3, value).integer(20, 2)
  if ('float' in value) return message.float(2, value.float).integer(20, 1)
  if ('ints' in value) return message.integers(8, value.ints).integer(20, 7)
  if ('floats' in value) return message.bytes(7, new Uint8Array(Float32Array.from(value.floats).buffer)).integer(20, 6)
  for (const text of value.texts) message.text(9, text)
  return message.integer(20, 8)
}

function tensorMessage(name: string, { type, dims, values }: Tensor): MessageWriter {
  const message = new MessageWriter()
  for (const dim of dims) message.integer(1, dim)
  return message.integer(2, elementNumbers[type]).text(8, name).bytes(9, rawData(type, values))
}

function rawData(type: Tensor['type'], values: Float64Array): Uint8Array {
  const bytes = new Uint8Array(values.length * (type === 'float' ? 4 : type === 'bool' ? 1 : 8))
  const view = new DataView(bytes.buffer)
  for (const [i, value] of values.entries()) {
    if (type === 'float') view.setFloat32(4 * i, value, true)
    else if (type === 'double') view.setFloat64(8 * i, value, true)
    else if (type === 'int64') view.setBigInt64(8 * i, BigInt(value), true)
    else view.setUint8(i, value)
  }
  return bytes
}

function valueMessage({ name, type, dims }: OnnxValue): MessageWriter {
  const shape = new MessageWriter()
  for (const dim of dims) {
    const message = new MessageWriter()
    shape.message(1, typeof dim === 'number' ? message.integer(1, dim) : message.text(2, dim))
  }
  const tensor = new MessageWriter().integer(1, elementNumbers[type]).message(2, shape)
  return new MessageWriter().text(1, name).message(2, new MessageWriter().message(1, tensor))
}

/** Reads a file that `onnxBytes` could have written. */
export function readOnnx(bytes: Uint8Array): OnnxGraph {
  const model = fieldsOf(bytes)
  const sets = all(model, 8).map(({ bytes: id }) => fieldsOf(id))
  const version = sets.filter((id) => text(one(id, 1)) === '').map((id) => one(id, 2).integer)[0]
  if (version !== opset) throw new Error(`the operators are those of version ${version}, not ${opset}`)
  const graph = fieldsOf(one(model, 7).bytes)
  return {
    name: text(one(graph, 2)),
    nodes: all(graph, 1).map(({ bytes: node }) => readNode(fieldsOf(node))),
    constants: new Map(all(graph, 5).map(({ bytes: tensor }) => readTensor(fieldsOf(tensor)))),
    inputs: all(graph, 11).map(({ bytes: input }) => readValue(fieldsOf(input))),
    output: readValue(fieldsOf(one(graph, 12).bytes)),
    metadata: Object.fromEntries(all(model, 14).map(({ bytes: entry }) => [text(one(fieldsOf(entry), 1)), text(one(fieldsOf(entry), 2))])),
  }
}

function readNode(node: readonly Field[]): OnnxNode {
  const attributes = all(node, 5).map(({ bytes }): [string, OnnxAttribute] => [text(one(fieldsOf(bytes), 1)), attributeIn(fieldsOf(bytes))])
  return {
    op: text(one(node, 4)),
    inputs: all(node, 1).map(text),
    outputs: all(node, 2).map(text),
    attributes: Object.fromEntries(attributes),
  }
}

function attributeIn(fields: readonly Field[]): OnnxAttribute {
  const kind = one(fields, 20).integer
  if (kind === 1) return { float: floatsIn(one(fields, 2).bytes)[0] }
  if (kind === 2) return one(fields, 3).integer
  if (kind === 7) return { ints: readVarints(one(fields, 8).bytes) }
  if (kind === 8) return { texts: all(fields, 9).map(text) }
  if (kind !== 6) throw new Error(`attributes of the type ${kind} are unknown`)
  return { floats: floatsIn(one(fields, 7).bytes) }
}

function floatsIn(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(4 * at, true))
}

function readTensor(tensor: readonly Field[]): [string, Tensor] {
  const type = numberType(one(tensor, 2).integer)
  const { bytes } = one(tensor, 9)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = type === 'float' ? 4 : type === 'bool' ? 1 : 8
  const values = Float64Array.from({ length: bytes.length / size }, (_, i) => {
    if (type === 'float') return view.getFloat32(4 * i, true)
    if (type === 'double') return view.getFloat64(8 * i, true)
    return type === 'int64' ? Number(view.getBigInt64(8 * i, true)) : view.getUint8(i)
  })
  return [text(one(tensor, 8)), { type, dims: all(tensor, 1).map(({ integer }) => integer), values }]
}

function readValue(value: readonly Field[]): OnnxValue {
  const tensor = fieldsOf(one(fieldsOf(one(value, 2).bytes), 1).bytes)
  const dims = all(fieldsOf(one(tensor, 2).bytes), 1).map(({ bytes }) => {
    const dim = one(fieldsOf(bytes))
    return dim.number === 1 ? dim.integer : text(dim)
  })
  return { name: text(one(value, 1)), type: elementType(one(tensor, 1).integer), dims }
}

function fieldsOf(bytes: Uint8Array): Field[] {
  return [...readMessage(bytes)]
}

function all(fields: readonly Field[], number: number): Field[] {
  return fields.filter((field) => field.number === number)
}

/** The field of this number, or the first there is. */
function one(fields: readonly Field[], number?: number): Field {
  const found = fields.find((field) => number === undefined || field.number === number)
  if (found === undefined) throw new Error(`the message lacks field ${number}`)
  return found
}

function text({ bytes }: Field): string {
  return new TextDecoder().decode(bytes)
}
