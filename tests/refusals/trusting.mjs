// What the walk leaves out, and why. Functions of these entries are made for the other packages of rankwright, and trust what they are given.

/** Entries as a whole (`true`), or functions of an entry by their names. */
export const trusting = {
  abstention: true,
  arguments: true, // the checks themselves
  browser: true,
  compute: true,
  data: true,
  export: true,
  models: true,
  node: true,
  numeric: true,
  ontology: true,
  parquet: true,
  problems: true,
  reports: true,
  runtime: true,
  streaming: true,
  trainers: true,
  worker: true,
  workers: true,
}
