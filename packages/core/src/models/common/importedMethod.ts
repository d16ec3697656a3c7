import { requireText } from '../../arguments/requireKind.ts'

/** The name that stands where a model that was trained elsewhere has no method of ours: by the format that it came in. */
export function importedMethod(format: string): string {
  requireText('format', format)
  return `imported-${format}`
}

export function isImported(method: string): boolean {
  return /^imported-[a-z]+$/.test(method)
}
