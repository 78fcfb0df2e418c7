import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { writeBelow } from '../written-file.ts'

export const root = path.join(import.meta.dirname, '../..')

/** The folder into which the packed package is installed, as its users have it. */
export const folder = mkdtempSync(path.join(os.tmpdir(), 'tabplane-package-'))
export const bin = path.join(folder, 'node_modules/.bin/tabplane')
export const installed = path.join(folder, 'node_modules/tabplane')

/** Test runners of the user's project, which are linked from this repository. */
const TOOLS = ['@jest/globals', '@playwright/test', 'jest', 'vitest']

let tarball = ''

/** The path of the packed package; empty before `install`. */
export const packed = (): string => tarball

export function install(): void {
  const output = execFileSync('npm', ['run', '--silent', 'pack'], { cwd: root, encoding: 'utf8' })
  tarball = output.trim().split('\n').at(-1) ?? ''
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball], { cwd: folder })
  for (const tool of TOOLS) {
    const place = path.join(folder, 'node_modules', tool)
    mkdirSync(path.dirname(place), { recursive: true })
    symlinkSync(path.join(root, 'node_modules', tool), place)
  }
  cpSync(path.join(root, 'package/examples'), path.join(folder, 'examples'), { recursive: true })
}

export const uninstall = (): void => rmSync(folder, { recursive: true, force: true })

export interface ProgramResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program in the folder of the installed package. */
export const run = (
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<ProgramResult> =>
  promisify(execFile)(program, args, {
    cwd: folder,
    env: { ...process.env, ...environment },
    timeout: 170_000,
    maxBuffer: 16 * 1024 * 1024,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: ProgramResult) => error,
  )

export const tabplane = (...args: string[]): Promise<ProgramResult> => run(bin, args)

/** Writes a file into the folder of the installed package. Returns its path. */
export const write = (name: string, text: string): string => writeBelow(folder, name, text)
