import {
  type OntologyEnsemble,
  type OntologyModel,
  ontologyEnsembleFromJson,
  ontologyEnsembleToJson,
  ontologyModelFromJson,
  ontologyModelToJson,
} from '@rankwright/core'
import { writePieces } from '../files/atomicFile.ts'
import { readDocument } from '../files/readModel.ts'

/** Writes an ontology model or an ensemble, as `writeModel` writes other models. */
export async function writeOntologyModel(model: OntologyModel | OntologyEnsemble, path: string): Promise<void> {
  await writePieces(path, ['members' in model ? ontologyEnsembleToJson(model) : ontologyModelToJson(model)])
}

export async function readOntologyModel(path: string): Promise<OntologyModel> {
  return ontologyModelFromJson(await readDocument(path, 'rankwright-model'), path)
}

/** A model of either kind. */
export async function readLearnedOntology(path: string): Promise<OntologyModel | OntologyEnsemble> {
  const text = await readDocument(path, 'rankwright-model')
  return /^\s*\{[^{[]*"kind":\s*"ontology-ensemble"/.test(text.slice(0, 400))
    ? ontologyEnsembleFromJson(text, path)
    : ontologyModelFromJson(text, path)
}
