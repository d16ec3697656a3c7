import { existsSync } from 'node:fs'

/** A module as the build bundled it with all that it imports, which starts sooner; the module itself if nothing was bundled. */
export function bundled(name: string, otherwise: URL): URL {
  const file = new URL(`../bundle/${name}.js`, import.meta.url)
  return existsSync(file) ? file : otherwise
}
