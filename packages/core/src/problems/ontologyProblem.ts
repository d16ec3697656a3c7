import { namedOption } from './namedOption.ts'
import { type Place, place } from './place.ts'

/** Problems of an ontology, of a question about it, and of the files that go with it. */
export type OntologyProblem =
  // The file
  | { readonly code: 'unknown-ontology-format'; readonly at: Place; readonly formats: readonly string[]; readonly hint?: string }
  | { readonly code: 'broken-ontology'; readonly at: Place; readonly format: string; readonly reason: string }
  | { readonly code: 'ontology-empty'; readonly at: Place }
  | {
      readonly code: 'ontology-for-model'
      readonly at: Place /** Whether a classical measure could answer instead. */
      readonly measurable: boolean
    }
  | { readonly code: 'no-wordnet-files'; readonly at: Place }
  // Terms and edges
  | { readonly code: 'stanza-not-understood'; readonly at: Place; readonly found: string }
  | { readonly code: 'tag-without-colon'; readonly at: Place; readonly found: string }
  | { readonly code: 'tag-without-value'; readonly at: Place; readonly tag: string }
  | { readonly code: 'term-without-id'; readonly at: Place }
  | { readonly code: 'term-twice'; readonly at: Place; readonly id: string; readonly first: Place }
  | { readonly code: 'edge-row-too-short'; readonly at: Place }
  | { readonly code: 'edge-row-too-long'; readonly at: Place; readonly found: number; readonly columns: number }
  | { readonly code: 'edge-weight'; readonly at: Place; readonly found: string }
  | {
      readonly code: 'parent-not-there'
      readonly at: Place
      readonly child: string
      readonly parent: string
      readonly relation: string
      /** What is imported and was not given: where the parent may be. */
      readonly imports: readonly string[]
    }
  | { readonly code: 'parent-obsolete'; readonly at: Place; readonly child: string; readonly parent: string; readonly relation: string }
  | { readonly code: 'imports-not-given'; readonly at: Place; readonly imports: readonly string[] }
  | { readonly code: 'import-unrelated'; readonly at: Place; readonly terms: number; readonly to: string }
  | {
      readonly code: 'relations-not-used'
      readonly at: Place
      /** Relations with the number of their edges, and of those that lead to terms in none of the files. */
      readonly relations: readonly { readonly name: string; readonly edges: number; readonly elsewhere: number }[]
      readonly used: readonly string[]
    }
  | { readonly code: 'edges-lead-elsewhere'; readonly at: Place; readonly relation: string; readonly edges: number }
  | { readonly code: 'cycle'; readonly at: Place; readonly path: readonly string[]; readonly relations: readonly string[] }
  // What is asked
  | { readonly code: 'unknown-relation'; readonly found: string; readonly known: readonly string[]; readonly nearest?: string }
  | { readonly code: 'unknown-term'; readonly at?: Place; readonly found: string; readonly nearest?: string }
  | {
      readonly code: 'several-meanings'
      readonly at?: Place
      readonly found: string
      readonly meanings: readonly {
        readonly id: string
        /** Its names, the first one first. */
        readonly names: readonly string[]
        readonly definition?: string
      }[]
    }
  | { readonly code: 'term-obsolete'; readonly at?: Place; readonly found: string; readonly replacedBy?: string }
  | { readonly code: 'information-needs-counts'; readonly information: string }
  | { readonly code: 'too-few-branches'; readonly root: string; readonly branches: number }
  | { readonly code: 'too-few-terms'; readonly root: string; readonly parts: number; readonly terms: number }
  | { readonly code: 'too-few-to-choose-lambda'; readonly sampled: number }
  | { readonly code: 'sample-too-small'; readonly found: number; readonly branches: number }
  | { readonly code: 'sample-too-large'; readonly found: number; readonly most: number; readonly kernel: string }
  | { readonly code: 'no-stability-theorem'; readonly loss: string }
  | { readonly code: 'vector-row'; readonly at: Place; readonly found: string; readonly numbers: number }
  | { readonly code: 'unknown-descriptor'; readonly found: string; readonly of: readonly string[] }
  | { readonly code: 'rate-row'; readonly at: Place; readonly found: string }
  | { readonly code: 'rate-twice'; readonly at: Place; readonly found: string; readonly first: Place }
  | { readonly code: 'one-rate'; readonly rates: number; readonly rate: number }
  // Files of counts, pairs, terms
  | { readonly code: 'count-row'; readonly at: Place; readonly found: string }
  | { readonly code: 'annotation-row'; readonly at: Place; readonly found: string; readonly format: string }
  | { readonly code: 'annotation-frequency'; readonly at: Place; readonly found: string }
  | { readonly code: 'annotations-lack'; readonly at: Place; readonly option: string; readonly format: string }
  | {
      readonly code: 'nothing-annotated'
      readonly at: Place
      readonly unknown: number
      readonly negated: number
      readonly evidence: number
      readonly aspect: number
      readonly frequency: number
    }
  | { readonly code: 'unknown-object'; readonly at?: Place; readonly found: string; readonly file: string; readonly nearest?: string }
  | { readonly code: 'several-objects'; readonly found: string; readonly ids: readonly string[] }
  | { readonly code: 'no-objects-known'; readonly at: Place; readonly file: string; readonly unknown: number; readonly example: string }
  | { readonly code: 'nothing-counted'; readonly at: Place; readonly unknown: number }
  | { readonly code: 'pair-row'; readonly at: Place; readonly found: string }
  | { readonly code: 'neighbour-row'; readonly at: Place; readonly found: string }
  | { readonly code: 'no-ratings'; readonly at: Place }
  | { readonly code: 'rating-not-a-number'; readonly at: Place; readonly found: string }
  | { readonly code: 'some-ratings-missing'; readonly at: Place }
  // Examples that a similarity is learned from
  | { readonly code: 'click-row'; readonly at: Place; readonly found: string }
  | { readonly code: 'some-places-missing'; readonly at: Place }
  | { readonly code: 'example-is-a-set'; readonly at: Place; readonly found: string }
  | { readonly code: 'example-twice'; readonly at: Place; readonly first: Place; readonly what: string }
  | { readonly code: 'neighbour-is-the-term'; readonly at: Place; readonly found: string }
  | { readonly code: 'too-few-examples'; readonly at?: Place; readonly found: number; readonly needed: number; readonly of: string }
  | { readonly code: 'examples-all-alike'; readonly at?: Place; readonly what: string }

