// What the walk leaves out, and why. Functions of these entries are made for the other packages of rankwright, and trust what they are given.

/** Entries as a whole (`true`), or functions of an entry by their names. */
export const trusting = {
  abstention: ['guaranteeText'], // what terminal and pages say of a report that they have made themselves
  arguments: true, // the checks themselves
  // The steps by which tables are read and fitted whose rows are elsewhere, between @rankwright/engines and its workers.
  data: [
    'RunningStatistic',
    'cellsAsked',
    'cellsEncoded',
    'encodedPart',
    'mergedAnswer',
    'mergedUnread',
    'partAnswer',
    'partReading',
    'partTargetRows',
    'partedFitting',
    'partedGrades',
    'stepOfIds',
    'tablePart',
    'tellUnread',
    'withNamedColumns',
  ],
  duckdb: true, // for @rankwright/engines
  node: ['fileFailure'], // an error of any kind becomes a problem, or is passed on
  parquet: ['BrokenParquet', 'OtherParquet', 'flatParquet'], // for workers of @rankwright/engines: what cannot be read is one of the first two
  // What terminal and pages say of a training or a tuning, which they have made themselves.
  reports: ['autoVerdict', 'bestOfEachMethod', 'budgetText', 'edgeRemarks', 'edgeText', 'gridEdges', 'measuredOn'],
  // Guards of the numeric primitives, which call them each time: a caller that fails one has a bug, and gets a RangeError. Trees are prepared for
  // them from models that were checked.
  numeric: [
    'float32AtMost',
    'float32Below',
    'goesLeft',
    'histogramLength',
    'prepareTrees',
    'requireClosePoints',
    'requireLambdas',
    'requireLength',
    'requireNdcgArrays',
    'requireOffsets',
    'requireTreeArrays',
  ],
  // The steps of an experiment, which `runExperiment` of @rankwright/node takes one after the other, and the files between them.
  experiments: [
    'chooseSetting',
    'experimentResults',
    'foldFrom',
    'foldText',
    'measurePart',
    'nameOfFile',
    'partFrom',
    'partName',
    'partText',
    'partsOfFold',
    'refittedParts',
    'settingsDifferences',
    'settingsFrom',
    'settingsText',
    'shareOfLists',
    'stepFrom',
    'stepText',
    'timeFolds',
    'tuneOnValid',
    'withTuned',
  ],
  worker: true, // a module that workers run: it exports nothing
  workers: ['threadCount', 'failureOf'], // a check itself; an answer of a worker as an error
}
