import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type OnnxGraph, onnxBytes, readOnnx } from './onnxFile.ts'
import { MessageWriter, readMessage } from './protobuf.ts'
import { runOnnx } from './runOnnx.ts'

const doubled: OnnxGraph = {
  name: 'twice, and one more: ñ',
  nodes: [
    { op: 'Cast', inputs: ['x'], outputs: ['wide'], attributes: { to: 11 } },
    { op: 'Mul', inputs: ['wide', 'two'], outputs: ['product'], attributes: {} },
    { op: 'Add', inputs: ['product', 'row'], outputs: ['y'], attributes: {} },
  ],
  constants: new Map([
    ['two', { type: 'double', dims: [], values: Float64Array.of(2) }],
    ['row', { type: 'double', dims: [2], values: Float64Array.of(1, -1) }],
    ['axes', { type: 'int64', dims: [1], values: Float64Array.of(-1) }],
  ]),
  inputs: [{ name: 'x', type: 'float', dims: ['rows', 2] }],
  output: { name: 'y', type: 'double', dims: ['rows', 2] },
  metadata: { missing: 'zero' },
}

test('a graph comes back from its bytes', () => {
  expect(readOnnx(onnxBytes(doubled))).toEqual(doubled)
})

test('constants of any value come back to the bit', () => {
  const float32 = fc.float({ noDefaultInfinity: true })
  const constant = fc.oneof(
    fc
      .array(fc.double(), { maxLength: 5 })
      .map((values) => ({ type: 'double' as const, dims: [values.length], values: Float64Array.from(values) })),
    fc
      .array(float32, { maxLength: 5 })
      .map((values) => ({ type: 'float' as const, dims: [values.length], values: Float64Array.from(values) })),
    fc
      .array(fc.maxSafeInteger(), { maxLength: 5 })
      .map((values) => ({ type: 'int64' as const, dims: [values.length], values: Float64Array.from(values, (each) => each + 0) })),
  )
  fc.assert(
    fc.property(fc.dictionary(fc.string(), constant), (drawn) => {
      const graph = { ...doubled, constants: new Map(Object.entries(drawn)) }
      expect(readOnnx(onnxBytes(graph))).toEqual(graph)
    }),
  )
})

test('texts become numbers, and attributes of one number come back', () => {
  const labels = { keys_strings: { texts: ['a', ''] }, values_floats: { floats: [0.5, 2] }, default_float: { float: -0.25 } }
  const graph: OnnxGraph = {
    ...doubled,
    inputs: [{ name: 'kind', type: 'string', dims: ['rows', 1] }],
    nodes: [{ op: 'LabelEncoder', inputs: ['kind'], outputs: ['y'], attributes: labels }],
  }
  const read = readOnnx(onnxBytes(graph))
  expect(read).toEqual(graph)
  expect([...runOnnx(read, { kind: { type: 'string', dims: [3, 1], texts: ['', 'a', 'b'] } }).values]).toEqual([2, 0.5, -0.25])
})

test('a graph runs, smaller tensors stretched', () => {
  const { dims, values } = runOnnx(readOnnx(onnxBytes(doubled)), {
    x: { type: 'float', dims: [3, 2], values: Float64Array.of(1, 2, 3, 4, 5, 6) },
  })
  expect(dims).toEqual([3, 2])
  expect([...values]).toEqual([1, 2, 3, 4, 5, 6].map((value, place) => 2 * value + (place % 2 === 0 ? 1 : -1)))
})

test('an unknown operator and a missing tensor are errors, not numbers', () => {
  const broken = (node: OnnxGraph['nodes'][number]) => () =>
    runOnnx({ ...doubled, nodes: [node] }, { x: { type: 'float', dims: [1, 2], values: new Float64Array(2) } })
  expect(broken({ op: 'Softmax', inputs: ['x'], outputs: ['y'], attributes: {} })).toThrow('Softmax')
  expect(broken({ op: 'Add', inputs: ['x', 'z'], outputs: ['y'], attributes: {} })).toThrow('z')
})

test('numbers of any size come back from the wire', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 47 }), fc.integer({ min: 1, max: 1000 }), (value, field) => {
      const [read] = readMessage(new MessageWriter().integer(field, value).finish())
      expect([read.number, read.integer]).toEqual([field, value])
    }),
  )
})

test('varints are written as the protocol says: 300 is AC 02', () => {
  expect([...new MessageWriter().integer(1, 300).finish()]).toEqual([0x08, 0xac, 0x02])
  expect([...new MessageWriter().text(2, 'testing').finish()]).toEqual([0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67])
})

test('bytes that end too soon are refused', () => {
  const bytes = onnxBytes(doubled)
  for (const length of [1, 5, 20, bytes.length - 1]) expect(() => readOnnx(bytes.subarray(0, length))).toThrow()
})
