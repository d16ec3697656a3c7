// ONNX Runtime, which exported models are tried in: fetched once into .cache/onnxruntime. Its install script would load libraries for graphics
// cards from elsewhere, and is not run.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cache, fetchPackage } from './fetchedPackage.mjs'

const version = '1.30.0'

/** The module `onnxruntime-node`; undefined, with the reason on stderr, where it cannot be had. */
export function onnxRuntime() {
  const home = join(cache, 'onnxruntime', version)
  const problem = fetchPackage(`onnxruntime-node@${version}`, home, `ONNX Runtime ${version}`)
  try {
    if (problem !== undefined) throw new Error(problem)
    return createRequire(join(home, 'package.json'))('onnxruntime-node')
  } catch (error) {
    console.error(`ONNX Runtime ${version} cannot be had: ${error.message.split('\n')[0]}`)
    return undefined
  }
}
