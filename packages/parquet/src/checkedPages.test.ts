import { RankwrightError } from '@rankwright/core'
import { type Gunzip, openStored, storedInput } from '@rankwright/core/data'
import { expect, test } from 'vitest'
import { BrokenParquet, CompactReader } from './compactProtocol.ts'
import { readParquet } from './readParquet.ts'

/** Changed bytes that made hyparquet fill the memory with a run of a thousand million values. */
const longRun =
  'UEFSMRUEFTwVPEwVDBUAAAAeEAEAAAAwAQUAMQEFPDIBAAAAMwEAAAA0AQAAADUVBhUWFRpcFTAVABUwFRAVABUAAAALKAMHAJAkkrRtJNm2FQQVMBUiTBUGFQAAABgAADIBACTwPwAAAAAAAABAFQYVEBUUXBUwFQAVMBUQFQAVAAAACBwCByRJkiRJkhUGFcQBFcoBXBUwFRUGFQAVAgAAACaUAhwVCBkVABkYAmYxFQIWBhZCFkImlAI8NgIoBAAPAEAYBAAAgD8AGRwVBhUAFQIAAAAm1gIcFQgZFQAZGAJmMhUCFgYWQhZCJtYCPDYCKAQAAIBAGAQAAEBAABkcFQYVABUCAAAAFpADFgYAKAloeXBhcnF1ZXQAbQEAAFBBUjEAFTAVABUEFQAAADABYPBfGqmivqVB2z+fTI4/LxM+v3uil784CM+/pK7BPlq4sD5Cx3u/yI40Pw6wI79zfgQ/EaTXvf6A677YA1E/xA2ePxTJjj5FC6u+CYCeP1SrqD/0UXs+ou5tvy43hz8k93s/FQYVxAEVygFcFTAVABUwFQAVBBUAAAAwAWDwX2X/h7+eeXe/HXvBvvO+T7/Sa+s+BQhtvh6oVL+LWytAKQ2mvjd4Uz6y5ce/cc3OPrrrNj+hjwK/cnBdv8bEmb7Nu4y/c3+kPiRqbr+5dty/NOxIvzmIS74g2YI/ggGhPhUEGVxIBHJvb3QVCAAVDCUAGANxaWQlAAAVCiUAGAVsYWJlbAAVCCUCGAJmMQAVCCUCGAJmMgAWMBkcGUwmCBwVDBkVEBkYA3FpZBUCFjAWmgEWmgEmXiYIHDYAKAE1GAEwABksFQQVABUCABUGFRAVAgAAACaiARwVChkVEBkYBWxhYmVsFQIWMBZ6Fnom3gEmogEcNgAoCAAAAAAAAABAGAgAAAAAAAAAgAAZLBUEFQAVAgAVBhUQFQIAAAAmnAIcFQgZFQAZGAJmMRUCFjAW+AEW+AEmnAI8NgAoBKVB2z8YBDgIz78AGRwVBhUAFQIAAAAmlAQcFQgZFQAZGAJmMhUCFjAW+AEW+AEmlAQ8NgAoBItbK0AYBLl23L8AGRwVBhUAFQIAAAAWhAYWMAAoCWh5cGFycXVldAA8AQAAUEFSMQ=='

const none: Gunzip = { unpack: (packed) => packed }

test('a run that is longer than its page is refused at once', async () => {
  const bytes = Uint8Array.from(atob(longRun), (letter) => letter.charCodeAt(0))
  const started = performance.now()
  await expect(readParquet(await sourceOf(bytes))).rejects.toThrow(RankwrightError)
  expect(performance.now() - started).toBeLessThan(1000)
})

