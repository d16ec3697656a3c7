/** Cuts chunks of bytes into lines without their ends; empty ones are left out. A line may share the memory of its chunk. */
class LineCutter {
  readonly #pending: Buffer[] = []

  #completed(last: Buffer): Buffer {
    return this.#pending.length === 0 ? last : Buffer.concat([...this.#pending.splice(0), last])
  }

  /** The lines that a chunk completes. */
  *add(chunk: Uint8Array): Generator<Buffer> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    let from = 0
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      const line = this.#completed(bytes.subarray(from, end))
      from = end + 1
      if (line.length > 0) yield line
    }
    if (from < bytes.length) this.#pending.push(bytes.subarray(from))
  }

  /** What is left after the last end of a line. */
  *end(): Generator<Buffer> {
    const line = this.#completed(Buffer.alloc(0))
    if (line.length > 0) yield line
  }
}

/** All lines of a stream. */
export async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const lines of linesTogether(input)) yield* lines
}

/** The same, those of a chunk together: many short lines come faster so. */
export async function* linesTogether(input: AsyncIterable<Uint8Array>): AsyncGenerator<Iterable<Buffer>> {
  const cutter = new LineCutter()
  for await (const chunk of input) yield cutter.add(chunk)
  yield cutter.end()
}
