import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { settled, settledClaim, there } from './commit.ts'
import type { FileOperations } from './fileOperations.ts'
import { claimName, claimOf, hiddenPart, isClaim, leftOverIn } from './hiddenNames.ts'
import { ownerState } from './owner.ts'

interface Look {
  readonly time: number
  readonly names: readonly string[]
}

/** What folders held a moment ago: a process that writes thousands of files into one folder does not read it each time. */
const seen = new WeakMap<FileOperations, Map<string, Look>>()
const moment = 5000

/** Finishes or removes what runs that are gone have left of an output. */
export async function removeLeftOvers(files: FileOperations, target: string): Promise<void> {
  await settled(files, target)
  if (there(claimName(target))) return
  const folder = dirname(target)
  for (const name of leftOversIn(files, folder)) {
    const leftOver = leftOverIn(name)
    if (leftOver?.of === hiddenPart(target) && ownerState(leftOver.owner) === 'dead') removeUnlessRefused(files, join(folder, name))
  }
}

/** Finishes or removes what runs that are gone have left of any output in a folder. */
export async function removeLeftOversIn(files: FileOperations, folder: string): Promise<void> {
  if (!there(folder)) return
  const names = readdirSync(folder)
  for (const name of names) if (isClaim(name)) await settledClaim(files, join(folder, name))
  for (const name of names) {
    const leftOver = leftOverIn(name)
    if (leftOver === undefined || there(join(folder, claimOf(leftOver)))) continue
    if (ownerState(leftOver.owner) === 'dead') removeUnlessRefused(files, join(folder, name))
  }
}

function removeUnlessRefused(files: FileOperations, path: string): void {
  try {
    files.removeTree(path)
  } catch {
    // Not ours to remove, or gone already.
  }
}

function leftOversIn(files: FileOperations, folder: string): readonly string[] {
  const folders = seen.get(files) ?? new Map<string, Look>()
  seen.set(files, folders)
  const known = folders.get(folder)
  const time = performance.now()
  if (known !== undefined && time - known.time < moment) return known.names
  let names: readonly string[] = []
  try {
    names = readdirSync(folder).filter((name) => leftOverIn(name) !== undefined)
  } catch {
    // A folder that may be written but not read.
  }
  folders.set(folder, { time, names })
  return names
}
