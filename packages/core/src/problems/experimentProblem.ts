import { type Place, place } from './place.ts'

const fileAdvice = {
  beginning: 'Begin the file with {"format": "rankwright-experiment", "version": 1, …}.',
  spelling: 'Put keys and texts into double quotes and commas between parts, with none after the last one and no comments.',
  once: 'Leave one of them out.',
}

/** Problems of experiments: their files, their folders, and how data is divided for them. */
export type ExperimentProblem =
  /** `advice` is whether the file has to begin as experiments do, or to be spelled as JSON from the place on, or holds a key twice. */
  | { readonly code: 'not-an-experiment'; readonly at: Place; readonly reason: string; readonly advice: 'beginning' | 'spelling' | 'once' }
  /** `part` is the path to what is wrong: `methods[1].options`. */
  | { readonly code: 'experiment-broken'; readonly at: Place; readonly part: string; readonly reason: string }
  /** The same for options that are not in a file. */
  | { readonly code: 'experiment-refused'; readonly part: string; readonly reason: string }
  | { readonly code: 'folder-taken'; readonly at: Place; readonly found: string }
  /** `differences` are sentences such as `seeds: 1 there, 1 and 2 here`. */
  | { readonly code: 'experiment-changed'; readonly at: Place; readonly differences: readonly string[] }
  | { readonly code: 'experiment-damaged'; readonly at: Place; readonly reason: string }
  /** `begun` is whether the folder is that of an experiment at all. */
  | { readonly code: 'no-results'; readonly at: Place; readonly begun: boolean }
  | { readonly code: 'time-not-in-table'; readonly at: Place; readonly column: string }
  /** In a cell of the column, or in what the column is to be divided at. */
  | { readonly code: 'not-a-point-in-time'; readonly at: Place; readonly column: string; readonly found: string; readonly inCell: boolean }
  /** `what` is what is empty: `There are no training lists before 2024-01-01`. */
  | { readonly code: 'time-leaves-nothing'; readonly at: Place; readonly what: string; readonly first: string; readonly last: string }

export function explainExperimentProblem(problem: ExperimentProblem): string {
  switch (problem.code) {
    case 'not-an-experiment':
      return `${place(problem.at)}: this is not an experiment: ${problem.reason}. ${fileAdvice[problem.advice]}`
    case 'experiment-broken':
      return `${place(problem.at)}: ${problem.part}: ${problem.reason}`
    case 'experiment-refused':
      return `${problem.part}: ${problem.reason}`
    case 'folder-taken':
      return `${place(problem.at)}: the folder holds ${problem.found} and is not that of an experiment. Give a new or an empty folder.`
    case 'experiment-changed':
      return `${place(problem.at)}: the folder holds another experiment: ${problem.differences.join('; ')}. Give another folder, or run the experiment that was begun here.`
    case 'experiment-damaged':
      return `${place(problem.at)}: the file of the experiment is damaged: ${problem.reason}. Remove it and run again: what it held is then computed anew.`
    case 'no-results':
      return problem.begun
        ? `${place(problem.at)}: the experiment in this folder is not finished, so it has no results yet. Run it again with the same words: it goes on where it was stopped.`
        : `${place(problem.at)}: the folder holds no results.json, so it is not that of an experiment. Give the folder that an experiment was written into, or a file.`
    case 'time-not-in-table':
      return `${place(problem.at)}: lists are to be split by the column ${problem.column}, but only tables of text (CSV, TSV, JSON lines) have such columns. Convert the data, or give files for training and testing.`
    case 'not-a-point-in-time':
      return `${place(problem.at)}: the column ${problem.column} ${problem.inCell ? 'holds' : 'is to be divided at'} "${problem.found}", which is neither a date nor a number. Write it as 2024-05-31 or as a number.`
    case 'time-leaves-nothing':
      return `${place(problem.at)}: ${problem.what}; the lists run from ${problem.first} to ${problem.last}. Choose another point in time.`
  }
}
