/**
 * Histograms of binned rows, as core/src/numeric/compute/histogram.ts defines them: 16 bytes for each bin, 256 bins for each feature, blocks of
 * eight features. Rows are brought together some hundred at a time, so that the scattered reads happen once and the histogram of a block stays in
 * the nearest cache.
 */
const CHUNK: i32 = 512
/** Bytes of the bins of a chunk in one block; not a power of two, so that blocks do not fall on the same cache lines. */
const BLOCK_BYTES: usize = 512 * 8 + 64
const HISTOGRAM_BYTES: usize = 8 * 256 * 16

/** Scratch for this many blocks. */
export function histogramScratch(blocks: i32): i32 {
  return <i32>((<usize>CHUNK) * 16 + <usize>blocks * BLOCK_BYTES)
}

export function histogram(
  stride: i32,
  bins: usize,
  gradients: usize,
  rows: usize,
  count: i32,
  firstBlock: i32,
  endBlock: i32,
  into: usize,
  whole: usize,
  scratch: usize,
): void {
  const blocks = endBlock - firstBlock
  const target = into + <usize>firstBlock * HISTOGRAM_BYTES
  memory.fill(target, 0, <usize>blocks * HISTOGRAM_BYTES)
  const gathered = scratch + (<usize>CHUNK) * 16
  for (let done = 0; done < count; done += CHUNK) {
    const length = min(CHUNK, count - done)
    const chunk = rows + ((<usize>done) << 2)
    store<u32>(scratch, touch(stride, bins + ((<usize>firstBlock) << 3), gradients, chunk, length, blocks << 3))
    gatherGradients(gradients, chunk, length, scratch)
    gatherBins(stride, bins + ((<usize>firstBlock) << 3), chunk, length, blocks, gathered)
    for (let block = 0; block < blocks; block++) {
      addBlock(gathered + <usize>block * BLOCK_BYTES, scratch, length, target + <usize>block * HISTOGRAM_BYTES)
    }
  }
  if (whole != 0) takeOff(target, <usize>blocks * HISTOGRAM_BYTES, whole + <usize>firstBlock * HISTOGRAM_BYTES)
}

/**
 * Reads a byte of each cache line that gathering is about to read. Nothing waits for these reads, so many lines are on their way at once. The sum
 * says nothing; it keeps the reads in the program.
 */
function touch(stride: i32, bins: usize, gradients: usize, rows: usize, length: i32, bytes: i32): u32 {
  const end = rows + ((<usize>length) << 2)
  let sum: u32 = 0
  for (let at = rows; at < end; at += 4) {
    const row = <usize>load<u32>(at)
    const source = bins + row * <usize>stride
    sum += load<u32>(gradients + (row << 3))
    for (let line = 0; line < bytes; line += 64) sum += <u32>load<u8>(source + <usize>line)
  }
  return sum
}

function gatherGradients(gradients: usize, rows: usize, length: i32, into: usize): void {
  for (let i = 0; i < length; i++) {
    const row = <usize>load<u32>(rows + ((<usize>i) << 2))
    v128.store(into + ((<usize>i) << 4), i32x4.replace_lane(v128.load64_zero(gradients + (row << 3)), 2, 1))
  }
}

function gatherBins(stride: i32, bins: usize, rows: usize, length: i32, blocks: i32, into: usize): void {
  const end = rows + ((<usize>length) << 2)
  for (let at = rows; at < end; at += 4) {
    let source = bins + <usize>load<u32>(at) * <usize>stride
    let target = into
    for (let block = 0; block < blocks; block++) {
      store<u64>(target, load<u64>(source))
      source += 8
      target += BLOCK_BYTES
    }
    into += 8
  }
}

function addBlock(bins: usize, gradients: usize, length: i32, into: usize): void {
  const end = bins + ((<usize>length) << 3)
  while (bins < end) {
    const own = load<u64>(bins)
    const gradient = v128.load(gradients)
    const low = <u32>own
    const high = <u32>(own >> 32)
    add(into, (low & 255) << 4, gradient)
    add(into + 4096, ((low >> 8) & 255) << 4, gradient)
    add(into + 8192, ((low >> 16) & 255) << 4, gradient)
    add(into + 12288, (low >> 24) << 4, gradient)
    add(into + 16384, (high & 255) << 4, gradient)
    add(into + 20480, ((high >> 8) & 255) << 4, gradient)
    add(into + 24576, ((high >> 16) & 255) << 4, gradient)
    add(into + 28672, (high >> 24) << 4, gradient)
    bins += 8
    gradients += 16
  }
}

@inline
function add(feature: usize, bin: u32, gradient: v128): void {
  const at = feature + <usize>bin
  v128.store(at, i32x4.add(v128.load(at), gradient))
}

/** whole −= part. */
function takeOff(part: usize, bytes: usize, whole: usize): void {
  const end = part + bytes
  while (part < end) {
    v128.store(whole, i32x4.sub(v128.load(whole), v128.load(part)))
    part += 16
    whole += 16
  }
}
