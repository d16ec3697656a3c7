export const pictureFolder: string
export function ontologyPictures(): Record<string, string>
