export declare const folder: string
/** The pages as they should be: text by file name. */
export declare function apiPages(): Map<string, string>
