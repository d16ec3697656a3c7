export function otherNodes(): Promise<{ readonly version: string; readonly path: string }[]>
