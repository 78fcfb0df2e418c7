import { rm } from 'node:fs/promises'
import path from 'node:path'
import { OWN_PROCESS } from '../../own-process.ts'
import type { EngineName } from '../engine.ts'
import { startEngine } from '../start-engine.ts'
import { buildUnits } from './build.ts'
import type { FileResult, UnitsReport } from './messages.ts'
import { serveUnits } from './units-server.ts'

/** Milliseconds in which one file must end: a guard against a hang. */
const FILE_MS = 1_800_000

interface UnitsRun {
  readonly engine: EngineName
  /** A part of the paths of the files to run. */
  readonly text: string
  readonly verbose: boolean
}

/** Runs the unit tests of worker/ in the worker of a page. Resolves to the number of failed tests. */
export async function runUnits({ engine: name, text, verbose }: UnitsRun): Promise<number> {
  const folder = path.resolve(import.meta.dirname, `../../../.cache/units-${process.pid}`)
  const { files, needNode } = await buildUnits(folder, text)
  const alone = files.filter((file) => OWN_PROCESS.includes(file))
  const groups = [files.filter((file) => !OWN_PROCESS.includes(file)), ...alone.map((file) => [file])]
  const reports = new Reports(verbose)
  const server = await serveUnits({ folder, groups, receive: (report) => reports.receive(report) })
  const engine = await startEngine(name)
  console.log(engine.version)
  try {
    await (await engine.newTab()).open(server.url)
    await reports.ended
  } finally {
    await engine.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
  if (verbose) for (const [file, module] of needNode) console.log(`  needs ${module}: ${file}`)
  const { passed, failed, skipped } = reports
  console.log(
    `${passed} passed, ${failed} failed, ${skipped} skipped in ${files.length} files; ${needNode.size} files need Node`,
  )
  return failed
}

/** Prints the reports of the page as they arrive, and counts them. */
class Reports {
  readonly #isVerbose: boolean
  #resolve!: () => void
  #reject!: (error: Error) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  passed = 0
  failed = 0
  skipped = 0
  /** Rejects when a worker fails, or a file does not end. */
  readonly ended = new Promise<void>((resolve, reject) => ([this.#resolve, this.#reject] = [resolve, reject]))

  constructor(isVerbose: boolean) {
    this.#isVerbose = isVerbose
    this.#wait('The page did not start its first file')
  }

  receive(report: UnitsReport): void {
    if ('result' in report) return this.#count(report.result)
    clearTimeout(this.#timer)
    if ('error' in report) this.#reject(new Error(`The worker of the tests ended: ${report.error}`))
    else this.#resolve()
  }

  #count({ file, passed, skipped, failures }: FileResult): void {
    this.#wait(`The file after ${file} did not end`)
    this.passed += passed
    this.skipped += skipped
    this.failed += failures.length
    if (this.#isVerbose) console.log(`  ${file}: ${passed} passed`)
    for (const { name, message } of failures) console.log(`  ✘ ${file}${name}\n${message}\n`)
  }

  #wait(message: string): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#reject(new Error(`${message} in ${FILE_MS / 60_000} minutes`)), FILE_MS)
  }
}
