import { RankwrightError } from '@rankwright/core'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it is not permitted',
  EPERM: 'it is not permitted',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EEXIST: 'another process has made a file or folder of that name meanwhile',
  ENOTEMPTY: 'another process has made a folder of that name meanwhile',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EMFILE: 'too few files may be open at a time; raise the limit, as with: ulimit -n 1024',
  ENFILE: 'too many files are open on this machine',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'it is a circle of links',
  EIO: 'the disk reports an error',
  EFBIG: 'it would be too large',
  EDQUOT: 'the disk quota is used up',
}

/** The operating system's refusal to read or write a file, as a problem of the input; any other error is passed on. */
export function fileFailure(code: 'cannot-read' | 'cannot-write', file: string, error: unknown): unknown {
  const reason = error instanceof Error && 'code' in error && reasons[String(error.code)]
  return reason ? new RankwrightError({ area: 'data', code, at: { file }, reason }) : error
}
