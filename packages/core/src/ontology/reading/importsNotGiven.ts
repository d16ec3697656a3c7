/**
 * The imports that none of the files is. An import is an IRI; a file is known by what it calls itself, by its own IRI or, for
 * `http://purl.obolibrary.org/obo/ro.owl`, by the last part of its name: `ro.owl`, `ro.obo` and `ro.ttl.gz` hold the same ontology.
 */
export function importsNotGiven(imports: readonly string[], ontologies: readonly string[], files: readonly string[]): string[] {
  const given = new Set([...ontologies, ...ontologies.map(lastPart), ...files.map(lastPart)])
  return [...new Set(imports)].filter((name) => !given.has(name) && !given.has(lastPart(name)))
}

/** `…/ro.owl` and `ro` are both ro. */
function lastPart(name: string): string {
  const last = name.split(/[/\\#]/).findLast((part) => part !== '') ?? name
  return last
    .replace(/\.gz$/i, '')
    .replace(/\.(?:owl|obo|ttl|nt|rdf|xml|json|csv|tsv)$/i, '')
    .toLowerCase()
}
