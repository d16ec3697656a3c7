import { execFileSync, type StdioOptions } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CRunner } from '@rankwright/export'

/** The compiler `cc` where there is one, undefined elsewhere. */
export function compilerRunner(): CRunner | undefined {
  const name = firstLine()
  return name === undefined ? undefined : { name, run: async (header, prefix, values, width) => compiled(header, prefix, values, width) }
}

/** What the compiler calls itself; undefined if there is none, or if it lacks the headers of C. */
function firstLine(): string | undefined {
  const quietly: { encoding: 'utf8'; stdio: StdioOptions } = { encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] }
  try {
    execFileSync('cc', ['-fsyntax-only', '-x', 'c', '-'], {
      ...quietly,
      input: '#include <math.h>\n#include <stdio.h>\nint main(void) { return 0; }\n',
    })
    return execFileSync('cc', ['--version'], quietly).split('\n', 1)[0]
  } catch {
    return undefined
  }
}

/** Rows go in and scores come out as the bytes of the machine. */
function compiled(header: string, prefix: string, values: Float32Array, width: number): Float64Array {
  const folder = mkdtempSync(join(tmpdir(), 'rankwright-c-'))
  try {
    writeFileSync(join(folder, 'model.h'), header)
    writeFileSync(
      join(folder, 'main.c'),
      `#include <stdio.h>
#include "model.h"
int main(void) {
  static float x[${Math.max(1, width)}];
  for (int row = 0; row < ${width === 0 ? 0 : values.length / width}; row++) {
    if (fread(x, sizeof(float), ${width}, stdin) != ${width}) return 1;
    const double score = ${prefix}_score(x);
    if (fwrite(&score, sizeof score, 1, stdout) != 1) return 2;
  }
  return 0;
}
`,
    )
    const program = join(folder, 'main')
    execFileSync('cc', ['-std=c99', '-O2', '-o', program, join(folder, 'main.c'), '-lm'], { stdio: 'pipe' })
    const input = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    const bytes = execFileSync(program, { input, maxBuffer: 1 << 30 })
    return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
