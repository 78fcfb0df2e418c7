import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** Runs a program to its end; its standard error is part of the output. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** A folder of .cache/outside/ for what a suite builds. */
export function workFolder(suite: string): string {
  const folder = fileURLToPath(new URL(`../../.cache/outside/${suite}/`, import.meta.url))
  mkdirSync(folder, { recursive: true })
  return folder
}

/** The folder of a module, which the go client downloads through its proxy. @param module `example.org/m@v1.2.3` */
export async function moduleFolder(module: string): Promise<string> {
  const { output } = await runProgram('go', ['mod', 'download', '-json', module], { cwd: workFolder('modules') })
  const { Dir, Error: fault } = JSON.parse(output) as { Dir?: string; Error?: string }
  if (Dir === undefined) throw new Error(`the go client has no ${module}: ${fault ?? ''}`)
  return Dir
}

/** The outcome of each test in the output of `go test -json`: the fault, or an empty text. */
export function goTestFaults(output: string): Map<string, string> {
  const faults = new Map<string, string>()
  const texts = new Map<string, string[]>()
  for (const line of output.split('\n')) {
    if (!line.startsWith('{')) continue
    const { Action, Package, Test, Output } = JSON.parse(line) as Record<string, string | undefined>
    const name = `${Package ?? ''} ${Test ?? ''}`.trim()
    if (Action === 'output') texts.set(name, [...(texts.get(name) ?? []), Output ?? ''])
    if (Test === undefined && Action === 'fail' && [...faults.keys()].some((each) => each.startsWith(`${name} `)))
      continue
    if (Action === 'fail') faults.set(name, (texts.get(name) ?? []).slice(-20).join(''))
    if (Action === 'pass' && Test !== undefined) faults.set(name, '')
  }
  return faults
}
