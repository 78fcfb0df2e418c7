import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FixedFile } from './fixed-files-plugin.ts'

const PACKAGES = ['@fontsource-variable/geist', '@fontsource-variable/geist-mono']

/** The licences that the fonts of the built page must be published with. */
export function fontLicences(root: string): FixedFile {
  const licence = (name: string): string =>
    `${name}\n\n${readFileSync(path.join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim()}\n`
  return { name: 'font-licences.txt', type: 'text/plain', source: () => PACKAGES.map(licence).join('\n\n') }
}
