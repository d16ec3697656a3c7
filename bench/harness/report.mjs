import { median } from './comparison.mjs'

/** The report as a person reads it: one table of ratios per case. */
export function formatReport({ title, machine, rounds, python, cases }) {
  const head = [
    title,
    `${machine.processor}, ${machine.cores} cores, Node ${machine.node}${python ? `, ${python}` : ''}`,
    `${rounds === 1 ? 'one round' : `median of ${rounds} interleaved rounds`}; ratio = peer's time / ours, above 1 ours is faster; processor = the same of processor time; load at the start ${machine.loadAtStart.toFixed(1)}`,
  ]
  return [...head, ...cases.map(formatCase)].join('\n')
}

function formatCase({ name, entrants, comparisons }) {
  const rows = comparisons.map(
    ({ ours, peer, threads, oursSeconds, peerSeconds, ratio, ratioRange, processorRatio, leastRatio, met, absent, difference }) =>
      absent === undefined
        ? [
            ours,
            time(oursSeconds),
            peer,
            time(peerSeconds),
            String(threads),
            ratio.toFixed(2),
            `${ratioRange[0].toFixed(2)} – ${ratioRange[1].toFixed(2)}`,
            processorRatio === undefined ? '' : processorRatio.toFixed(2),
            leastRatio === undefined ? '' : `${leastRatio} ${met ? 'reached' : 'MISSED'}`,
            difference === undefined ? '' : difference.toExponential(1),
          ]
        : [
            ours,
            time(oursSeconds),
            peer,
            `absent: ${absent}`,
            String(threads),
            '',
            '',
            '',
            leastRatio === undefined ? '' : `${leastRatio} not measured`,
            '',
          ],
  )
  const alone = entrants
    .filter(({ name: entrant }) => !comparisons.some(({ ours, peer }) => ours === entrant || peer === entrant))
    .map(formatAlone)
  const facts = entrants.flatMap((entrant) =>
    [...memoryOf(entrant), ...Object.entries(entrant.facts ?? {}).map((fact) => fact.join(' '))].map(
      (fact) => `  ${entrant.name}: ${fact}`,
    ),
  )
  const table = [['ours', 'time', 'peer', 'time', 'threads', 'ratio', 'spread', 'processor', 'at least', 'difference'], ...rows, ...alone]
  return ['', name, align(table), ...facts].join('\n')
}

/** An entrant with nobody to be compared with. */
function formatAlone({ name, ours, threads, seconds, absent }) {
  const took = absent === undefined ? time(median(seconds)) : `absent: ${absent}`
  return ours ? [name, took, '', '', String(threads), '', '', '', '', ''] : ['', '', name, took, String(threads), '', '', '', '', '']
}

function memoryOf({ peakBytes, peakLimit, peakMet }) {
  if (peakBytes === undefined) return []
  const limit = peakMet === undefined ? '' : `, limit ${megabytes(peakLimit)} ${peakMet ? 'met' : 'MISSED'}`
  return [`peak memory ${megabytes(peakBytes)}${limit}`]
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(0)} MB`
}

function time(seconds) {
  if (!Number.isFinite(seconds)) return '–'
  if (seconds >= 1) return `${seconds.toFixed(2)} s`
  if (seconds >= 1e-3) return `${(seconds * 1e3).toFixed(2)} ms`
  return `${(seconds * 1e6).toFixed(2)} µs`
}

function align(table) {
  const shown = table[0].map((_, column) => column).filter((column) => table.slice(1).some((row) => row[column] !== ''))
  const widths = shown.map((column) => Math.max(...table.map((row) => row[column].length)))
  const line = (row) =>
    shown
      .map((column, place) => row[column].padEnd(widths[place]))
      .join('  ')
      .trimEnd()
  return [line(table[0]), widths.map((width) => '-'.repeat(width)).join('  '), ...table.slice(1).map(line)]
    .map((text) => `  ${text}`)
    .join('\n')
}