export function explainOntologyProblem(problem: OntologyProblem): string {
  switch (problem.code) {
    case 'unknown-ontology-format':
      return `${place(problem.at)}: neither the name nor the content of the file says its format.${problem.hint === undefined ? '' : ` ${problem.hint}`} Give ${namedOption('format')}: ${problem.formats.join(', ')}.`
    case 'broken-ontology':
      return `${place(problem.at)}: this is not ${problem.format}: ${problem.reason}. Correct the file, or give its format with ${namedOption('format')}.`
    case 'ontology-for-model':
      return `${place(problem.at)}: this is an ontology, not a model. Give ${problem.measurable ? `${namedOption('measure')}, such as lin, to ask by a classical measure, or ` : ''}the model that "rankwright ontology train" makes of it.`
    case 'ontology-empty':
      return `${place(problem.at)}: there is no term in it. Give an ontology with at least one term.`
    case 'no-wordnet-files':
      return `${place(problem.at)}: there is no data.noun in this folder. Give the dict folder of WordNet, or a file.`
    case 'stanza-not-understood':
      return `${place(problem.at)}: "${problem.found}" does not start a stanza. Write [Term] or [Typedef] on a line of its own.`
    case 'tag-without-colon':
      return `${place(problem.at)}: "${problem.found}" is neither a tag nor a stanza. Write tag: value, as in name: cell, and start comments with !.`
    case 'tag-without-value':
      return `${place(problem.at)}: nothing follows "${problem.tag}:". Give it a value, or leave the line out.`
    case 'term-without-id':
      return `${place(problem.at)}: the stanza has no id. Start it with id: and the identifier.`
    case 'term-twice':
      return `${place(problem.at)}: the term ${problem.id} is defined a second time here; the first time is at ${place(problem.first)}. Remove one, or give it another id.`
    case 'edge-row-too-short':
      return `${place(problem.at)}: the row has no child. Write child,parent[,weight].`
    case 'edge-row-too-long':
      return `${place(problem.at)}: the row has ${problem.found} cells, where ${problem.columns} are known. Write child,parent[,weight], or name the columns in the first row.`
    case 'edge-weight':
      return `${place(problem.at)}: the weight is "${problem.found}". Give a number above 0.`
    case 'parent-not-there': {
      const where =
        problem.imports.length > 0
          ? ` It may be in an ontology that is imported (${shortened(problem.imports)}): give its file with ${namedOption('import')}.`
          : ' Add the term.'
      return `${place(problem.at)}: ${problem.child} ${problem.relation} ${problem.parent}, but there is no term ${problem.parent}; the edge was left out.${where}`
    }
    case 'parent-obsolete':
      return `${place(problem.at)}: ${problem.child} ${problem.relation} ${problem.parent}, which is obsolete; the edge was left out. Name the term that replaces it.`
    case 'imports-not-given':
      return `${place(problem.at)}: imported and not read: ${shortened(problem.imports)}. Nothing is fetched from the network: give ${problem.imports.length === 1 ? 'its file' : 'their files'} with ${namedOption('import')}.`
    case 'import-unrelated':
      return `${place(problem.at)}: nothing here names a term of ${problem.to}, nor the other way round; its ${problem.terms === 1 ? 'term stands' : `${problem.terms} terms stand`} beside the others, with roots of ${problem.terms === 1 ? 'its' : 'their'} own. Leave the file out unless that is what you want.`
    case 'relations-not-used':
      return `${place(problem.at)}: ${problem.relations.map(edgeCount).join(', ')} ${problem.relations.length === 1 ? 'is' : 'are'} there and not used. To use ${problem.relations.length === 1 ? 'it' : 'them'}, name all relations that you want (${namedOption({ relations: [...problem.used, ...problem.relations.map(({ name }) => name)].join(',') })}).`
    case 'edges-lead-elsewhere':
      return `${place(problem.at)}: ${problem.edges} ${problem.edges === 1 ? 'edge' : 'edges'} of ${problem.relation} ${problem.edges === 1 ? 'leads' : 'lead'} to terms that are not in the file and ${problem.edges === 1 ? 'was' : 'were'} left out. Give the file that holds them with ${namedOption('import')}.`
    case 'cycle':
      return `${place(problem.at)}: the terms form a cycle: ${problem.path.join(' -> ')} (by ${problem.relations.join(', ')}). Remove one of these edges, or choose other ${namedOption('relations')}.`
    case 'unknown-relation':
      return `The ontology has no relation "${problem.found}".${problem.nearest === undefined ? '' : ` Did you mean ${problem.nearest}?`} It has ${problem.known.length === 0 ? 'no edges at all' : shortened(problem.known)}.`
    case 'unknown-term':
      return `${problem.at === undefined ? '' : `${place(problem.at)}: `}there is no term "${problem.found}" in the ontology.${problem.nearest === undefined ? ' Give the id or the name of a term.' : ` Did you mean ${problem.nearest}?`}`
    case 'several-meanings':
      return `${problem.at === undefined ? '' : `${place(problem.at)}: `}"${problem.found}" has ${problem.meanings.length} meanings in the ontology. Give the id of one of them:${problem.meanings.slice(0, mostMeanings).map(meaningLine).join('')}${problem.meanings.length > mostMeanings ? `\n  and ${problem.meanings.length - mostMeanings} more` : ''}`
    case 'term-obsolete':
      return `${problem.at === undefined ? '' : `${place(problem.at)}: `}the term "${problem.found}" is obsolete.${problem.replacedBy === undefined ? ' Give another one.' : ` ${problem.replacedBy} replaces it.`}`
    case 'information-needs-counts':
      return `The information content "${problem.information}" is computed from counts. Give a file of counts (${namedOption('counts')}).`
    case 'too-few-branches':
      return `${problem.root === '' ? 'The ontology' : `The term ${problem.root}`} has ${problem.branches === 1 ? 'one branch' : 'no branches'} below it, and ranking needs at least two. Name a term with several children (${namedOption('root')}).`
    case 'too-few-terms':
      if (problem.terms === 1 && problem.root === '')
        return 'The ontology has one term, and ranking needs at least two. Give an ontology with more.'
      return `${problem.root === '' ? 'The ontology' : `What is below the term ${problem.root}`} is cut into ${problem.parts === 1 ? 'one part' : 'no parts'}, and ranking needs at least two. Name a term with more below it (${namedOption('root')}), or choose more parts (${namedOption('parts')}).`
    case 'too-few-to-choose-lambda':
      return `${namedOption('lambda')} auto needs terms of different rates in every fold, and of the ${problem.sampled} terms of the sample too few differ. Give a number, or draw more terms.`
    case 'sample-too-small':
      return `The sample has ${problem.found} terms, and there are ${problem.branches} parts. Draw at least one from each (${namedOption({ sample: problem.branches })}), or choose fewer parts (${namedOption('parts')}).`
    case 'sample-too-large':
      return `The kernel ${problem.kernel} needs a matrix of all ${problem.found} terms, and at most ${problem.most} are allowed. Draw a sample (${namedOption({ sample: problem.most })}), or choose a kernel on the graph.`
    case 'no-stability-theorem':
      return `The model was trained with the ${problem.loss} loss, which is not convex: no theorem says how far its scores may move. Train with ${namedOption({ loss: 'hinge' }, 'ontology train')}.`
    case 'vector-row':
      return `${place(problem.at)}: "${problem.found}" is not a term and ${problem.numbers === 1 ? 'its number' : `its ${problem.numbers} numbers`}. Write term,number,number,… with as many numbers on every row.`
    case 'unknown-descriptor':
      return `There is no descriptor "${problem.found}". Choose from ${problem.of.join(', ')}.`
    case 'rate-row':
      return `${place(problem.at)}: "${problem.found}" is not a term and its rate. Write term,rate with a number.`
    case 'rate-twice':
      return `${place(problem.at)}: ${problem.found} has a rate already, at ${place(problem.first)}. Give each term one rate.`
    case 'one-rate':
      return `${problem.rates === 0 ? 'There are no rates' : `All terms have the rate ${problem.rate}`}, and ranking needs at least two. Rate more terms.`
    case 'count-row':
      return `${place(problem.at)}: "${problem.found}" is not a term and its count. Write term,count with a count of at least 0.`
    case 'annotation-row':
      return `${place(problem.at)}: "${problem.found}" is not ${annotationRows[problem.format] ?? problem.format}.`
    case 'annotation-frequency':
      return `${place(problem.at)}: the frequency is "${problem.found}". Write a share such as 3/12 or 25%, or a term from HP:0040280 to HP:0040285.`
    case 'annotations-lack':
      return `${place(problem.at)}: ${problem.format === 'table' ? 'a table of objects and terms' : `a file of the format ${problem.format}`} has no column that ${namedOption(problem.option)} could choose by. Leave the option out, or give a file that has it.`
    case 'nothing-annotated': {
      const reasons = [
        [problem.unknown, 'with terms that the ontology does not know'],
        [problem.negated, 'that say NOT or never'],
        [problem.evidence, 'of other evidence'],
        [problem.aspect, 'of other aspects'],
        [problem.frequency, 'of lower frequency'],
      ] as const
      const left = reasons.filter(([count]) => count > 0).map(([count, reason]) => `${count} ${reason}`)
      return `${place(problem.at)}: no object has a term of the ontology here${left.length > 0 ? `; there are rows left out: ${left.join(', ')}` : ''}. Check that the file belongs to this ontology.`
    }
    case 'unknown-object':
      return `${problem.at === undefined ? '' : `${place(problem.at)}: `}there is no "${problem.found}" in ${problem.file}.${problem.nearest === undefined ? ' Give the id or the name of an object that is annotated there.' : ` Did you mean ${problem.nearest}?`}`
    case 'several-objects':
      return `"${problem.found}" is the name of several objects: ${shortened(problem.ids)}. Give one of these ids.`
    case 'no-objects-known':
      return `${place(problem.at)}: none of the ${problem.unknown} objects is annotated in ${problem.file}, which has ids such as ${problem.example}. Give ids or names as that file has them.`
    case 'nothing-counted':
      return `${place(problem.at)}: no term of the ontology is counted here${problem.unknown > 0 ? `, but ${problem.unknown} others are` : ''}. Check that the counts belong to this ontology.`
    case 'pair-row':
      return `${place(problem.at)}: "${problem.found}" is not a pair. Write a,b or a,b,rating with terms of a set separated by semicolons, or name the columns in the first row.`
    case 'neighbour-row':
      return `${place(problem.at)}: "${problem.found}" is not a term and its neighbours. Write term,neighbour;neighbour;… with the closest first.`
    case 'no-ratings':
      return `${place(problem.at)}: the pairs have no ratings to compare with. Write a,b,rating.`
    case 'rating-not-a-number':
      return `${place(problem.at)}: the rating is "${problem.found}", not a number.`
    case 'some-ratings-missing':
      return `${place(problem.at)}: this pair has no rating, but others have one. Rate all pairs or none.`
    case 'click-row':
      return `${place(problem.at)}: "${problem.found}" is not what was clicked. Write term,shown,clicks,views or term,shown,clicks,views,place with views above 0, clicks of at most views, and places from 1.`
    case 'some-places-missing':
      return `${place(problem.at)}: this row has no place, but others have one. Give all rows a place or none.`
    case 'example-is-a-set':
      return `${place(problem.at)}: "${problem.found}" is a set of terms. Give one term on each side of a pair: a similarity of terms is learned.`
    case 'example-twice':
      return `${place(problem.at)}: ${problem.what} stands here a second time; the first time is at ${place(problem.first)}. Keep one of them, or their mean.`
    case 'neighbour-is-the-term':
      return `${place(problem.at)}: "${problem.found}" is named as a neighbour of itself. Name other terms.`
    case 'too-few-examples':
      return `${problem.at === undefined ? '' : `${place(problem.at)}: `}there ${problem.found === 1 ? 'is' : 'are'} only ${problem.found} ${problem.of} to learn from, and at least ${problem.needed} are needed. Give more examples.`
    case 'examples-all-alike':
      return `${problem.at === undefined ? '' : `${place(problem.at)}: `}${problem.what}: there is no order to learn. Give examples that differ.`
  }
}

