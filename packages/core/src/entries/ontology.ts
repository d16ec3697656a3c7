/** Ontologies: reading, measures, learning, evaluation. */

export { type ComparedPair, type ComparedPairs, type ComparePairsOptions, comparePairs } from '../evaluation/ontology/comparePairs.ts'
export { type ExpertNeighbours, parseNeighbours } from '../evaluation/ontology/expertNeighbours.ts'
export { type PartiteError, partiteError } from '../evaluation/ontology/partiteError.ts'
export { type PopulationLoss, populationLoss } from '../evaluation/ontology/populationLoss.ts'
export { type NeighbourPrecision, precisionOfNeighbours } from '../evaluation/ontology/precisionOfNeighbours.ts'
export { type AuditedPart, auditOntology, type MovedAndAllowed, type StabilityAudit } from '../guarantees/auditOntology.ts'
export {
  type LearnSimilarityInputs,
  learnSimilarity,
  learnSimilarityOptions,
  type SimilarityExamples,
} from '../library/ontology/learnSimilarity.ts'
export { answerWarnings } from '../models/answerWarnings.ts'
export { learnedSimilarity } from '../models/learnedSimilarity.ts'
export type { LearnedExamples, MeasuredFigure, RankerBound, RankerValidation } from '../models/ontologyRanker/ontologyRanker.ts'
export type { OntologyCut, OntologyPart } from '../models/ontologyTerms/learnedLine.ts'
export type { SimilarTerm, SimilarTerms } from '../models/ontologyTerms/similarTerm.ts'
export { type AnnotationFormat, annotationFormats } from '../ontology/annotations/annotationRow.ts'
export type { Annotations, LeftOutRows } from '../ontology/annotations/annotations.ts'
export { type ObjectFinder, objectFinder } from '../ontology/annotations/findObjects.ts'
export { type AnnotationOptions, parseAnnotations } from '../ontology/annotations/parseAnnotations.ts'
export { type DrawnLine, drawLine } from '../ontology/drawing/drawLine.ts'
export { neighbourhoodOptions } from '../ontology/drawing/neighbourhood.ts'
export type { PictureLayout } from '../ontology/drawing/svg.ts'
export { benjaminiHochberg } from '../ontology/enrichment/benjaminiHochberg.ts'
export {
  type EnrichedTerm,
  type Enrichment,
  type EnrichmentDirection,
  type EnrichmentOptions,
  enrichment,
  enrichmentDirections,
} from '../ontology/enrichment/enrichment.ts'
export { explainSimilarity } from '../ontology/explainSimilarity.ts'
export { parseTermVectors, type TermVectors, termVectorsFrom, type VertexDescriptors } from '../ontology/graph/descriptors.ts'
export type { GraphKernel } from '../ontology/graph/graphKernel.ts'
export { graphOfHierarchy } from '../ontology/graph/ontologyGraph.ts'
export { partsOf, type SharedRule } from '../ontology/graph/parts.ts'
export { ontologySample } from '../ontology/graph/sample.ts'
export { type OntologyKernel, ontologyKernelKinds, vertexKernel } from '../ontology/graph/vertexKernel.ts'
export {
  type GroupSimilarity,
  groupSimilarity,
  type NearObject,
  type NearObjects,
  type TermMatch,
} from '../ontology/groups/groupSimilarity.ts'
export { objectSimilarity } from '../ontology/groups/objectSimilarity.ts'
export { annotationCounts } from '../ontology/information/annotationCounts.ts'
export { informationOf } from '../ontology/information/information.ts'
export { type InformationContent, type InformationModel, informationModels } from '../ontology/information/informationContent.ts'
export { parseTermCounts, type TermCounts } from '../ontology/information/termCounts.ts'
export { type MeasureName, type MeasureProfile, measureNames, measureProfiles } from '../ontology/measures/measure.ts'
export { type SetRule, setRules, setSimilarity } from '../ontology/measures/sets.ts'
export { wangWeights } from '../ontology/measures/wang.ts'
export { type NearestTerms, type NearTerm, type NearTerms, nearestTerms } from '../ontology/nearestTerms.ts'
export { parseClicks, type TermClicks } from '../ontology/reading/clicks.ts'
export { edgeListParser } from '../ontology/reading/edgeList.ts'
export { oboParser } from '../ontology/reading/obo.ts'
export { gatherOboGraphs, parseOboGraphs } from '../ontology/reading/oboGraphs.ts'
export {
  type OntologyBuilder,
  type OntologyParser,
  type OntologyReaderOptions,
  ontologyBuilder,
} from '../ontology/reading/ontologyBuilder.ts'
export { type OntologyFormat, ontologyFormatOfContent, ontologyFormatOfName, ontologyFormats } from '../ontology/reading/ontologyFormat.ts'
export { parsePairs, type TermPair } from '../ontology/reading/pairs.ts'
export type { TermTableOptions } from '../ontology/reading/termTable.ts'
export { type TripleNode, tripleCollector } from '../ontology/reading/triples.ts'
export { wordNetParser } from '../ontology/reading/wordNet.ts'
export { type SharedAncestor, sharedAncestor } from '../ontology/sharedAncestor.ts'
export { type SimilarityOptions, type TermSimilarity, termSimilarity } from '../ontology/similarity.ts'
export { type TermFinder, type TermNames, termFinder } from '../ontology/structure/findTerms.ts'
export { type Hierarchy, type HierarchyOptions, hierarchyOf } from '../ontology/structure/hierarchy.ts'
export { inspectOntology, type OntologyInspection } from '../ontology/structure/inspection.ts'
export type { Ontology } from '../ontology/structure/ontology.ts'
export { ontologyTrainingOptions } from '../trainers/ontology/ontologyTrainingOptions.ts'
export { type GivenRate, parseRates } from '../trainers/ontology/rates.ts'
export { type OntologyTrainingInputs, trainOntology } from '../trainers/ontology/trainOntology.ts'
