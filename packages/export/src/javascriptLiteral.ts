/**
 * A value as JavaScript source that ends nothing around it: not a line of a comment (U+2028 is a line break there), and not the script
 * element of a page ("</script>", "<!--"). What it holds reads back the same.
 */
export function javascriptLiteral(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
