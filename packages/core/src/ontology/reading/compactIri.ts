const oboFoundry = 'http://purl.obolibrary.org/obo/'

/** `http://purl.obolibrary.org/obo/GO_0008150` is GO:0008150 in OBO files; any other IRI stays as it is. */
export function compactIri(iri: string): string {
  if (!iri.startsWith(oboFoundry)) return iri
  const local = iri.slice(oboFoundry.length)
  const parts = /^([A-Za-z][A-Za-z0-9]*(?:_[A-Za-z]+)*)_(\w+)$/.exec(local)
  return parts === null ? iri : `${parts[1]}:${parts[2]}`
}
