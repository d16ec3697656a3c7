import type { CommandTable } from './command.ts'

/**
 * Every command with its one line; commands of two words make a family, called by its first. The files behind them are read only
 * when they are called, so that `--help` stays quick.
 */
export const commandTable: CommandTable = {
  demo: {
    summary: 'Make a small product search, train rankers on it and show what they learned.',
    load: async () => (await import('./commands/demo.ts')).demo,
  },
  inspect: {
    summary: 'Describe data files: counts, labels, feature ranges, problems.',
    load: async () => (await import('./commands/inspect.ts')).inspect,
  },
  convert: {
    summary: 'Write data files in another format, several as one file.',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  split: {
    summary: 'Divide data into folds; every list stays whole.',
    load: async () => (await import('./commands/split.ts')).split,
  },
  train: {
    summary: 'Fit a ranker to labelled lists.',
    load: async () => (await import('./commands/train.ts')).train,
  },
  retrain: {
    summary: 'Train a model again on new data, and replace it unless it gets worse.',
    load: async () => (await import('./commands/retrain.ts')).retrain,
  },
  update: {
    summary: 'Update a least-squares ranker: add lists, remove lists, merge parts.',
    load: async () => (await import('./commands/update.ts')).update,
  },
  tune: {
    summary: 'Choose the options of a method by cross-validation.',
    load: async () => (await import('./commands/tune.ts')).tune,
  },
  experiment: {
    summary: 'Compare methods on folds of data; goes on where it was stopped.',
    load: async () => (await import('./commands/experiment.ts')).experiment,
  },
  show: {
    summary: 'Show what a model is and how it was trained.',
    load: async () => (await import('./commands/show.ts')).show,
  },
  score: {
    summary: 'Print one score per row, in file order.',
    load: async () => (await import('./commands/score.ts')).score,
  },
  rank: {
    summary: 'Order the items of each list.',
    load: async () => (await import('./commands/rank.ts')).rank,
  },
  abstain: {
    summary: 'Show what it costs and saves to leave close pairs undecided.',
    load: async () => (await import('./commands/abstain.ts')).abstain,
  },
  evaluate: {
    summary: 'Measure how well a model orders labelled lists.',
    load: async () => (await import('./commands/evaluate.ts')).evaluate,
  },
  compare: {
    summary: 'Test whether one model is better than another.',
    load: async () => (await import('./commands/compare.ts')).compare,
  },
  fuse: {
    summary: 'Join several TREC runs into one.',
    load: async () => (await import('./commands/fuse.ts')).fuse,
  },
  certify: {
    summary: 'Say what can be guaranteed about a model on new lists.',
    load: async () => (await import('./commands/certify.ts')).certify,
  },
  bound: {
    summary: 'Calculate a bound from its inputs.',
    load: async () => (await import('./commands/bound.ts')).bound,
  },
  plan: {
    summary: 'Say how many judged lists a guarantee needs.',
    load: async () => (await import('./commands/plan.ts')).plan,
  },
  stream: {
    summary: 'Learn from a stream of ranked series, one after the other.',
    load: async () => (await import('./commands/stream.ts')).stream,
  },
  report: {
    summary: 'Make one HTML page with charts of a model, or of what another command found.',
    load: async () => (await import('./commands/report.ts')).report,
  },
  export: {
    summary: 'Write a model for other software, and check that it gives the same scores there.',
    load: async () => (await import('./commands/export.ts')).exporting,
  },
  import: {
    summary: 'Make a model of another program into one of ours, with the same scores.',
    load: async () => (await import('./commands/import.ts')).importing,
  },
  'ontology inspect': {
    summary: 'Describe an ontology: terms, relations, roots, depth, branches, problems.',
    load: async () => (await import('./commands/ontologyInspect.ts')).ontologyInspect,
  },
  'ontology train': {
    summary: 'Learn one score per term, such that terms of the same branch lie together.',
    load: async () => (await import('./commands/ontologyTrain.ts')).ontologyTrain,
  },
  'ontology learn': {
    summary: 'Learn a similarity of terms from rated pairs, neighbours named by experts, or clicks.',
    load: async () => (await import('./commands/ontologyLearn.ts')).ontologyLearn,
  },
  'ontology similar': {
    summary: 'List the terms most similar to a term, by a learned model or by a classical measure.',
    load: async () => (await import('./commands/ontologySimilar.ts')).ontologySimilar,
  },
  'ontology draw': {
    summary: 'Draw what is around a term, with learned and classical similarities, or the learned line.',
    load: async () => (await import('./commands/ontologyDraw.ts')).ontologyDraw,
  },
  'ontology evaluate': {
    summary: 'Compare learned or classical similarities with human ratings.',
    load: async () => (await import('./commands/ontologyEvaluate.ts')).ontologyEvaluate,
  },
  'ontology audit': {
    summary: 'Replace terms of the sample, learn again, and compare with what the theory allows.',
    load: async () => (await import('./commands/ontologyAudit.ts')).ontologyAudit,
  },
  'ontology baseline': {
    summary: 'Compare terms by a classical similarity measure, and with human ratings.',
    load: async () => (await import('./commands/ontologyBaseline.ts')).ontologyBaseline,
  },
  'ontology groups': {
    summary: 'Compare annotated objects, such as genes or diseases: those nearest to one, or all with all.',
    load: async () => (await import('./commands/ontologyGroups.ts')).ontologyGroups,
  },
  'ontology match': {
    summary: 'List the objects nearest to a set of terms, such as the diseases nearest to the phenotypes of a patient.',
    load: async () => (await import('./commands/ontologyMatch.ts')).ontologyMatch,
  },
  'ontology enrich': {
    summary: 'Find the terms that are more frequent among some genes, or other objects, than among all.',
    load: async () => (await import('./commands/ontologyEnrich.ts')).ontologyEnrich,
  },
  worker: {
    summary: 'Answer for packed parts of lists that come on standard input; engines start it.',
    load: async () => (await import('./commands/worker.ts')).worker,
  },
  completion: {
    summary: 'Print a script that completes commands and options in your shell.',
    load: async () => (await import('./commands/completion.ts')).completion,
  },
}
