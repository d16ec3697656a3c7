// How often the drift detectors fire on streams that do not change, and how late on streams that do: the table in docs/streams.md.
// `node research/driftDefaults.mjs` prints it; `node research/driftDefaults.mjs all` compares thresholds. Takes a few minutes.
import { seededRandom } from '@rankwright/core'
import { Adwin, PageHinkley, pageHinkleyDefaults, RankingStream, utilitiesOfRanks } from '@rankwright/core/streaming'

const streams = 50
const length = 1000
const changeAt = 300
const random = seededRandom(7)

/** The share of misordered pairs of items whose scores are off by so much noise. */
function misordered(items, noise) {
  const truth = Array.from({ length: items }, () => random.normal())
  const scores = truth.map((value) => value + noise * random.normal())
  let [wrong, pairs] = [0, 0]
  for (let a = 0; a < items; a++) for (let b = 0; b < a; b++, pairs++) if ((truth[a] - truth[b]) * (scores[a] - scores[b]) < 0) wrong++
  return wrong / pairs
}
const wrongWith = (share) => () => (random.uniform() < share ? 1 : 0)

const still = {
  'two items, half wrong': wrongWith(0.5),
  'two items, a tenth wrong': wrongWith(0.1),
  'five items': () => misordered(5, 1),
  'twenty items': () => misordered(20, 0.7),
}
const changing = {
  'two items, from a tenth to four tenths wrong': [wrongWith(0.1), wrongWith(0.4)],
  'five items, noise from 1 to 2': [() => misordered(5, 1), () => misordered(5, 2)],
  'twenty items, noise from 0.7 to 1': [() => misordered(20, 0.7), () => misordered(20, 1)],
  'twenty items, noise from 0.7 to 1.5': [() => misordered(20, 0.7), () => misordered(20, 1.5)],
}

const shipped = { 'page-hinkley': () => new PageHinkley(), adwin: () => new Adwin() }
const others = {
  ...Object.fromEntries(
    [0.25, 0.5, 1].flatMap((tolerance) =>
      [6, 7, 8, 9, 10, 12].map((threshold) => [
        `page-hinkley, tolerance ${tolerance}, threshold ${threshold}`,
        () => new PageHinkley({ ...pageHinkleyDefaults, tolerance, threshold }),
      ]),
    ),
  ),
  ...Object.fromEntries([0.002, 0.05, 0.2, 0.3, 0.5].map((delta) => [`adwin, delta ${delta}`, () => new Adwin(delta)])),
}

const detectors = process.argv[2] === 'all' ? others : shipped
const columns = [...Object.keys(still), 'a learner at work', ...Object.keys(changing)]
console.log(`| detector | ${columns.join(' | ')} |\n|---|${columns.map(() => '---|').join('')}`)
const atWork = Array.from({ length: streams }, (_, seed) => learnerErrors(seed + 1))
for (const [name, make] of Object.entries(detectors)) {
  const alarms = Object.values(still).map((draw) => falseAlarms(make, () => Array.from({ length }, draw)))
  const learning = falseAlarms(make, (stream) => atWork[stream])
  const delays = Object.values(changing).map(([before, after]) => delay(make, before, after))
  console.log(`| \`${name}\` | ${[...alarms, learning].map((rate) => rate.toFixed(2)).join(' | ')} | ${delays.join(' | ')} |`)
}

/** Alarms per thousand series. */
function falseAlarms(make, errors) {
  let [fired, seen] = [0, 0]
  for (let stream = 0; stream < streams; stream++) {
    const detector = make()
    for (const error of errors(stream)) {
      seen++
      if (detector.add(error)) fired++
    }
  }
  return (1000 * fired) / seen
}

/** Series from the change to the first alarm after it: the median, and how many streams had none within 500. */
function delay(make, before, after) {
  const found = []
  for (let stream = 0; stream < streams; stream++) {
    const detector = make()
    for (let series = 0; series < changeAt; series++) detector.add(before())
    let series = 1
    while (series <= 500 && !detector.add(after())) series++
    found.push(series)
  }
  found.sort((a, b) => a - b)
  const missed = found.filter((series) => series > 500).length
  return `${found[streams >> 1] > 500 ? '–' : found[streams >> 1]}${missed === 0 ? '' : ` (${missed} of ${streams} missed)`}`
}

/** The errors of a linear learner on a stream whose utility never changes: first it learns, then it only errs. */
function learnerErrors(seed) {
  const drawn = seededRandom(seed)
  const stream = new RankingStream({ options: { learner: 'rls', drift: 'none' }, metrics: ['kendall-tau'] })
  return Array.from({ length: 500 }, (_, number) => {
    const features = Float64Array.from({ length: 40 }, () => drawn.normal())
    const places = Float64Array.from({ length: 10 }, (_, item) => -features[4 * item] - 0.5 * features[4 * item + 1] + drawn.normal())
    const outcome = stream.learn({ id: String(number), width: 4, features, utilities: utilitiesOfRanks(places) })
    return (1 - outcome.metrics['kendall-tau']) / 2
  }).slice(1)
}
