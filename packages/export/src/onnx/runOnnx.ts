/** A small ONNX runtime for the operators that our graphs use: the emulation that exports are checked in where no other is installed. */
import { numberType, type OnnxAttribute, type OnnxGraph, type Tensor, type TextTensor } from './onnxFile.ts'

/** The output of a graph for tensors by the names of its inputs. */
export function runOnnx(graph: OnnxGraph, given: Readonly<Record<string, Tensor | TextTensor>>): Tensor {
  const tensors = new Map<string, Tensor | TextTensor>(graph.constants)
  for (const { name } of graph.inputs) tensors.set(name, given[name])
  for (const { op, inputs, outputs, attributes } of graph.nodes) {
    const inputTensors = inputs.map((name) => {
      const tensor = tensors.get(name)
      if (tensor === undefined) throw new Error(`${op} wants ${name}, which is not there yet`)
      return tensor
    })
    if (!Object.hasOwn(operators, op)) throw new Error(`the operator ${op} is unknown`)
    tensors.set(outputs[0], operators[op](inputTensors as readonly Tensor[], attributes))
  }
  const output = tensors.get(graph.output.name)
  if (output === undefined || output.type === 'string') throw new Error(`nothing gives ${graph.output.name}`)
  return output
}

type Operator = (inputs: readonly Tensor[], attributes: Readonly<Record<string, OnnxAttribute>>) => Tensor

const operators: Readonly<Record<string, Operator>> = {
  IsNaN: ([x]) => elementwise('bool', [x], (a) => (Number.isNaN(a) ? 1 : 0)),
  Cast: ([x], { to }) => elementwise(numberType(Number(to)), [x], (a) => a),
  Where: ([condition, yes, no]) => elementwise(yes.type, [condition, yes, no], (a, b, c) => (a !== 0 ? b : c)),
  Max: ([a, b]) => elementwise(a.type, [a, b], (x, y) => Math.max(x, y)),
  Min: ([a, b]) => elementwise(a.type, [a, b], (x, y) => Math.min(x, y)),
  Add: ([a, b]) => elementwise(a.type, [a, b], (x, y) => x + y),
  Sub: ([a, b]) => elementwise(a.type, [a, b], (x, y) => x - y),
  Mul: ([a, b]) => elementwise(a.type, [a, b], (x, y) => x * y),
  Div: ([a, b]) => elementwise(a.type, [a, b], (x, y) => x / y),
  Equal: ([a, b]) => elementwise('bool', [a, b], (x, y) => (x === y ? 1 : 0)),
  Concat: (inputs) => joinedColumns(inputs),
  Gather: ([x, indices]) => chosenColumns(x, indices.values),
  LabelEncoder: ([x], attributes) => labelled(x as Tensor | TextTensor, attributes),
  Floor: ([x]) => elementwise(x.type, [x], Math.floor),
  Ceil: ([x]) => elementwise(x.type, [x], Math.ceil),
  Greater: ([a, b]) => elementwise('bool', [a, b], (x, y) => (x > y ? 1 : 0)),
  Abs: ([x]) => elementwise(x.type, [x], Math.abs),
  Sqrt: ([x]) => elementwise(x.type, [x], Math.sqrt),
  Exp: ([x]) => elementwise(x.type, [x], Math.exp),
  Cos: ([x]) => elementwise(x.type, [x], Math.cos),
  Relu: ([x]) => elementwise(x.type, [x], (a) => Math.max(0, a)),
  Sigmoid: ([x]) => elementwise(x.type, [x], (a) => 1 / (1 + Math.exp(-a))),
  MatMul: ([a, b]) => matrixProduct(a, b),
  ReduceSum: ([x, axes], { keepdims }) => reduceSum(x, axes.values[0], keepdims === 1),
  Squeeze: ([x, axes]) => ({ ...x, dims: x.dims.toSpliced(axes.values[0], 1) }),
  TreeEnsembleRegressor: ([x], attributes) => treeSums(x, attributes),
  Unsqueeze: ([x, axes]) => ({ ...x, dims: x.dims.toSpliced(axes.values[0], 0, 1) }),
}

function rounded(type: Tensor['type'], value: number): number {
  return type === 'float' ? Math.fround(value) : value
}

/** Applies a function place by place, smaller tensors stretched along the axes they lack. */
function elementwise(type: Tensor['type'], inputs: readonly Tensor[], apply: (a: number, b: number, c: number) => number): Tensor {
  const rank = Math.max(...inputs.map(({ dims }) => dims.length))
  const padded = inputs.map(({ dims }) => [...new Array<number>(rank - dims.length).fill(1), ...dims])
  const dims = Array.from({ length: rank }, (_, axis) => Math.max(...padded.map((shape) => shape[axis])))
  const steps = padded.map((shape) => stepsAlong(shape, dims))
  const [a, b = a, c = a] = inputs.map(({ values }) => values)
  const values = new Float64Array(dims.reduce((total, dim) => total * dim, 1))
  const place = new Array<number>(rank).fill(0)
  const at = [0, 0, 0]
  for (let i = 0; i < values.length; i++) {
    values[i] = rounded(type, apply(a[at[0]], b[at[1]], c[at[2]]))
    for (let axis = rank - 1; axis >= 0; axis--) {
      place[axis]++
      for (let k = 0; k < steps.length; k++) at[k] += steps[k][axis]
      if (place[axis] < dims[axis]) break
      for (let k = 0; k < steps.length; k++) at[k] -= dims[axis] * steps[k][axis]
      place[axis] = 0
    }
  }
  return { type, dims, values }
}

