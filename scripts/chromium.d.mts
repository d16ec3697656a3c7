export function findChromium():
  | { readonly path: string; readonly absent?: undefined }
  | { readonly path?: undefined; readonly absent: string }
export const chromiumFlags: string[]
