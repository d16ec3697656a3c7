import { dirname, isAbsolute, join } from 'node:path'
import { options as optionsShape, sourceShapes } from '@rankwright/core/arguments'
import type { SourceOptions } from '@rankwright/core/data'
import { type DataSplit, type Experiment, experimentFromJson } from '@rankwright/core/experiments'
import { type FileInput, readNamed } from '../files/openSource.ts'

/** The experiment in a file. The paths in it are seen from the folder of the file. */
export async function readExperiment(input: FileInput, options: SourceOptions = {}): Promise<Experiment> {
  optionsShape(sourceShapes)('options', options)
  const { name, bytes } = await readNamed(input, options)
  const experiment = experimentFromJson(new TextDecoder('utf-8').decode(bytes), name)
  if (typeof input !== 'string' || input === '-') return experiment
  const placed = (path: string) => (isAbsolute(path) ? path : join(dirname(input), path))
  return { ...experiment, data: experiment.data.map((data) => ({ ...data, split: placedSplit(data.split, placed) })) }
}

function placedSplit(split: DataSplit, placed: (path: string) => string): DataSplit {
  switch (split.kind) {
    case 'folds':
    case 'time':
      return { ...split, file: placed(split.file) }
    case 'folders':
      return { ...split, folder: placed(split.folder) }
    case 'files': {
      const { train, valid, test } = split
      return { ...split, train: placed(train), ...(valid !== undefined && { valid: placed(valid) }), test: placed(test) }
    }
  }
}
