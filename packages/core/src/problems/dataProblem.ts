import { namedOption } from './namedOption.ts'
import { type Place, place } from './place.ts'
import { excerpt, placeInTable, type TablePlace } from './tableProblem.ts'

/** Problems of data that is read or written. */
export type DataProblem =
  // Rows of numbers
  | { readonly code: 'label-not-a-number'; readonly at: Place; readonly found: string }
  | { readonly code: 'label-not-finite'; readonly at: Place; readonly found: string }
  | { readonly code: 'no-list'; readonly at: Place }
  | { readonly code: 'list-empty'; readonly at: Place }
  | { readonly code: 'list-not-expected'; readonly at: Place; readonly sidecar: string }
  | { readonly code: 'not-utf8'; readonly at: Place; readonly what: string }
  | { readonly code: 'not-text'; readonly at: Place; readonly byte: number }
  | { readonly code: 'stray-carriage-return'; readonly at: Place }
  | { readonly code: 'line-too-long'; readonly at: Place; readonly limit: number }
  | { readonly code: 'feature-without-colon'; readonly at: Place; readonly found: string }
  | { readonly code: 'feature-id-not-a-number'; readonly at: Place; readonly found: string }
  | { readonly code: 'feature-id-zero'; readonly at: Place }
  | { readonly code: 'feature-id-too-large'; readonly at: Place; readonly found: string }
  | { readonly code: 'feature-twice'; readonly at: Place; readonly id: number }
  | { readonly code: 'feature-ids-descend'; readonly at: Place; readonly id: number; readonly previous: number }
  | { readonly code: 'value-not-a-number'; readonly at: Place; readonly feature: string; readonly found: string }
  | { readonly code: 'value-too-large'; readonly at: Place; readonly feature: string; readonly found: string }
  | {
      readonly code: 'value-too-small'
      readonly at: Place
      readonly feature: string
      readonly found: string
      readonly read: number
      readonly times: number
    }
  // Whole files
  | { readonly code: 'no-rows'; readonly at: Place }
  | { readonly code: 'cannot-read'; readonly at: Place; readonly reason: string }
  | { readonly code: 'cannot-write'; readonly at: Place; readonly reason: string }
  /** Another process has the lock of a file; `host` is given unless it is this machine. */
  | { readonly code: 'file-in-use'; readonly at: Place; readonly process: number; readonly host?: string; readonly lock: string }
  | { readonly code: 'lock-not-ours'; readonly at: Place; readonly lock: string; readonly reason: string }
  | { readonly code: 'output-is-input'; readonly at: Place; readonly input: string }
  | { readonly code: 'outputs-are-one'; readonly at: Place; readonly other: string }
  | {
      readonly code: 'output-of-another-kind'
      readonly at: Place
      readonly found: string
      readonly expected: string
      /** Whether the caller has no way to insist. */
      readonly final: boolean
    }
  | { readonly code: 'output-beside-data'; readonly at: Place; readonly data: string; readonly part: string }
  | { readonly code: 'output-is-shown'; readonly at: Place; readonly stream: string }
  | { readonly code: 'output-busy'; readonly at: Place }
  | { readonly code: 'other-folds-there'; readonly at: Place; readonly found: readonly string[] }
  | { readonly code: 'broken-gzip'; readonly at: Place; readonly reason: string }
  | { readonly code: 'unpacks-too-far'; readonly at: Place; readonly most: number; readonly packed: number }
  /** A file of ours where data is needed; `expected` is what it should be: `a file of lists`. */
  | { readonly code: 'ours-not-data'; readonly at: Place; readonly found: 'model' | 'statistics'; readonly expected: string }
  /** Text of another encoding than UTF-8 that is recognised. */
  | { readonly code: 'in-utf-16'; readonly at: Place }
  /** Bytes that are no character in the encoding that was given, or that a byte order mark says. */
  | { readonly code: 'not-in-encoding'; readonly at: Place; readonly encoding: string }
  | { readonly code: 'marked-otherwise'; readonly at: Place; readonly marked: string; readonly given: string }
  | { readonly code: 'unknown-format'; readonly at: Place; readonly formats: readonly string[] }
  | { readonly code: 'json-array'; readonly at: Place }
  // Several files
  | { readonly code: 'list-in-two-files'; readonly at: TablePlace; readonly list: string; readonly first: TablePlace }
  | { readonly code: 'file-given-twice'; readonly at: Place }
  | { readonly code: 'files-of-two-kinds'; readonly at: Place; readonly found: string; readonly first: string; readonly expected: string }
  /** A note: some files have files of weights beside them. */
  | { readonly code: 'weights-in-some-files'; readonly at: Place; readonly others: string }
  /** A note: labels below 0 and others have become the same grades. */
  | {
      readonly code: 'grades-below-zero'
      readonly kind: 'log' | 'quantile'
      readonly rows: number
      readonly all: number
      readonly least: number
      /** The greatest that they get, and how many other rows get it or less. */
      readonly grade: number
      readonly others: number
    }
  | { readonly code: 'nothing-matches'; readonly at: Place }
  /** `found`: what the folder holds instead, if anything. */
  | { readonly code: 'folder-without-data'; readonly at: Place; readonly found: readonly string[] }
  | { readonly code: 'broken-images'; readonly at: Place; readonly reason: string }
  | { readonly code: 'packed-broken'; readonly at: Place; readonly reason: string }
  | { readonly code: 'not-a-feature-range'; readonly at: Place; readonly option: string; readonly found: string }
  | { readonly code: 'no-such-feature'; readonly at: Place; readonly option: string; readonly found: string; readonly width: number }
  | { readonly code: 'no-feature-chosen'; readonly at: Place }
  // Preferences beside lists
  | { readonly code: 'preference-columns'; readonly at: Place; readonly missing: readonly string[] }
  | { readonly code: 'preference-unknown'; readonly at: Place; readonly list: string; readonly item: string }
  | { readonly code: 'preference-of-itself'; readonly at: Place; readonly item: string }
  | { readonly code: 'no-preferences'; readonly at: Place }
  | { readonly code: 'too-large'; readonly bytes: number }
  | { readonly code: 'rows-do-not-fit'; readonly reason: string }
  // LightGBM sidecars, scores files
  | { readonly code: 'group-size-not-a-count'; readonly at: Place; readonly found: string }
  | { readonly code: 'group-sizes-do-not-add-up'; readonly at: Place; readonly total: number; readonly rows: number; readonly file: string }
  | { readonly code: 'weight-not-a-number'; readonly at: Place; readonly found: string }
  | { readonly code: 'weights-do-not-match'; readonly at: Place; readonly weights: number; readonly rows: number; readonly file: string }
  | { readonly code: 'weights-differ-in-list'; readonly at: Place; readonly list: string; readonly found: number; readonly first: number }
  | { readonly code: 'score-not-a-number'; readonly at: Place; readonly found: string }
  | { readonly code: 'scores-do-not-match'; readonly at: Place; readonly scores: number | 'more'; readonly rows: number }
  // TREC files
  | { readonly code: 'wrong-number-of-fields'; readonly at: Place; readonly found: number; readonly fields: string }
  | { readonly code: 'field-not-a-number'; readonly at: Place; readonly field: string; readonly found: string }
  | { readonly code: 'document-twice'; readonly at: Place; readonly topic: string; readonly document: string }
  // Writing and splitting
  | { readonly code: 'trec-tag-not-a-token'; readonly found: string }
  | { readonly code: 'documents-without-ids' }
  | { readonly code: 'document-twice-in-list'; readonly topic: string; readonly document: string }
  | { readonly code: 'too-few-lists'; readonly lists: number; readonly needed: number }
  | { readonly code: 'no-folds'; readonly at: Place }

