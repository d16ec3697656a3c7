export declare const trusting: Readonly<Record<string, true | readonly string[]>>
