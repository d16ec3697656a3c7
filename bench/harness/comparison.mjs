// Ratios of a peer's time to ours: above 1, ours is faster. A ratio is formed within each round, where both met the same
// machine, and the rounds' median, least and greatest are shown.

/** Every variant of ours against the peers it names, or against all that use as many threads. */
export function compareEntrants(entrants, tolerance) {
  const comparisons = []
  for (const ours of entrants.filter((entrant) => entrant.ours)) {
    for (const peer of entrants.filter((entrant) => !entrant.ours && meets(ours, entrant))) {
      comparisons.push(compare(ours, peer, tolerance))
    }
  }
  return comparisons
}

function meets(ours, peer) {
  return ours.against === undefined ? ours.threads === peer.threads : ours.against.includes(peer.name)
}

function compare(ours, peer, tolerance) {
  const leastRatio = ours.leastRatios?.[peer.name]
  const row = { ours: ours.name, peer: peer.name, threads: ours.threads, leastRatio, oursSeconds: median(ours.samples) }
  if (peer.absent !== undefined) return { ...row, absent: peer.absent, met: leastRatio === undefined ? undefined : false }
  const ratios = peer.samples.map((seconds, round) => seconds / ours.samples[round])
  const ratio = median(ratios)
  return {
    ...row,
    peerSeconds: median(peer.samples),
    ratio,
    ratioRange: [Math.min(...ratios), Math.max(...ratios)],
    processorRatio: processorRatio(ours, peer),
    difference: differenceOf(ours.answer, peer.answer, tolerance),
    met: leastRatio === undefined ? undefined : ratio >= leastRatio,
  }
}

/** Of processor time, which does not count what others did meanwhile; nobody's where one of the two ran elsewhere. */
function processorRatio({ processorSamples: ours = [] }, { processorSamples: peer = [] }) {
  if (ours.length === 0 || ours.length !== peer.length) return undefined
  return median(peer.map((seconds, round) => seconds / ours[round]))
}

/** How far apart two answers are, relative to the peer's; a benchmark whose entrants answer differently measures nothing. */
function differenceOf(ours, peer, tolerance) {
  if (typeof ours !== 'number' || typeof peer !== 'number') return undefined
  const difference = Math.abs(ours - peer) / Math.max(Math.abs(peer), Number.MIN_VALUE)
  const relative = ours === peer ? 0 : difference
  if (tolerance !== undefined && !(relative <= tolerance)) {
    throw new Error(`The answers differ: ours ${ours}, the peer's ${peer}, ${relative} apart where ${tolerance} is allowed.`)
  }
  return relative
}

export function median(values) {
  const sorted = Array.from(values).sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
