/** The text of packages/export/src/generated/encoderCode.ts, made anew. */
export function encoderCodeModule(): Promise<string>