/** Changed bytes that left a column of a row group without its path. */
const withoutPath =
  'UEFSMRUEFTwVPEwVDBUAAAAeEAEAAAAwAQUAMQEFPG51bGwBAAAAMwEAAAA0AQAAADUVBhUWFRpcFTAVABUwFRAVABUAAAALKAMHAJAkkrRtJNm2FQQVMBUiTBUGFQAAABgAADIBACTwPwAAAAAAAABAFQYVEBUUXBUwFQAVMBUQFQAVAAAACBwCHAIHJEmSJEmSFQYVxAEVygFcFTAVABUwFQAVBBUAAAAwAWDwXxqpor6lQds/n0yOPy8TPr97ope/OAjPv6SuwT5auLA+Qsd7v8iOND8OsCO/c34EPxGk173+gOu+2ANRP8QNnj8UyY4+RQurvgmAnj9Uq6g/9FF7PqLubb8uN4c/JPd7PxUGFcQBFcoBXBUwFQAVMBUAFQQVAAAAMAFg8F9l/4e/nnl3vx17wb7zvy43hz8k93s/FQYVxAEVygFcFTAVABUwFQAVBBUAAAAwAWDwX2X/h7+eeXe/HXvBvvO+T7/Sa+s+BQhtvh6oVL+LWytAKQ2mvi0xeFM+suXHv3HNzj666zY/oY8Cv3JwXb/GxJm+zbuMv3N/pD4kam6/uXbcvzTsSL85iEu+INmCP4IBoT4VBBlcSARyb290FQgAFQwlABgDcWlkJQAAFQolABgFbGFiZWwAFQglAhgCZjEAFQglAhgCZjICFjAZHBlMJggcFQwZFRAZGANxaWQVAhYwFpoBFpoBJl4mCBw2ACgBNRgBMAAZLBUEFQAVAgAVBhUQFQIAAAAmogEcFQoZFRAZGAVsYWJlbBUCFjAWehZ6Jt4BJqIBHDYAKAgAAAAAAAAAQBgIAAAAAAAAAIAAGSwVBBUAFQIAFQYVEBUCAAAAJpwCHBUIGRUAGRgCZjEVAhYwFvgBFvgBJpwCPDYAKASlQds/GAQ4CM+/ABkcFQYVABUCAAAAJpQEHBUIGRUAGRgCZjIVAhYwFvgBFvgBJpQEPDYAKASLWytAGAS5dty/ABkcFQYVABUCAAAAFoQGFjAAGRwYCndyaXR0ZW4gYnkYGHJhbmt3cmlnaHQgcmFua2luZyBsaXN0cwAYCWh5cGFycXVldABlAQAAUEFSMQ=='

test('a footer that lacks a part is refused', async () => {
  const bytes = Uint8Array.from(atob(withoutPath), (letter) => letter.charCodeAt(0))
  await expect(readParquet(await sourceOf(bytes))).rejects.toThrow(RankwrightError)
})

test('numbers of more than ten bytes, lengths beyond the end and deep structures are refused', () => {
  const endless = new Uint8Array(1 << 20).fill(0xff)
  for (const bytes of [
    Uint8Array.of(0x16, ...endless.subarray(0, 11)), // a number that does not end
    Uint8Array.of(0x18, 0x7f), // 127 bytes of text, of which none is there
    Uint8Array.of(0x19, 0xf5, 0xff, 0xff, 0xff, 0x07), // a list of sixteen million numbers
    new Uint8Array(1 << 20).fill(0x1c), // structures within structures
    Uint8Array.of(0x1d),
  ])
    expect(() => new CompactReader(bytes).struct()).toThrow(BrokenParquet)
})

test('a footer with a number of a million bytes is refused at once', async () => {
  const footer = new Uint8Array((1 << 20) + 1).fill(0xff)
  footer[0] = 0x16
  const end = new DataView(new ArrayBuffer(8))
  end.setUint32(0, footer.length, true)
  const file = new Uint8Array(4 + footer.length + 8)
  file.set(mark)
  file.set(footer, 4)
  file.set(new Uint8Array(end.buffer, 0, 4), 4 + footer.length)
  file.set(mark, 8 + footer.length)
  const started = performance.now()
  await expect(readParquet(await sourceOf(file))).rejects.toThrow(/more than ten bytes/)
  expect(performance.now() - started).toBeLessThan(1000)
})

const mark = new TextEncoder().encode('PAR1')

async function sourceOf(bytes: Uint8Array) {
  return openStored(await storedInput(bytes, 'changed.parquet'), {}, none)
}
