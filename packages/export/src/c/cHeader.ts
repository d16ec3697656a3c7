/**
 * A model as one header of C99 that needs nothing but math.h. Numbers are added in the order of the library, in double precision, so the scores have
 * its bits. Products go through a volatile: a compiler may otherwise join them with the sum that follows, which rounds once less.
 */
import { type LinearModel, RankwrightError, type TreesModel } from '@rankwright/core'
import { affineColumns } from '@rankwright/core/data'
import { featureNamesOf } from '@rankwright/core/models'
import { namedOption } from '@rankwright/core/problems'

export interface CHeader {
  readonly content: string
  /** What its functions are called: `<prefix>_score`. */
  readonly prefix: string
}

export function cHeader(model: LinearModel | TreesModel, name: string): CHeader {
  const prefix = `ranker_${name.replaceAll(/[^A-Za-z0-9_]/g, '_')}`
  const guard = `${prefix.toUpperCase()}_H`
  const names = featureNamesOf(model)
  const body = model.kind === 'linear' ? linearC(model, prefix) : treesC(model, prefix)
  const lines = [
    `/* A ranking model of the method ${JSON.stringify(model.method).replaceAll('*/', '* /')}, written by rankwright. C99; it needs math.h alone.`,
    ` * double ${prefix}_score(const float *x): the ${names.length} features of an item, NAN where one is missing. Greater ranks higher.`,
    ` * const char *${prefix}_feature(int j): the name of feature j, from 0. */`,
    `#ifndef ${guard}`,
    `#define ${guard}`,
    '#include <math.h>',
    '#ifdef __FAST_MATH__',
    '#error "Compile this file without -ffast-math: missing values are NAN, and sums have an order."',
    '#endif',
    `#define ${prefix.toUpperCase()}_FEATURES ${names.length}`,
    '',
    `static inline const char *${prefix}_feature(int j) {`,
    `  static const char *const names[] = {${names.map(cText).join(', ') || '""'}};`,
    '  return names[j];',
    '}',
    '',
    body,
    '',
    `#endif`,
  ]
  return { content: `${lines.join('\n')}\n`, prefix }
}

function linearC(model: LinearModel, prefix: string): string {
  const { featureMap: map, weights, intercept } = model
  refuseMap(model)
  const { low, high, offset, factor } = affineColumns(map)
  const arrays = { fill: map.means ?? new Float64Array(map.width), low, high, offset, factor, weights }
  return `static inline double ${prefix}_score(const float *x) {
${Object.entries(arrays)
  .map(([name, values]) => array('double', name, values))
  .join('\n')}
  const double shrink = ${double(map.shrink)}, intercept = ${double(intercept)};
  const int width = ${map.width}, even = ${map.width & ~7};
  double lanes[8] = {0}, sum = 0;
  for (int j = 0; j < width; j++) {
    double value = isnan(x[j]) ? fill[j] : (double)x[j];
    if (value < low[j]) value = low[j];
    if (high[j] < value) value = high[j];
    const float mapped = (float)((value - offset[j]) * factor[j] * shrink);
    const volatile double product = (double)mapped * weights[j];
    if (j == even) sum = lanes[0] + lanes[2] + (lanes[4] + lanes[6]) + (lanes[1] + lanes[3] + (lanes[5] + lanes[7]));
    if (j < even) lanes[j & 7] += product;
    else sum += product;
  }
  if (width == even) sum = lanes[0] + lanes[2] + (lanes[4] + lanes[6]) + (lanes[1] + lanes[3] + (lanes[5] + lanes[7]));
  return sum + intercept;
}`
}

