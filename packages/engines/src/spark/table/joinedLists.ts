import type { FileLists } from '../../worker/fileLists.ts'

/**
 * How many rows each list has in the files together; one may go on in the next file. Undefined where the rows of a list do not stand together, or where hashes leave that
 * open.
 */
export function joinedLists(files: readonly FileLists[]): Uint32Array | undefined {
  const filled = files.filter(({ lengths }) => lengths.length > 0)
  const goesOn = filled.map(({ firstId }, file) => file > 0 && filled[file - 1].lastId === firstId)
  const lists = filled.reduce((sum, { lengths }, file) => sum + lengths.length - Number(goesOn[file]), 0)
  const [rows, hashes] = [new Uint32Array(lists), new Float64Array(lists)]
  let next = 0
  for (const [file, { lengths, hashes: own }] of filled.entries()) {
    for (let list = 0; list < lengths.length; list++) {
      if (list === 0 && goesOn[file]) rows[next - 1] += lengths[0]
      else {
        rows[next] = lengths[list]
        hashes[next++] = own[list]
      }
    }
  }
  hashes.sort()
  for (let list = 1; list < lists; list++) if (hashes[list] === hashes[list - 1]) return undefined
  return rows
}