/** How far apart neighbours along each axis lie; 0 where there is one for all. */
function stepsAlong(shape: readonly number[], dims: readonly number[]): number[] {
  const steps = new Array<number>(dims.length)
  let step = 1
  for (let axis = dims.length - 1; axis >= 0; axis--) {
    if (shape[axis] !== 1 && shape[axis] !== dims[axis]) throw new Error(`the shapes ${shape.join('×')} and ${dims.join('×')} do not fit`)
    steps[axis] = shape[axis] === 1 ? 0 : step
    step *= shape[axis]
  }
  return steps
}

/** Tables beside each other. */
function joinedColumns(tables: readonly Tensor[]): Tensor {
  const [rows] = tables[0].dims
  const width = tables.reduce((total, { dims }) => total + dims[1], 0)
  const values = new Float64Array(rows * width)
  let first = 0
  for (const { dims, values: own } of tables) {
    for (let row = 0; row < rows; row++) values.set(own.subarray(row * dims[1], (row + 1) * dims[1]), row * width + first)
    first += dims[1]
  }
  return { type: tables[0].type, dims: [rows, width], values }
}

function chosenColumns({ type, dims: [rows, width], values }: Tensor, columns: Float64Array): Tensor {
  const chosen = Float64Array.from({ length: rows * columns.length }, (_, at) => {
    const row = Math.floor(at / columns.length)
    return values[row * width + columns[at % columns.length]]
  })
  return { type, dims: [rows, columns.length], values: chosen }
}

/** Numbers for texts. */
function labelled(x: Tensor | TextTensor, attributes: Readonly<Record<string, OnnxAttribute>>): Tensor {
  const { keys_strings: keys, values_int64s: ints, values_floats: floats, default_int64: place, default_float: number } = attributes
  if (x.type !== 'string' || typeof keys !== 'object' || !('texts' in keys)) throw new Error('LabelEncoder wants texts')
  const found = floats ?? ints
  if (typeof found !== 'object' || 'texts' in found || 'float' in found) throw new Error('LabelEncoder wants numbers for its texts')
  const numbers = 'ints' in found ? found.ints : found.floats
  const otherwise = typeof number === 'object' && 'float' in number ? number.float : Number(place)
  const known = new Map(keys.texts.map((text, at) => [text, numbers[at]]))
  return {
    type: 'ints' in found ? 'int64' : 'float',
    dims: x.dims,
    values: Float64Array.from(x.texts, (text) => known.get(text) ?? otherwise),
  }
}

function matrixProduct(a: Tensor, b: Tensor): Tensor {
  const [rows, inner] = a.dims
  const [, columns] = b.dims
  const values = new Float64Array(rows * columns)
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      let sum = 0
      for (let k = 0; k < inner; k++) sum += a.values[i * inner + k] * b.values[k * columns + j]
      values[i * columns + j] = sum
    }
  }
  return { type: a.type, dims: [rows, columns], values }
}

function reduceSum({ type, dims, values }: Tensor, axis: number, keep: boolean): Tensor {
  const inner = dims.slice(axis + 1).reduce((total, dim) => total * dim, 1)
  const length = dims[axis]
  const sums = new Float64Array(values.length / length)
  for (const [i, value] of values.entries()) sums[Math.floor(i / (inner * length)) * inner + (i % inner)] += value
  return { type, dims: keep ? dims.with(axis, 1) : dims.toSpliced(axis, 1), values: sums }
}

/** Trees of splits `x ≤ value` or `x = value` and leaves, for one target; sums are taken in single precision, tree by tree. */
function treeSums({ dims: [rows, width], values }: Tensor, attributes: Readonly<Record<string, OnnxAttribute>>): Tensor {
  const many = (name: string): readonly number[] => {
    const value = attributes[name]
    if (typeof value === 'object' && 'ints' in value) return value.ints
    if (typeof value === 'object' && 'floats' in value) return value.floats
    throw new Error(`TreeEnsembleRegressor wants numbers for ${name}`)
  }
  const modes = attributes['nodes_modes']
  if (typeof modes !== 'object' || !('texts' in modes)) throw new Error('TreeEnsembleRegressor wants modes of its nodes')
  const key = (tree: number, node: number) => `${tree} ${node}`
  const [trees, ids, yes, no] = ['nodes_treeids', 'nodes_nodeids', 'nodes_truenodeids', 'nodes_falsenodeids'].map(many)
  const [features, thresholds, tracked] = ['nodes_featureids', 'nodes_values', 'nodes_missing_value_tracks_true'].map(many)
  const [leafTrees, leafNodes, weights] = ['target_treeids', 'target_nodeids', 'target_weights'].map(many)
  const places = new Map(ids.map((node, at) => [key(trees[at], node), at]))
  const leaves = new Map(leafNodes.map((node, at) => [key(leafTrees[at], node), weights[at]]))
  const roots = Array.from(ids.keys()).filter((at) => ids[at] === 0)
  const sums = Float64Array.from({ length: rows }, (_, row) => {
    let sum = 0
    for (const root of roots) {
      let at = root
      let leaf = leaves.get(key(trees[at], ids[at]))
      while (leaf === undefined) {
        const value = values[row * width + features[at]]
        const compares = modes.texts[at] === 'BRANCH_EQ' ? value === thresholds[at] : value <= thresholds[at]
        const goes = compares || (tracked[at] === 1 && Number.isNaN(value))
        at = places.get(key(trees[at], goes ? yes[at] : no[at]))!
        leaf = leaves.get(key(trees[at], ids[at]))
      }
      sum = Math.fround(sum + leaf)
    }
    return Math.fround(sum + many('base_values')[0])
  })
  return { type: 'float', dims: [rows, 1], values: sums }
}
