import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of the programs of Python packages, which are installed once into a folder with this name.
 * @param packages names with versions, such as `mkdocs==1.6.1`
 * @throws Error when Python 3, its module venv or the package registry is missing
 */
export function pythonEnvironment(name: string, packages: readonly string[]): string {
  const environment = fileURLToPath(new URL(`../../.cache/clients/${name}/`, import.meta.url))
  const programs = path.join(environment, 'bin')
  // Written after the installation, so that an interrupted one is repeated.
  const ready = path.join(environment, 'ready')
  const wanted = packages.join('\n')
  if (existsSync(ready) && readFileSync(ready, 'utf8') === wanted) return programs
  execFileSync('python3', ['-m', 'venv', '--clear', environment])
  execFileSync(path.join(programs, 'python'), ['-m', 'pip', 'install', '--quiet', ...packages])
  writeFileSync(ready, wanted)
  return programs
}
