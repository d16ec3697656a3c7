import { howToCalibrate } from './howToCalibrate.ts'
import { namedOption } from './namedOption.ts'
import { type Place, place } from './place.ts'

/** Problems of a model file, of a model and data that do not fit each other, and of a training. */
export type ModelProblem =
  /** `format` is what was looked for: `rankwright-model`, `rankwright-statistics`. */
  | { readonly code: 'not-a-model'; readonly at: Place; readonly format: string; readonly reason: string }
  /** `newer`: written by a later rankwright; otherwise no rankwright writes such a version. */
  | {
      readonly code: 'model-version'
      readonly at: Place
      readonly format: string
      readonly found: string
      readonly known: number
      readonly newer: boolean
    }
  /** The file as a whole does not agree with itself. `byHand`: people may change such files, and leave the checksum out. */
  | { readonly code: 'document-damaged'; readonly at: Place; readonly format: string; readonly reason: string; readonly byHand: boolean }
  | { readonly code: 'model-kind'; readonly at: Place; readonly found: string; readonly known: readonly string[] }
  /** A model that is asked for what its kind cannot do. `title` completes "this is": `a linear model`. */
  | ({ readonly code: 'not-for-lists' } & HeldModel)
  | ({ readonly code: 'no-feature-map' } & HeldModel)
  | ({ readonly code: 'not-a-stream' } & HeldModel)
  | ({ readonly code: 'not-for-terms' } & HeldModel)
  | { readonly code: 'no-features-to-explain'; readonly title: string }
  | ({ readonly code: 'not-a-line' } & HeldModel)
  | ({ readonly code: 'not-a-start' } & HeldModel)
  /** `where` is the path inside the document: `featureMap.scale.low`. */
  | { readonly code: 'broken-model'; readonly at: Place; readonly where: string; readonly reason: string }
  | { readonly code: 'feature-count'; readonly found: number; readonly expected: number }
  | { readonly code: 'missing-features'; readonly missing: readonly string[]; readonly known: readonly string[] }
  | { readonly code: 'nothing-to-train-on'; readonly what: string }
  /** The method goes through single rows, and another process holds them. */
  /** `instead` is what else could be done, as it stands after "choose". */
  | { readonly code: 'rows-held-elsewhere'; readonly method: string; readonly instead?: string }
  /** Lists that are measured, which another process holds. `what` the model does that asks for their rows. */
  | { readonly code: 'measured-elsewhere'; readonly what: string }
  /** Encoders are fitted in every fold. */
  | { readonly code: 'tuning-needs-cells' }
  | { readonly code: 'valid-decides-nothing'; readonly metric: string }
  | { readonly code: 'tuning-decides-nothing'; readonly metric: string; readonly failure?: string }
  | { readonly code: 'no-pairs' }
  /** `found` is what the weights of the lists add up to. */
  | { readonly code: 'weights-too-large'; readonly found: number; readonly most: number }
  /** Features that are numbers of categories; `able` are the methods that split on them. */
  | {
      readonly code: 'categories-as-numbers'
      readonly method: string
      readonly features: readonly string[]
      readonly able: readonly string[]
    }
  /** `compute: 'native'` where no library can be used; `tried` is each place with what was found there. */
  | { readonly code: 'no-native-library'; readonly tried: readonly { readonly place: string; readonly reason: string }[] }
  | { readonly code: 'no-relaxed-simd' }
  | { readonly code: 'not-calibrated' }
  | { readonly code: 'several-rules' }
  | { readonly code: 'too-few-to-calibrate' }
  /** More features than a method with dense rows takes. */
  | { readonly code: 'dense-only'; readonly method: string; readonly found: number; readonly most: number }
  | { readonly code: 'singular-system'; readonly nodes: number; readonly lambda: number; readonly suggestion: number }
  /** `what` completes "the statistics do not fit: …". */
  | { readonly code: 'statistics-do-not-fit'; readonly what: string }
  | { readonly code: 'lists-added-before' }
  /** So many lists, of those that could be compared. */
  | { readonly code: 'lists-never-added'; readonly lists: number; readonly of: number }
  | { readonly code: 'uncertainty-not-kept'; readonly method: string }
  | { readonly code: 'no-uncertainty'; readonly method: string }
  /** Rows as they stood in the file, from 0. */
  | { readonly code: 'not-one-list'; readonly rows: readonly [number, number] }
  /** A model whose contributions are compared with nothing one can choose. */
  | { readonly code: 'no-reference'; readonly title: string }
  | { readonly code: 'no-covers' }
  | { readonly code: 'no-single-solution'; readonly lambda: number }
  | { readonly code: 'nothing-to-leave-out' }
  /** `reason` is a sentence without its end. */
  | { readonly code: 'cannot-retrain'; readonly reason: string; readonly advice: string }
  /** `reason` follows the name of the method. */
  | { readonly code: 'no-closed-form'; readonly method: string; readonly reason: string }
  | { readonly code: 'labels-too-large'; readonly largest: number }
  | { readonly code: 'explanation-not-complete'; readonly missing: number; readonly difference: number }
  /** `row` counts from 0, as the row stood in the file. */
  | { readonly code: 'score-not-finite'; readonly row: number; readonly found: number }
  | { readonly code: 'row-outside-ball'; readonly row: number; readonly norm: string; readonly length: number }
  | { readonly code: 'list-too-wide'; readonly rows: number; readonly found: number; readonly most: number }
  | { readonly code: 'not-bipartite'; readonly labels: number }
  | { readonly code: 'training-stopped' }
  | { readonly code: 'training-diverged' }

