import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Runtime } from '@rankwright/core'
import type { OptionTable } from '@rankwright/core/options'
import type { ReportSubject } from '@rankwright/report'
import type { Surroundings } from './command.ts'

/** For commands whose answer can also be a page. They write it as the kind `report`. */
export const reportOption = {
  report: {
    kind: 'text',
    placeholder: 'FILE.html',
    leftOut: 'none is made',
    doc: 'Where a report goes: one HTML page with charts that needs nothing else.',
  },
} as const satisfies OptionTable

/** Makes a page and writes it. What draws it is loaded only now. */
export async function writeReport(path: string, subject: ReportSubject, around: Surroundings, runtime?: Runtime): Promise<number> {
  const { reportPage } = await import('@rankwright/report')
  const { progress, spelled } = around
  const page = reportPage(subject, { onProgress: progress, spelled }, runtime)
  await around.outputs.write(path, [page])
  return Buffer.byteLength(page)
}

/** The same beside an answer, if it was asked for. */
export async function addReport(
  path: string | undefined,
  subject: () => ReportSubject,
  around: Surroundings,
  runtime?: Runtime,
): Promise<void> {
  if (path === undefined) return
  await writeReport(path, subject(), around, runtime)
  if (path !== '-') around.note(`note: the report is ${addressOf(path)}`)
}

/** What the title of a page calls the files it is about. */
export function fileTitle(...files: readonly string[]): string {
  const names = files.map((file) => (file === '-' ? 'standard input' : basename(file)))
  return names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
}

/** What a browser opens. */
export function addressOf(path: string): string {
  return pathToFileURL(resolve(path)).href
}
