import { requireText } from '../arguments/requireKind.ts'

/** What a text is, if it begins as a file of ours does; the state of a stream is a model, too. */
export function ourDocument(text: string): 'model' | 'statistics' | undefined {
  requireText('text', text)
  const format = /^\ufeff?\s*\{\s*"format"\s*:\s*"rankwright-(model|statistics)"/.exec(text.slice(0, 200))?.[1]
  return format === 'model' || format === 'statistics' ? format : undefined
}
