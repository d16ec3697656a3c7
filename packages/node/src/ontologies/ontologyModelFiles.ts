import { type OntologyModel, ontologyModelFromJson, ontologyModelToJson } from '@rankwright/core'
import { writePieces } from '../files/atomicFile.ts'
import { readDocument } from '../files/readModel.ts'

/** Writes an ontology model, as `writeModel` writes other models. */
export async function writeOntologyModel(model: OntologyModel, path: string): Promise<void> {
  await writePieces(path, [ontologyModelToJson(model)])
}

export async function readOntologyModel(path: string): Promise<OntologyModel> {
  return ontologyModelFromJson(await readDocument(path, 'rankwright-model'), path)
}
