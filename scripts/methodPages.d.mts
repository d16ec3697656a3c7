export const writtenHeadings: readonly string[]
export function pageFile(method: string): string
export function methodPage(method: string, current?: string): string
