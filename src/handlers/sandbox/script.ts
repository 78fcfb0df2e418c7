import { transform } from 'sucrase'

/**
 * JavaScript in the form of CommonJS, with the lines of the file.
 * @throws Error that names the line of a syntax error
 */
export function scriptOf(source: string): string {
  return transform(source, { transforms: ['typescript', 'imports'], disableESTransforms: true, production: true }).code
}
