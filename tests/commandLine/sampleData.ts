import { seededRandom } from '@rankwright/core'

/** LETOR text in which the label follows features 1 and 2 with some noise; feature 3 is noise, feature 4 is constant. */
export function letorSample(seed: number, lists: number, rowsPerList: number): string {
  const random = seededRandom(seed)
  const lines: string[] = []
  for (let list = 1; list <= lists; list++) {
    for (let item = 1; item <= rowsPerList; item++) {
      const [a, b, c] = [random.uniform(), random.uniform(), random.uniform()].map((value) => value.toFixed(4))
      const grade = Math.max(0, Math.min(4, Math.round(3 * Number(a) + 1.5 * Number(b) - 0.5 + 0.4 * random.normal())))
      lines.push(`${grade} qid:${list} 1:${a} 2:${b} 3:${c} 4:1 # doc-${list}-${item}`)
    }
  }
  return `${lines.join('\n')}\n`
}
