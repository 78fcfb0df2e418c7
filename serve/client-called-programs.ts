import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { promises as fs } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Failure } from '../src/cli/failure.ts'
import type { EditedFile, Program, TemporaryFolder } from '../src/cli/host.ts'
import { FileError } from '../src/cli/host.ts'
import { refuseFile, systemFaults } from './client-file-fault.ts'
import type { Place } from './client-place.ts'

export function runProgram({ directory, environment, stderr }: Place, program: Program) {
  const { command, args } = program
  return new Promise<{ stdout: string; code: number }>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: directory,
      env: { ...environment, ...program.environment },
      stdio: [program.isInteractive === true ? 'inherit' : 'ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => stderr(chunk))
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(new FileError('fork/exec', command, systemFaults[error.code ?? ''] ?? error.message)),
    )
    child.on('close', (code) => resolve({ stdout, code: code ?? 1 }))
  })
}

export async function temporaryFolder({ TMPDIR }: Place['environment'], prefix: string): Promise<TemporaryFolder> {
  const folder = path.join(TMPDIR ?? os.tmpdir(), `${prefix}${randomInt(2 ** 32)}`)
  await fs.mkdir(folder, { mode: 0o700 })
  return { path: folder, remove: () => fs.rm(folder, { recursive: true, force: true }) }
}

/** Opens the editor on a new temporary file each time, like the real client. */
export async function editWithProgram(
  { directory, environment, stdout, stderr }: Place,
  text: string,
  prefix: string,
  suffix: string,
): Promise<EditedFile> {
  const folder = environment.TMPDIR ?? os.tmpdir()
  const file = path.join(folder, `${prefix}${randomInt(2 ** 32)}${suffix}`)
  await fs.writeFile(file, text, { mode: 0o600, flag: 'wx' })
  const [program = '', ...args] = editorCommand(environment)
  const called = JSON.stringify([program, ...args].join(' '))
  // With `-c`, the shell takes the editor and the file as one argument.
  const words = args.at(-1)?.match(/["'\\]/)
    ? [...args.slice(0, -1), `${args.at(-1)} ${JSON.stringify(file)}`]
    : [...args, file]
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: directory,
      env: environment,
      // An editor in a terminal draws on both.
      stdio: stdout === undefined ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    })
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => stdout?.(chunk))
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => stderr(chunk))
    child.on('error', () => reject(new Failure(`unable to launch the editor ${called}`)))
    child.on('close', resolve)
  })
  if (code !== 0) throw new Failure(`there was a problem with the editor ${called}`)
  const edited = await fs.readFile(file, 'utf8').catch((error: unknown) => refuseFile(file, error))
  return { text: edited, path: file, remove: () => fs.rm(file, { force: true }) }
}

/** The command line of the editor. A command line with a space and a quote or a backslash is run by the user's shell. */
function editorCommand({ KUBE_EDITOR, EDITOR, SHELL }: Place['environment']): readonly string[] {
  const editor = KUBE_EDITOR || EDITOR || 'vi'
  return /["'\\]/.test(editor) && editor.includes(' ') ? [SHELL || '/bin/bash', '-c', editor] : editor.split(' ')
}
