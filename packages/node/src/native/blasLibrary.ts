/** The BLAS and LAPACK library of this machine, found when it is asked for, and called through koffi. */
import { createRequire } from 'node:module'
import { arch, platform, release } from 'node:os'
import { RankwrightError } from '@rankwright/core'
import type * as Koffi from 'koffi'
import { type BlasCalls, blasCalls } from './blasCalls.ts'

export interface BlasLibrary {
  /** Name and version: `OpenBLAS 0.3.21`. */
  readonly name: string
  readonly file: string
  readonly calls: BlasCalls
  /** How many threads the library may use from now on, for the whole process. */
  setThreads(threads: number): void
}

export interface BlasSearch {
  /** The one file to use. Without it, the places where a library usually is. */
  readonly file?: string | undefined
  /** Replaces the import of koffi in tests. */
  readonly loadKoffi?: () => typeof Koffi
}

interface Tried {
  readonly place: string
  readonly reason: string
}

/** Throws, with all that was tried, if there is none. */
export function openBlasLibrary({ file = process.env['RANKWRIGHT_BLAS'], loadKoffi = requireKoffi }: BlasSearch = {}): BlasLibrary {
  const tried: Tried[] = []
  const koffi = attempt('koffi (npm install koffi)', tried, loadKoffi)
  if (koffi !== undefined) {
    for (const place of file === undefined || file === '' ? usualPlaces() : [file]) {
      const library = attempt(place, tried, () => opened(koffi, place))
      if (library !== undefined) return library
    }
  }
  throw new RankwrightError({ area: 'model', code: 'no-native-library', tried })
}

/** What `open` gives; undefined, with a line in `tried`, if it throws. */
function attempt<Result>(place: string, tried: Tried[], open: () => Result): Result | undefined {
  try {
    return open()
  } catch (error) {
    tried.push({ place, reason: reasonOf(error) })
    return undefined
  }
}

function requireKoffi(): typeof Koffi {
  return createRequire(import.meta.url)('koffi') as typeof Koffi
}

function opened(koffi: typeof Koffi, file: string): BlasLibrary {
  const library = koffi.load(file)
  const { name, setThreads } = described(library, file)
  const calls = blasCalls(library)
  requireRightAnswers(calls)
  return { name, file, calls, setThreads }
}

type Described = Pick<BlasLibrary, 'name' | 'setThreads'>

/** Which library it is, by the functions that only it has. */
function described(library: Koffi.LibraryHandle, file: string): Described {
  const openBlas = optional(() => library.func('const char *openblas_get_config()'))
  if (openBlas !== undefined) {
    const config = String(openBlas())
    if (config.includes('USE64BITINT')) throw new Error('it takes 64-bit integers; a library with 32-bit ones is needed')
    const set = library.func('void openblas_set_num_threads(int threads)')
    return { name: config.split(' ').slice(0, 2).join(' '), setThreads: (threads) => set(threads) }
  }
  const mkl = optional(() => library.func('void MKL_Get_Version_String(_Out_ uint8_t *text, int length)'))
  if (mkl !== undefined) {
    const text = new Uint8Array(200)
    mkl(text, text.length)
    const version = /Version ([\d.]+)/.exec(new TextDecoder().decode(text))?.[1] ?? 'of unknown version'
    const set = library.func('void MKL_Set_Num_Threads(int threads)')
    return { name: `MKL ${version}`, setThreads: (threads) => set(threads) }
  }
  if (platform() === 'darwin' && file.includes('Accelerate')) {
    // macOS 15 and later can be told to use one thread; before that, Accelerate alone decides.
    const set = optional(() => library.func('int BLASSetThreading(uint32_t threading)'))
    return { name: `Accelerate of macOS (Darwin ${release()})`, setThreads: (threads) => set?.(threads === 1 ? 1 : 0) }
  }
  throw new Error('it is neither OpenBLAS nor MKL nor Accelerate')
}

function optional<Result>(look: () => Result): Result | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** A library with other sizes of numbers than expected gives wrong answers rather than none. */
function requireRightAnswers({ gemm, potrf }: BlasCalls): void {
  const product = new Float64Array(4)
  gemm(2, 2, 3, Float64Array.of(1, 2, 3, 4, 5, 6), Float64Array.of(1, 0, 0, 1, 1, 1), product)
  const factor = Float64Array.of(4, 0, 2, 5)
  const info = potrf(2, factor)
  const right = [4, 5, 10, 11].every((value, at) => product[at] === value)
  const factored = info === 0 && [2, undefined, 1, 2].every((value, at) => value === undefined || factor[at] === value)
  if (!right || !factored) throw new Error('it gives wrong products of small matrices')
}

/** In the order in which they are tried. Names without a folder are looked for where the system looks for libraries. */
function usualPlaces(): readonly string[] {
  switch (platform()) {
    case 'darwin':
      return [
        '/System/Library/Frameworks/Accelerate.framework/Accelerate',
        '/opt/homebrew/opt/openblas/lib/libopenblas.dylib',
        '/usr/local/opt/openblas/lib/libopenblas.dylib',
      ]
    case 'win32':
      return ['libopenblas.dll', 'openblas.dll', 'mkl_rt.2.dll']
    default:
      return [
        'libopenblasp.so.0', // Fedora's, with threads; its libopenblas.so.0 has none
        'libopenblas.so.0',
        `/usr/lib/${arch() === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/openblas-pthread/libopenblas.so.0`,
        'libmkl_rt.so.2',
        '/opt/intel/oneapi/mkl/latest/lib/libmkl_rt.so.2',
      ]
  }
}

function reasonOf(error: unknown): string {
  const [line] = (error instanceof Error ? error.message : String(error)).split('\n')
  return line.replace(/^Failed to load shared library: /, '').replace(/\.$/, '')
}
