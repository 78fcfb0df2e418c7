import { transform } from 'sucrase'

/**
 * CommonJS JavaScript from TypeScript, with the same line numbers.
 * @throws Error that names the line of a syntax error
 */
export function scriptOf(source: string): string {
  return transform(source, { transforms: ['typescript', 'imports'], disableESTransforms: true, production: true }).code
}