function refuseMap({ featureMap: { scale, ball } }: LinearModel): void {
  const refuse = (what: string, targets: readonly string[]) => {
    throw new RankwrightError({ area: 'export', code: 'target-cannot-express', target: 'C', what, targets })
  }
  if (scale.kind === 'per-list') refuse(`scales each list by itself (${namedOption({ scale: 'per-list' }, 'train')})`, ['js'])
  if (scale.kind === 'quantile')
    refuse(`scales features by their quantiles (${namedOption({ scale: 'quantile' }, 'train')})`, ['js', 'onnx'])
  if (ball.norm !== 'none') refuse(`draws every row into a ball (${namedOption('featureBall', 'train')})`, ['js', 'onnx'])
}

function treesC(model: TreesModel, prefix: string): string {
  const { base, starts, columns, thresholds, left, right, missingLeft, leaves, categorical, setStarts, sets, sums } = model
  const setOf = new Int32Array(columns.length).fill(-1)
  for (const [set, split] of categorical.entries()) setOf[split] = set
  const parts = [
    '  /* Tree t has the splits starts[t] .. starts[t + 1]; x goes left where x <= threshold. A side is a split of the tree, or -1 - leaf. */',
    array('int', 'starts', starts),
    array('int', 'columns', columns),
    array('float', 'thresholds', thresholds),
    array('int', 'left', left),
    array('int', 'right', right),
    array('unsigned char', 'missing_left', missingLeft),
    array('double', 'leaves', leaves),
    ...(categorical.length === 0
      ? []
      : [
          '  /* Splits on categories: x goes left where its whole part is in the set. */',
          array('int', 'set_of', setOf),
          array('int', 'set_starts', setStarts),
          array('unsigned int', 'sets', sets),
        ]),
  ]
  const numeric = 'goes_left = (x[j] > greatest ? greatest : x[j] < -greatest ? -greatest : x[j]) <= thresholds[split];'
  const inSet = `else if (set_of[split] >= 0) {
        const int from = set_starts[set_of[split]];
        const double category = trunc((double)x[j]);
        goes_left = category >= 0 && category < 32.0 * (set_starts[set_of[split] + 1] - from) &&
                    ((sets[from + (long)category / 32] >> ((long)category % 32)) & 1u);
      } `
  return `static inline double ${prefix}_score(const float *x) {
${parts.join('\n')}
  const float greatest = ${float((2 - 2 ** -23) * 2 ** 127)};
  double sum = ${double(base)};
  for (int tree = 0; tree < ${starts.length - 1}; tree++) {
    int at = starts[tree] == starts[tree + 1] ? -1 : 0;
    while (at >= 0) {
      const int split = starts[tree] + at, j = columns[split];
      int goes_left;
      if (isnan(x[j])) goes_left = missing_left[split];
      ${categorical.length === 0 ? '' : inSet}else ${numeric}
      at = goes_left ? left[split] : right[split];
    }
    sum = ${sums === 'float32' ? '(float)(sum + leaves[starts[tree] + tree - 1 - at])' : 'sum + leaves[starts[tree] + tree - 1 - at]'};
  }
  return sum;
}`
}

function array(type: 'int' | 'float' | 'double' | 'unsigned char' | 'unsigned int', name: string, values: ArrayLike<number>): string {
  const text =
    type === 'double' ? double : type === 'float' ? float : type === 'unsigned int' ? (value: number) => `${value >>> 0}u` : String
  return `  static const ${type} ${name}[] = {${Array.from(values, text).join(', ') || '0'}};`
}

/** Shortest decimals, which compilers read back to the same number. */
function double(value: number): string {
  return (Object.is(value, -0) ? 0 : value).toExponential().replace('e+', 'e')
}

function float(value: number): string {
  return `${double(value)}f`
}

/** A text in C, its UTF-8 bytes beyond plain letters in octal: nothing in it can end the text or be taken for a trigraph. */
function cText(text: string): string {
  const bytes = new TextEncoder().encode(text)
  const plain = (byte: number) => byte >= 32 && byte < 127 && !'"\\?'.includes(String.fromCharCode(byte))
  return `"${Array.from(bytes, (byte) => (plain(byte) ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`)).join('')}"`
}
