import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumFlags } from '../scripts/chromium.mjs'

export interface PageRun<Result> {
  readonly results: Result
  readonly errors: readonly string[]
  readonly requests: readonly string[]
}

export interface PageOptions {
  /** Whether the page is cross-origin isolated, without which it has no shared memory. */
  readonly isolated?: boolean
}

/** Opens an empty page in Chromium that may load the scripts of a folder, and gives what the expression comes to there. */
export async function runInPage<Result>(
  executablePath: string,
  folder: string,
  expression: string,
  { isolated = false }: PageOptions = {},
): Promise<PageRun<Result>> {
  const requests: string[] = []
  const errors: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    response.setHeader('content-type', path === '/' ? 'text/html; charset=utf-8' : 'text/javascript')
    // Scripts and workers of this origin only, and WebAssembly; no eval and no requests of theirs.
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; img-src data:"
    response.setHeader('content-security-policy', policy)
    if (isolated) {
      response.setHeader('cross-origin-opener-policy', 'same-origin')
      response.setHeader('cross-origin-embedder-policy', 'require-corp')
    }
    response.end(
      path === '/' ? '<!doctype html><title>rankwright</title><link rel="icon" href="data:,">' : readFileSync(join(folder, path)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const session = await chromium.launch({ executablePath, headless: true, args: chromiumFlags })
  try {
    const page = await session.newPage()
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    // As text: vitest would rewrite the import of a function.
    return { results: (await page.evaluate(expression)) as Result, errors, requests }
  } finally {
    await session.close()
    server.close()
  }
}
