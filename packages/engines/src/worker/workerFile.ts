import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Where the worker is: one file that needs nothing but Node 20.19 or newer, to be copied to where the lists are. */
export function workerFile(): string {
  // By the name of the package: this file may itself be part of a bundle.
  return join(createRequire(import.meta.url).resolve('@rankwright/engines'), '..', '..', 'bundle', 'worker.mjs')
}