export function explainModelProblem(problem: ModelProblem): string {
  switch (problem.code) {
    case 'not-a-model':
      return problem.format === 'rankwright-statistics'
        ? `${place(problem.at)}: these are not statistics of rankwright: ${problem.reason}. Give a file that ${namedOption('statistics', 'train')} or "rankwright update" wrote.`
        : `${place(problem.at)}: this is not a rankwright model: ${problem.reason}. Give a file that "rankwright train" wrote, or "rankwright ontology train". A model comes before data.`
    case 'model-version':
      return `${place(problem.at)}: ${whole(problem.format)} version ${problem.found}, this rankwright reads version ${problem.known}. ${
        problem.newer
          ? 'A later rankwright wrote the file: update rankwright. The file was left as it is.'
          : 'No rankwright writes such a version: restore the file from a copy, or train again.'
      }`
    case 'document-damaged':
      return `${place(problem.at)}: the file is damaged: ${problem.reason}. Restore it from a copy, or make it again.${
        problem.byHand ? ' If you changed it on purpose, remove its last part, "checksum", and the comma before it.' : ''
      }`
    case 'model-kind':
      return `${place(problem.at)}: the model is of the kind ${problem.found}, this rankwright knows ${problem.known.join(', ')}. Update rankwright, or train the model again.`
    case 'not-for-lists':
      return `${held(problem)}. It compares the terms of an ontology and scores no rows. Ask it with "rankwright ontology similar" or "rankwright ontology evaluate", or give a model of "rankwright train".`
    case 'no-feature-map':
      return `${held(problem)}. It has no feature map, so there is no distance between items to abstain by. Abstain by the margin of scores (${namedOption({ rule: 'margin' }, 'abstain')}, ${namedOption('abstainMargin', 'rank')}), or give a model of a method with a feature map, such as listnet.`
    case 'not-a-stream':
      return `${held(problem)}. No stream can go on from it. Give a file that ${namedOption('state', 'stream')} wrote, or the name of a new one.`
    case 'no-features-to-explain':
      return `This is ${problem.title}, whose similarities are no sums over features: there is nothing to say why a term is closer. Learn a similarity from examples with "ontology learn".`
    case 'not-for-terms':
      return `${held(problem)}. It scores the rows of lists and knows no terms. Ask it with "rankwright rank" or "rankwright score", or give a model of "rankwright ontology train".`
    case 'not-a-line':
      return `${held(problem)}. What the theory of ontologies says is about one score per term, learned from one sample. Give a model of "rankwright ontology train".`
    case 'not-a-start':
      return `${held(problem)}. Linear rankers go on from the weights of a linear model, lambdamart from trees. Start from a model that the same method made, or leave ${namedOption('start')} out.`
    case 'broken-model':
      return `${place(problem.at)}: the file is damaged at ${problem.where}: ${problem.reason}. Restore it from a copy, or make it again.`
    case 'feature-count':
      return `The data has ${problem.found} features, the model was trained on ${problem.expected}. Give data with the features the model was trained on.`
    case 'missing-features':
      return `The data lacks ${count(problem.missing.length, 'feature')} of the model: ${some(problem.missing)}. It has ${some(problem.known)}. Add or rename the columns.`
    case 'nothing-to-train-on':
      return `There is nothing to train on: ${problem.what}. Give data with at least one row and one feature.`
    case 'rows-held-elsewhere':
      return `The method ${problem.method} goes through single rows, so it needs the data in this process. Read the data here, or choose ${problem.instead ?? 'a method that only needs sums over the data, such as listnet or ranksvm'}.`
    case 'measured-elsewhere':
      return `The model ${problem.what}, so measuring it needs the rows in memory. Read them here, without ${namedOption('engine')}.`
    case 'tuning-needs-cells':
      return `Columns that are not plain numbers are encoded anew in every fold, so tuning needs their cells in this process. Read the data here, or choose columns of numbers with ${namedOption('features')}.`
    case 'valid-decides-nothing':
      return `No validation list has a value for ${problem.metric}. Give validation lists with relevant items, another metric, or the options themselves.`
    case 'tuning-decides-nothing':
      if (problem.failure !== undefined) return `No trial could be trained on every fold. The first failure was: ${problem.failure}`
      return `No list has a value for ${problem.metric}, so nothing can be chosen. Give lists with relevant items, or another metric.`
    case 'no-pairs':
      return 'No list has two items with different labels, so there are no pairs. Give lists with different grades.'
    case 'weights-too-large':
      return `The weights of the lists add up to ${problem.found.toPrecision(3)}. Trees are grown by squares of sums, so give at most ${problem.most}: divide all weights by the same number.`
    case 'categories-as-numbers':
      return `${some(problem.features)}: numbers of categories, which ${problem.method} would take for quantities. Read the table with another ${namedOption('categoryEncoding')}, or train with ${problem.able.join(' or ')}, which splits on sets of categories.`
    case 'no-native-library':
      return `No library for ${namedOption({ compute: 'native' })} can be used here. Install OpenBLAS (Debian and Ubuntu: apt-get install libopenblas0; Fedora: dnf install openblas; macOS has Accelerate already) or Intel's MKL, or name the file in the environment variable RANKWRIGHT_BLAS. Tried:\n${problem.tried.map(({ place, reason }) => `  ${place}: ${reason}`).join('\n')}`
    case 'no-relaxed-simd':
      return `${namedOption({ compute: 'relaxed' })} needs relaxed SIMD, which this engine does not have. Use Node 22 or later, or leave the option out.`
    case 'not-calibrated':
      return `The model does not know P(A above B): it was not calibrated. ${howToCalibrate()}`
    case 'too-few-to-calibrate':
      return `There is a single list, and P(A above B) would be measured on the list that it was fitted to. Give more lists, or a model that was trained with ${namedOption('valid', 'train')}.`
    case 'several-rules':
      return `Several rules were given for what stays undecided. Give one of ${['abstainRadius', 'abstainMargin', 'abstainProbability'].map((option) => namedOption(option)).join(', ')} and ${namedOption('decideAll')}.`
    case 'dense-only':
      return `${problem.method} uses dense rows of up to ${problem.most} features; the data has ${problem.found}. Choose some with ${namedOption('features')}, or train a linear method such as listnet, which keeps sparse features sparse.`
    case 'singular-system':
      return `With lambda ${problem.lambda} the weights of the ${problem.nodes} nodes are not unique: the nodes are linearly dependent, or there are more of them than differences of labels. Give a greater lambda, such as ${problem.suggestion}, or auto, or fewer nodes.`
    case 'statistics-do-not-fit':
      return `The statistics do not fit each other: ${problem.what}. Make them from the same first statistics file, so that features, nodes and centring are the same.`
    case 'lists-added-before':
      return 'Lists to add are in the statistics already, and would count twice. Leave them out; to let a list count more, give it a list weight.'
    case 'lists-never-added':
      return `Not all lists to remove are in the statistics: of ${problem.of} lists compared, ${problem.lists} were never added, or were removed before. Remove lists exactly as they were added.`
    case 'uncertainty-not-kept':
      return `The model was trained without what intervals need. Train it again with ${namedOption('uncertainty', 'train')}.`
    case 'no-uncertainty':
      return `${problem.method} gives scores without intervals. Train elmrank with ${namedOption('uncertainty', 'train')} for intervals, or rankrls with a kernel that is not linear.`
    case 'not-one-list':
      return `Rows ${problem.rows[0]} and ${problem.rows[1]} are of different lists. Scores are compared within a list, as each list may have a level of its own: give two rows of the same list.`
    case 'no-reference':
      return `The model is ${problem.title}: what its features add is not compared with other rows. Leave ${namedOption('against')} out; it is for tree ensembles.`
    case 'no-covers':
      return `The model does not say how many rows came to each split and leaf in training. Explain it against missing values (${namedOption({ against: 'missing' })}), the rows of each list (${namedOption({ against: 'list' })}), or rows of your own.`
    case 'no-single-solution':
      return problem.lambda === 0
        ? 'Without a penalty (lambda 0) there is no single solution: some rows or features are linearly dependent. Give a lambda above 0, such as 1e-6, or auto.'
        : `With lambda ${problem.lambda} the system is singular to the accuracy of the arithmetic: some rows or features are linearly dependent. Give a greater lambda, or auto.`
    case 'labels-too-large':
      return `A label is ${Number(problem.largest.toPrecision(3))}, too large for least squares, which squares the labels. Divide all labels by the same number; their order stays the same.`
    case 'nothing-to-leave-out':
      return 'Lambda cannot be chosen by leaving out lists: there is one list with one item. Give a lambda, or more data.'
    case 'explanation-not-complete':
      return `The contributions of the features and the difference of the scores, ${problem.difference.toPrecision(4)}, are ${Math.abs(problem.missing).toPrecision(2)} apart: the numbers of the model are too large to be added up. Train it again with a larger ${namedOption('lambda', 'train')}.`
    case 'cannot-retrain':
      return `The model cannot be trained again: ${problem.reason}. ${problem.advice}`
    case 'no-closed-form':
      return `${problem.method} ${problem.reason}.`
    case 'score-not-finite':
      return `The model gives row ${problem.row + 1} of the data the score ${problem.found}: the numbers of the model, or those of the row, are too large. Give features of the size that the model was trained on, or train the model again with ${namedOption({ scale: 'min-max' }, 'train')}.`
    case 'row-outside-ball':
      return `Row ${problem.row + 1} of the data lies outside the unit ball of the norm ${problem.norm}: its length is ${Number(problem.length.toPrecision(4))}. Leave ${namedOption('scale')} out or give min-max, which brings all rows inside, or scale the data.`
    case 'list-too-wide':
      return `Distances between items need dense rows. A list has ${problem.rows} rows and the data has ${problem.found} features; with lists of that length there may be up to ${problem.most}. Choose some with ${namedOption('features')}, or divide the lists.`
    case 'not-bipartite':
      return problem.labels < 2
        ? 'All labels are the same, so there are not two classes. Give data with two different labels.'
        : `The labels take ${problem.labels} values, the bipartite setting needs two. Use the pairwise setting, or merge grades.`
    case 'training-stopped':
      return 'The training was stopped, so there is no model.'
    case 'training-diverged':
      return `The training ended with weights that are not finite, so there is no model. Scale the features (${namedOption({ scale: 'min-max' })}), or give a greater lambda or a smaller step.`
  }
}

function whole(format: string): string {
  return format === 'rankwright-statistics' ? 'the statistics have' : 'the model has'
}

/** The file that holds a model, where it came from one, and what the model is. */
interface HeldModel {
  readonly at?: Place
  readonly title: string
}

function held({ at, title }: HeldModel): string {
  return at === undefined ? `The model is ${title}` : `${place(at)}: this is ${title}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

function some(names: readonly string[]): string {
  if (names.length === 0) return 'none'
  return names.length > 8 ? `${names.slice(0, 8).join(', ')} and ${names.length - 8} more` : names.join(', ')
}
