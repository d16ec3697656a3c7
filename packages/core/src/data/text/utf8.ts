import { textOfUnits } from './codeUnits.ts'

/** The part of the platform's encoder and decoder that is used here; both browsers and Node have it. */
declare const TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => { decode(bytes: Uint8Array): string }
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { fatal: false, ignoreBOM: false })
const encoder = new TextEncoder()

/** Short runs of plain ASCII are quicker to build by hand than to hand over to the platform. */
const SHORT = 40

/** The text of bytes[start .. end], or undefined when they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start <= SHORT) {
    let position = start
    while (position < end && bytes[position] < 0x80) position++
    if (position === end) return textOfUnits(bytes, start, end)
  }
  try {
    return decoder.decode(bytes.subarray(start, end))
  } catch {
    return undefined
  }
}

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The text of bytes that may be anything: what is not UTF-8 becomes the replacement character. */
export function lenientText(bytes: Uint8Array): string {
  return lenient.decode(bytes)
}
