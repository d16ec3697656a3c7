// The compiler never removes what it made from a source that is gone; packages would ship it.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export function removeStaleOutputs(root) {
  for (const name of readdirSync(join(root, 'packages'))) sweep(join(root, 'packages', name, 'dist'), join(root, 'packages', name, 'src'))
}

function sweep(outputs, sources) {
  if (!existsSync(outputs)) return
  for (const entry of readdirSync(outputs, { withFileTypes: true })) {
    const path = join(outputs, entry.name)
    if (entry.isDirectory()) {
      sweep(path, join(sources, entry.name))
      if (readdirSync(path).length === 0) rmSync(path, { recursive: true })
    } else {
      const source = /^(.+?)(\.d\.ts|\.js)(\.map)?$/.exec(entry.name)?.[1]
      if (source !== undefined && !existsSync(join(sources, `${source}.ts`))) rmSync(path)
    }
  }
}
