import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

export interface SourceFile {
  name: string
  content: string
}

/** The folder of the generated declarations of the package. Their comments are copies. */
const SURFACE = 'package/surface/'

/** The files below the paths that git tracks or would add, without generated ones. */
export function trackedFiles(paths: readonly string[]): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths])
  const names = listed.toString().split('\n')
  return names
    .filter((name) => /\.(md|ts|mjs|cjs|svelte|css|html)$/.test(name))
    .filter((name) => !name.includes('.generated.') && !name.startsWith(SURFACE) && existsSync(name))
    .map((name) => ({ name, content: readFileSync(name, 'utf8') }))
}
