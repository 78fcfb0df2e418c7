import { pathToFileURL } from 'node:url'
import { bundle } from '../scripts/bundle.mjs'
import { programs } from '../scripts/kept-programs.mjs'

/**
 * Imports a program as one bundle. Thousands of recorded requests take half the processor time that they take in modules
 * which the test runner transforms.
 * @param file named from the root of the repository
 */
export async function bundledProgram<Program>(file: string): Promise<Program> {
  return (await import(pathToFileURL(programs.find(file) ?? (await bundle(file))).href)) as Program
}