const mostMeanings = 20
const widestMeaning = 110

/** One meaning on a line of its own. */
function meaningLine({ id, names, definition }: { id: string; names: readonly string[]; definition?: string }): string {
  const text = `${names.join(', ')}${definition === undefined ? '' : `: ${definition}`}`
  return `\n  ${id}  ${text.length > widestMeaning ? `${text.slice(0, widestMeaning - 1).trimEnd()}…` : text}`
}

function edgeCount({ name, edges, elsewhere }: { name: string; edges: number; elsewhere: number }): string {
  const away = elsewhere === 0 ? '' : `, ${elsewhere} more to terms that are not in the file`
  return `${name} (${edges} ${edges === 1 ? 'edge' : 'edges'}${away})`
}

/** How a row of each format of annotations looks. */
const annotationRows: Readonly<Record<string, string>> = {
  gaf: 'a row of a GAF file: at least 7 columns with tabs between, the object in the second and its term in the fifth',
  gpad: 'a row of a GPAD file: at least 6 columns with tabs between, the object first and its term in the fourth',
  hpoa: 'a row of phenotype.hpoa: at least 11 columns with tabs between, the disease in the first and its term in the fourth',
  table: 'an object and its terms. Write object,term;term;…, name the columns in the first row, or give a GAF, GPAD or HPOA file',
}

function shortened(names: readonly string[]): string {
  return names.length <= 12 ? names.join(', ') : `${names.slice(0, 12).join(', ')} and ${names.length - 12} more`
}
