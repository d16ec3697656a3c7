import { rmSync } from 'node:fs'
import { withTemporaryFolder } from '@rankwright/node'
import type { PackedFile } from './packed/packedFile.ts'

/** A temporary folder that is made when it is first needed, and removed at the end. */
export class FolderOnDemand {
  #path: Promise<string> | undefined
  #removed: Promise<void> | undefined
  #end: () => void = () => {}
  #files: PackedFile[] = []
  #count = 0

  path(): Promise<string> {
    this.#path ??= new Promise((settle, fail) => {
      const ended = new Promise<void>((end) => {
        this.#end = end
      })
      this.#removed = withTemporaryFolder(async (folder) => {
        settle(folder)
        await ended
      })
      this.#removed.catch(fail)
    })
    return this.#path
  }

  /** A number that no file in it has. */
  next(): number {
    return ++this.#count
  }

  /** A file in it, which is closed with it. */
  opened(file: PackedFile): PackedFile {
    this.#files.push(file)
    return file
  }

  /** Closes a file in it and removes it. One that was removed already is left alone: its number may be that of another file by now. */
  remove(file: PackedFile): void {
    const place = this.#files.indexOf(file)
    if (place < 0) return
    this.#files.splice(place, 1)
    file.close()
    rmSync(file.path)
  }

  async close(): Promise<void> {
    for (const file of this.#files.splice(0)) file.close()
    this.#end()
    await this.#removed
  }
}
