// The expected texts are those of DuckDB 1.5.6: SELECT x::VARCHAR. The package node compares both on whole files.
import { expect, test } from 'vitest'
import type { ColumnKind } from './columnKind.ts'
import { idWriter } from './idText.ts'

test.each<[ColumnKind, unknown, string]>([
  [{ kind: 'text' }, 'a b', 'a b'],
  [{ kind: 'truth' }, true, 'true'],
  [{ kind: 'integer', unsigned: false }, -1n, '-1'],
  [{ kind: 'integer', unsigned: true }, -1n, '18446744073709551615'],
  [{ kind: 'integer', unsigned: true }, -1, '4294967295'],
  [{ kind: 'float', single: false }, 1, '1.0'],
  [{ kind: 'float', single: false }, -0, '-0.0'],
  [{ kind: 'float', single: false }, 123456.789, '123456.789'],
  [{ kind: 'float', single: false }, 1e15, '1000000000000000.0'],
  [{ kind: 'float', single: false }, 12345678901234568, '1.2345678901234568e+16'],
  [{ kind: 'float', single: false }, 1e-7, '1e-07'],
  [{ kind: 'float', single: false }, Number.NaN, 'nan'],
  [{ kind: 'float', single: false }, Number.NEGATIVE_INFINITY, '-inf'],
  [{ kind: 'float', single: true }, Math.fround(0.1), '0.1'],
  [{ kind: 'float', single: true }, 123456792, '123456790.0'],
  [{ kind: 'decimal', precision: 10, scale: 2 }, 110, '1.10'],
  [{ kind: 'decimal', precision: 10, scale: 2 }, -5, '-0.05'],
  [{ kind: 'decimal', precision: 2, scale: 2 }, -50, '-.50'],
  [{ kind: 'decimal', precision: 18, scale: 0 }, 5n, '5'],
  [{ kind: 'decimal', precision: 30, scale: 1 }, Uint8Array.of(0xff, 0xfe), '-0.2'],
  [{ kind: 'date' }, 19782, '2024-02-29'],
  [{ kind: 'date' }, -735160, '0044-03-15 (BC)'],
  [{ kind: 'date' }, 2 ** 31 - 1, 'infinity'],
  [{ kind: 'timestamp', unit: 'MICROS' }, -999_999n, '1969-12-31 23:59:59.000001'],
  [{ kind: 'timestamp', unit: 'MILLIS' }, 120n, '1970-01-01 00:00:00.12'],
  [{ kind: 'timestamp', unit: 'NANOS' }, 3_661_000_000_001n, '1970-01-01 01:01:01.000000001'],
  [{ kind: 'timestamp', unit: 'MILLIS', utc: true }, 120n, '1970-01-01 00:00:00.12+00:00'],
  [{ kind: 'time', unit: 'MICROS' }, 3_661_000_001n, '01:01:01.000001'],
  [{ kind: 'time', unit: 'MILLIS' }, 3_661_250, '01:01:01.25'],
])('%o %o is written %s', (kind, value, text) => {
  expect(idWriter(kind)?.(value)).toBe(text)
})

test('ids of other kinds are not written here', () => {
  expect(idWriter({ kind: 'other', name: 'INTERVAL' })).toBeUndefined()
})
