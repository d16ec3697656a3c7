/**
 * Whether a session printed what a page says. `…` stands for anything within a line, a line of nothing but `…` for any lines;
 * spaces at the end of a line do not count. A page that shows no output is not compared.
 */
export function matchesSession(printed: string, shown: string): boolean {
  if (shown.trim() === '') return true
  const pattern = linesOf(shown).map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : `${line.split('…').map(escaped).join('.*?')}\\n`))
  return new RegExp(`^${pattern.join('')}$`).test(`${linesOf(printed).join('\n')}\n`)
}

function linesOf(text: string): string[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.trimEnd())
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
