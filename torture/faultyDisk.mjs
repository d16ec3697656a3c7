// A disk that fails where it is told to: once, or from then on as if the process had been killed.
import { diskOperations } from '@rankwright/node'

const noted = [
  'create',
  'write',
  'writeNow',
  'sync',
  'syncNow',
  'syncFolder',
  'setMode',
  'setOwner',
  'rename',
  'link',
  'makeFolder',
  'remove',
  'removeFolder',
  'removeTree',
]

/** No process has a number as high. */
const dead = { host: diskOperations.owner.host, pid: 2 ** 31 - 2, started: '1' }

/**
 * `fault` says what goes wrong: at the operation `at`, `how` is "fail" (once, without an effect), "short" (a write stops half-way, and
 * the disk is full), or "kill" (nothing works any more). The disk tells in `operations` what it was asked for.
 */
export function faultyDisk(fault) {
  const operations = []
  let killed = false
  const disk = Object.create(diskOperations, { owner: { value: fault?.how === 'kill' ? dead : diskOperations.owner } })
  for (const name of noted) {
    disk[name] = (...words) => {
      if (killed) throw failure('EIO', name, words[0])
      operations.push(name)
      if (fault === undefined || operations.length - 1 !== fault.at) return diskOperations[name](...words)
      if (fault.how === 'kill') killed = true
      if (fault.how === 'fail') throw failure('EIO', name, words[0])
      const [file, bytes] = words
      const half = name === 'write' || name === 'writeNow' ? Math.floor(bytes.length / 2) : 0
      if (half > 0) diskOperations.writeNow(file, bytes.subarray(0, half))
      throw failure('ENOSPC', name, words[0])
    }
  }
  return { disk, operations }
}

/** A disk with room for so many bytes. */
export function smallDisk(bytes) {
  let left = bytes
  const disk = Object.create(diskOperations, { owner: { value: diskOperations.owner } })
  const within = (write) => (file, content) => {
    if (content.length > 0 && left === 0) throw failure('ENOSPC', 'write', file)
    const part = content.subarray(0, left)
    left -= part.length
    return write(file, part)
  }
  disk.writeNow = within(diskOperations.writeNow)
  disk.write = async (file, content) => within(diskOperations.write)(file, content)
  return { disk, used: () => bytes - left }
}

function failure(code, syscall, path) {
  return Object.assign(new Error(`${code}: made to fail, ${syscall} '${path}'`), { code, syscall, path: String(path) })
}