export function explainDataProblem(problem: DataProblem): string {
  switch (problem.code) {
    case 'label-not-a-number':
      return `${place(problem.at)}: the label is "${problem.found}", not a number. Start the row with a grade such as 0 or 2.`
    case 'label-not-finite':
      return `${place(problem.at)}: the label is "${problem.found}". Give a finite grade such as 0 or 2, or leave the row out.`
    case 'no-list':
      return `${place(problem.at)}: the row does not say which list it belongs to. Write qid:ID after the label, or put the sizes of the lists, one per line, into a file of the same name with .query at the end.`
    case 'list-empty':
      return `${place(problem.at)}: nothing follows "qid:". Give the list a name or a number, as in qid:12.`
    case 'list-not-expected':
      return `${place(problem.at)}: this row has a qid, but the rows before it have none and take their lists from ${problem.sidecar}. Give every row a qid, or none.`
    case 'not-utf8':
      return `${place(problem.at)}: the ${problem.what} is not UTF-8 text. Save the file as UTF-8.`
    case 'not-text':
      return `${place(problem.at)}: there is a byte 0x${problem.byte.toString(16).padStart(2, '0')} here, so this is not a text file. If it is compressed or in another format, give its format by the file name, or with ${namedOption('format')}.`
    case 'stray-carriage-return':
      return `${place(problem.at)}: there is a carriage return inside the line. End lines with a line feed, or with a carriage return and a line feed.`
    case 'line-too-long':
      return `${place(problem.at)}: the line is longer than ${problem.limit} bytes. Check that the line breaks of the file are intact.`
    case 'feature-without-colon':
      return `${place(problem.at)}: "${problem.found}" is not a feature. Write id:value, as in 3:0.25, and start comments with #.`
    case 'feature-id-not-a-number':
      return `${place(problem.at)}: the feature id "${problem.found}" is not a whole number. Features are numbered from 1.`
    case 'feature-id-zero':
      return `${place(problem.at)}: there is a feature 0, but features are numbered from 1. Add 1 to every feature id of the file.`
    case 'feature-id-too-large':
      return `${place(problem.at)}: the feature id ${problem.found} is too large. The greatest possible id is 2147483647.`
    case 'feature-twice':
      return `${place(problem.at)}: feature ${problem.id} appears twice in the row. Remove one of them.`
    case 'feature-ids-descend':
      return `${place(problem.at)}: feature ${problem.id} comes after feature ${problem.previous}. Sort the features of the row by their id.`
    case 'value-not-a-number':
      return `${place(problem.at)}: feature ${problem.feature} is "${problem.found}", not a number. Give a number, or NULL if the value is missing.`
    case 'value-too-large':
      return `${place(problem.at)}: feature ${problem.feature} is ${problem.found}, which is outside the range of a 32-bit float. Give a number between -3.4e38 and 3.4e38, or NULL if the value is missing.`
    case 'value-too-small':
      return `${place(problem.at)}: feature ${problem.feature} is ${problem.found}, too small for a 32-bit float, and was read as ${problem.read}${problem.times > 1 ? ` (${problem.times} such values in the file)` : ''}. Scale the feature up if the difference matters.`
    case 'no-rows':
      return `${place(problem.at)}: there is no row of data in the file. Give a file with at least one row.`
    case 'cannot-read':
      return `${place(problem.at)}: the file cannot be read: ${problem.reason}.`
    case 'cannot-write':
      return `${place(problem.at)}: the file cannot be written: ${problem.reason}.`
    case 'file-in-use':
      return `${place(problem.at)}: process ${problem.process}${problem.host === undefined ? '' : ` on ${problem.host}`} is working on it. Wait until it is done, or end it${
        problem.host === undefined ? '' : `; if it does not run any more, remove ${problem.lock}`
      }.`
    case 'lock-not-ours':
      return `${place(problem.at)}: ${problem.lock} is where rankwright marks files that it works on, and ${problem.reason}. Move it away, or give another name.`
    case 'output-is-input':
      return `${place(problem.at)}: the command reads this file${problem.input === problem.at.file ? '' : ` (as ${problem.input})`}, so it does not write it too. Choose another name for the output.`
    case 'outputs-are-one':
      return `${place(problem.at)}: another output goes to ${problem.other}, which is the same file or differs only in upper and lower case. Give each output a name of its own.`
    case 'output-of-another-kind':
      return `${place(problem.at)}: this file is there already and holds ${problem.found}, not ${problem.expected}. Choose another name, or ${problem.final ? 'move the file away' : `replace it with ${namedOption('force')}`}.`
    case 'output-beside-data':
      return `${place(problem.at)}: a file of this name is read with ${problem.data}, as the ${problem.part}. Choose another name, or write it with ${namedOption('force')}.`
    case 'output-is-shown':
      return `${place(problem.at)}: the shell sends ${problem.stream} to the same file. Send it elsewhere, or choose another name for the output.`
    case 'output-busy':
      return `${place(problem.at)}: another process has been putting a file in place here for half a minute. Try again when it is done. If no other process is at work, remove this file.`
    case 'other-folds-there':
      return `${place(problem.at)}: the folder holds folds of another number or format (${problem.found.slice(0, 5).join(', ')}${problem.found.length > 5 ? ` and ${problem.found.length - 5} more files` : ''}), and these would be mixed with the new ones. Choose another folder, or replace them with ${namedOption('force')}.`
    case 'broken-gzip':
      return `${place(problem.at)}: the gzip data is cut short or damaged here (${problem.reason}). Fetch or compress the file again.`
    case 'unpacks-too-far':
      return `${place(problem.at)}: ${Math.ceil(problem.packed / 1000)} kB of compressed data unpack to more than ${Math.round(problem.most / 1e6)} MB. If the file is not damaged or hostile, raise the limit with ${namedOption({ limit: 'MB' })}.`
    case 'ours-not-data':
      return problem.found === 'model'
        ? `${place(problem.at)}: this is a rankwright model, not ${problem.expected}. "rankwright show" describes it. Where a command takes both, the model comes before the data.`
        : `${place(problem.at)}: this is a file of statistics, not ${problem.expected}. "rankwright update" takes it.`
    case 'in-utf-16':
      return `${place(problem.at)}: the file is UTF-16 text. Save it as UTF-8.`
    case 'not-in-encoding':
      return `${place(problem.at)}: the bytes here are no text in ${problem.encoding}. Check the encoding, or save the file as UTF-8.`
    case 'marked-otherwise':
      return `${place(problem.at)}: the file begins with the byte order mark of ${problem.marked}, so it is not in ${problem.given}. Leave out ${namedOption('encoding')}.`
    case 'unknown-format':
      return `${place(problem.at)}: neither the name nor the content of the file says its format. Give it with ${namedOption('format')}: ${problem.formats.join(', ')}.`
    case 'json-array':
      return `${place(problem.at)}: the file is a JSON array. Write one object on each line, as jq -c '.[]' does.`
    case 'list-in-two-files':
      return `${placeInTable(problem.at)}: list "${excerpt(problem.list)}" is also in ${placeInTable(problem.first)}. Say what that means: ${namedOption({ sameLists: 'join' })} puts rows of the same name into one list, ${namedOption({ sameLists: 'apart' })} makes a list for each file.`
    case 'file-given-twice':
      return `${place(problem.at)}: this file is given twice. Give each file once.`
    case 'files-of-two-kinds':
      return `${place(problem.at)}: this file is ${problem.found}, and ${problem.first} is ${problem.expected}. Give files of one kind, or convert them first.`
    case 'weights-in-some-files':
      return `${place(problem.at)}: this file has no file of weights beside it, and ${problem.others} has one. The lists of this file count with a weight of 1.`
    case 'grades-below-zero':
      return `${problem.rows} of ${problem.all} rows have labels below 0, down to ${problem.least}. They get ${problem.grade === 0 ? 'grade 0' : `grades up to ${problem.grade}`}, ${problem.others === 0 ? 'and are not all told apart' : `and so ${problem.others === 1 ? 'does 1 row' : `do ${problem.others} rows`} with greater labels`}. If that is wrong, ${problem.kind === 'log' ? 'add the same number to all labels, so that the worst is 0' : `ask for more grades with ${namedOption('grades')}`}.`
    case 'nothing-matches':
      return `${place(problem.at)}: no file has a name of this pattern. Check the folder and the pattern: * stands for any part of a name, ** for any folders.`
    case 'folder-without-data':
      return `${place(problem.at)}: this is a folder without ${problem.found.length === 0 ? 'data files' : `data files of its own, which holds ${problem.found.slice(0, 5).join(', ')}${problem.found.length > 5 ? ` and ${problem.found.length - 5} more` : ''}`}. Give a file, a folder of one fold, or a pattern such as 'folder/*.csv'.`
    case 'packed-broken':
      return `${place(problem.at)}: this is no packed file of lists, or it is damaged: ${problem.reason}. Pack the lists again.`
    case 'broken-images':
      return `${place(problem.at)}: this is not a CIFAR-10 binary file: ${problem.reason}. Records are 3073 bytes: the class, then 3072 pixels.`
    case 'not-a-feature-range':
      return `${place(problem.at)}: ${namedOption(problem.option)} is "${problem.found}", but the features of this file have numbers, not names. Give numbers from 1, or ranges of them, as in 1,5-20.`
    case 'no-such-feature':
      return `${place(problem.at)}: there is no feature ${problem.found}, as ${namedOption(problem.option)} asks for: the greatest number in the file is ${problem.width}.`
    case 'preference-columns':
      return `${place(problem.at)}: the columns ${problem.missing.join(', ')} are missing. Start with the line "list,preferred,other".`
    case 'preference-unknown':
      return `${place(problem.at)}: the data has no item "${problem.item}" in the list "${problem.list}". Name items by their ids, or by their row numbers from 0 if the data has no ids.`
    case 'preference-of-itself':
      return `${place(problem.at)}: "${problem.item}" is preferred to itself. Give two different items.`
    case 'no-preferences':
      return `${place(problem.at)}: there are no pairs in this file. Give at least one line after "list,preferred,other".`
    case 'no-feature-chosen':
      return `${place(problem.at)}: ${namedOption('features')} and ${namedOption('ignore')} leave no feature to use. Choose at least one.`
    case 'too-large':
      return `The data needs an array of ${(problem.bytes / 2 ** 30).toFixed(1)} GiB, more than this machine can allocate. Read fewer rows or fewer features at a time.`
    case 'rows-do-not-fit':
      return `The rows do not fit together: ${problem.reason}.`
    case 'group-size-not-a-count':
      return `${place(problem.at)}: the size of a list is "${problem.found}". Give one whole number, at least 1, per line.`
    case 'group-sizes-do-not-add-up':
      return `${place(problem.at)}: the sizes of the lists add up to ${problem.total}, but ${problem.file} has ${problem.rows} rows. Make the two files match.`
    case 'weight-not-a-number':
      return `${place(problem.at)}: the weight is "${problem.found}". Give one number, 0 or more, per line.`
    case 'weights-do-not-match':
      return `${place(problem.at)}: there are ${problem.weights} weights, but ${problem.file} has ${problem.rows} rows. Give one weight per row.`
    case 'weights-differ-in-list':
      return `${place(problem.at)}: the weight is ${problem.found}, but an earlier row of the same list "${problem.list}" has ${problem.first}. Only whole lists have weights: give all rows of a list the same one.`
    case 'score-not-a-number':
      return `${place(problem.at)}: the score is "${problem.found}", not a number. Give one number per line.`
    case 'scores-do-not-match':
      return problem.scores === 'more'
        ? `${place(problem.at)}: there are more scores than the ${problem.rows} rows of the data. Give one score per row, in the order of the file.`
        : `${place(problem.at)}: the scores end after ${problem.scores}, but the data has ${problem.rows} rows. Give one score per row, in the order of the file.`
    case 'wrong-number-of-fields':
      return `${place(problem.at)}: the line has ${problem.found} fields. Write ${problem.fields}.`
    case 'field-not-a-number':
      return `${place(problem.at)}: the ${problem.field} is "${problem.found}", not a number. Check the order of the fields.`
    case 'document-twice':
      return `${place(problem.at)}: the document "${problem.document}" appears twice under the topic "${problem.topic}". Remove one of them.`
    case 'trec-tag-not-a-token':
      return `"${problem.found}" is empty or has white space in it, which a TREC file cannot hold as the name of a run. Give a name without spaces.`
    case 'documents-without-ids':
      return `The items have no ids, and a TREC file names its documents. Name the column that holds them with ${namedOption('item')}.`
    case 'document-twice-in-list':
      return `The item "${problem.document}" appears twice in the list "${problem.topic}", and a TREC file names a document once. Give every item of a list a name of its own.`
    case 'too-few-lists':
      return problem.lists < 2
        ? `There is one list, and a list is never cut: it cannot be divided into parts. Give more lists.`
        : `There are ${problem.lists} lists, too few to give each of the ${problem.needed} parts one. Ask for fewer parts.`
    case 'no-folds':
      return `${place(problem.at)}: there are no folders Fold1, Fold2 … with files train, vali and test.`
  }
}
