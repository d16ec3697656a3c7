import { type Hierarchy, hierarchyOf } from '../ontology/structure/hierarchy.ts'
import { RankwrightError } from '../problems/problem.ts'
import { kindOf } from './kinds.ts'
import type { Model } from './model.ts'
import { requireTermModel } from './requireModel.ts'

/** The hierarchy that a model of terms was trained on, where it keeps its edges. Relations are one there. `file` is where the model came from. */
export function hierarchyOfModel(model: Model, file = 'the model'): Hierarchy {
  const learned = requireTermModel(model, file)
  const line = kindOf(learned).line?.(learned)
  if (line === undefined) throw new RankwrightError({ area: 'model', code: 'no-hierarchy', title: kindOf(learned).title, at: { file } })
  const { edges, relations } = line
  const count = edges.children.length
  const name = relations.join(', ')
  return hierarchyOf(
    {
      ...line,
      file,
      files: [file],
      relations: [{ name, id: name, edges: count }],
      edges: {
        children: Uint32Array.from(edges.children),
        parents: Uint32Array.from(edges.parents),
        relations: new Uint16Array(count),
        weights: edges.weights,
        lines: new Uint32Array(count),
        files: new Uint16Array(count),
      },
      ontologies: [],
      imports: [],
    },
    { relations: [name] },
  )
}
