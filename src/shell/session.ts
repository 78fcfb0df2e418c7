import { Engine } from '../script/engine.ts'
import { Interpreter } from '../script/interpreter.ts'
import { Jobs, describeJob, processNumber } from '../script/jobs.ts'
import { ControlFlow } from '../script/control-flow.ts'
import { INTERRUPTED, TERMINATED } from '../script/exit-codes.ts'
import { parseScript } from '../script/parser.ts'
import { type After, onAbort } from '../../worker/runtime/on-abort.ts'
import type { Process, Program, Streams } from '../script/process.ts'
import { OtherSyntax, ScriptError } from '../script/script.ts'
import { ShellState } from '../script/shell-state.ts'
import { CLEAR, sinkTo, textInput } from '../script/streams.ts'
import type { HomeFiles } from './file-tree.ts'
import { HOME } from './file-tree.ts'
import { LIBRARY_NAMES } from './library-names.ts'
import { libraryProgram } from './library-program.ts'
import type { Library, LibraryCall, LibraryResult } from './library.ts'
import { plainPrograms } from './programs.ts'
import { clientProgram } from './programs/client.ts'
import type { ClusterFetch } from './programs/curl.ts'
import { curlProgram } from './programs/curl.ts'
import { editorProgram } from './programs/editor.ts'
import { fgProgram } from './programs/fg.ts'
import { helpProgram } from './programs/help.ts'
import { historyProgram } from './programs/history.ts'
import { jobsProgram } from './programs/jobs.ts'
import { killProgram } from './programs/kill.ts'
import { typeProgram } from './programs/type.ts'
import { waitProgram } from './programs/wait.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

export interface SessionOptions {
  readonly home: HomeFiles
  readonly variables: Readonly<Record<string, string>>
  /** Names of the client; the first is the cluster's own. */
  readonly clients: readonly string[]
  runClient(process: Process): Promise<number>
  /** The address of the cluster. */
  readonly server: string
  readonly fetch: ClusterFetch
  history(): readonly string[]
  /** Shows a document of the home folder in the editor. */
  openDocument(name: string): void
  /** Prints the output of background jobs. */
  print(text: string): void
  readonly after: After
}

/** The output of a running line. */
export interface LineOutput {
  readonly columns: number
  readonly signal: AbortSignal
  stdout(text: string): void
  stderr(text: string): void
  /** Clears the screen. When absent, `stdout` receives control characters that do so. */
  clear?(): void
}

/** Columns before the first line reports the width of the terminal. */
const WIDTH = 80

/** The shell of one terminal. Its variables, functions, folder and jobs last as long as the page. */
export class Session {
  readonly state: ShellState
  readonly #options: SessionOptions
  readonly #engine: Engine
  readonly #jobs = new Jobs()
  readonly #programs: ReadonlyMap<string, Program>
  #library: Promise<Library> | undefined
  #columns = WIDTH
  /** Sends the running line to the background. */
  #detach: (() => void) | undefined

  constructor(options: SessionOptions) {
    this.#options = options
    const variables = Object.entries(options.variables).map(
      ([name, value]) => [name, { value, exported: true }] as const,
    )
    this.state = new ShellState(HOME, new Map(variables))
    this.#programs = byName(this.#all())
    this.#engine = new Engine({
      files: options.home,
      home: HOME,
      after: options.after,
      columns: () => this.#columns,
      find: (name) => this.#programs.get(name),
      background: (line, run) => this.#background(line, run),
    })
  }

  /** Loads the library when the typed line contains one of its commands, so that the library is ready on Enter. */
  preload(line: string): void {
    const words = line.split(/[^\w-]+/)
    if (words.some((word) => LIBRARY_NAMES.includes(word))) void this.#load().catch(() => undefined)
  }

  /** Runs a line and resolves to its exit code. When the signal aborts, `$?` has the code at once. */
  async run(line: string, output: LineOutput): Promise<number> {
    this.#columns = output.columns
    const controller = new AbortController()
    const interrupt = (): void => {
      this.state.code = INTERRUPTED
      controller.abort(output.signal.reason)
    }
    const remove = onAbort(output.signal, interrupt)
    const shown = { clear: () => output.stdout(CLEAR), ...output }
    const streams: Streams = {
      stdin: textInput(''),
      stdout: { ...sinkTo((text) => shown.stdout(text), true), clear: () => shown.clear() },
      stderr: sinkTo((text) => shown.stderr(text), true),
      signal: controller.signal,
    }
    const work = this.#script(line, streams)
    const detached = new Promise<number>((resolve) => {
      this.#detach = () => {
        remove()
        shown.stdout = shown.stderr = (text) => this.#options.print(text)
        shown.clear = () => undefined
        const job = this.#jobs.add(line, controller, work)
        output.stdout(`[${job.id}]  ${line} &\n`)
        resolve(0)
      }
    })
    try {
      return await Promise.race([work, detached])
    } finally {
      this.#detach = undefined
      remove()
    }
  }

  /** Sends the running line to the background (Ctrl-Z). Returns whether a line runs. */
  toBackground(): boolean {
    const detach = this.#detach
    detach?.()
    return detach !== undefined
  }

  /** Lines about jobs that have ended since the last call. */
  endedJobs(): string {
    return this.#jobs
      .takeEnded()
      .map((job) => describeJob(job, false))
      .join('')
  }

  async #script(line: string, streams: Streams): Promise<number> {
    const { state } = this
    const settle = (code: number): number => {
      if (!streams.signal.aborted) state.code = code
      return code
    }
    try {
      return settle(await new Interpreter(this.#engine, state).script(parseScript(line), streams))
    } catch (error) {
      if (streams.signal.aborted) return INTERRUPTED
      if (error instanceof OtherSyntax) return settle(await this.#bashLine(line, streams))
      if (error instanceof ControlFlow) return settle(error.kind === 'exit' ? error.count : 1)
      streams.stderr.write(`bash: ${errorMessage(error)}\n`)
      return settle(error instanceof ScriptError ? 2 : 1)
    }
  }

  /** Runs a line whose bash syntax only the library reads. Its output appears when the line has ended. */
  async #bashLine(line: string, streams: Streams): Promise<number> {
    const library = await this.#load()
    const { state } = this
    const call = { stdin: '', folder: state.folder, variables: state.exported(), signal: streams.signal }
    const { stdout, stderr, code, variables } = await library.line(line, call)
    for (const [name, value] of Object.entries(variables)) if (/^[A-Za-z_]\w*$/.test(name)) state.set(name, value)
    state.folder = variables['PWD'] ?? state.folder
    streams.stdout.write(stdout)
    streams.stderr.write(stderr)
    return code
  }

  #background(line: string, run: (streams: Streams) => Promise<number>): string {
    const controller = new AbortController()
    const show = sinkTo((text) => this.#options.print(text), true)
    const done = run({ stdin: textInput(''), stdout: show, stderr: show, signal: controller.signal }).then((code) =>
      controller.signal.aborted ? TERMINATED : code,
    )
    const job = this.#jobs.add(line, controller, done)
    this.#options.print(`[${job.id}] ${processNumber(job)}\n`)
    return processNumber(job)
  }

  #all(): readonly Program[] {
    const { clients, runClient, server, fetch, history } = this.#options
    const own: readonly Program[] = [
      ...clients.map((name) => clientProgram(name, runClient)),
      ...plainPrograms,
      curlProgram(server, fetch),
      editorProgram((path) => this.#openDocument(path)),
      fgProgram(this.#jobs),
      helpProgram(() => own, LIBRARY_NAMES, clients[0] ?? ''),
      historyProgram(history),
      jobsProgram(this.#jobs),
      killProgram(this.#jobs),
      typeProgram((name) => this.#programs.has(name)),
      waitProgram(this.#jobs),
    ]
    return [...[...LIBRARY_NAMES, 'library-grep'].map((name) => libraryProgram(name, () => this.#load())), ...own]
  }

  #openDocument(path: string): boolean {
    const name = path.startsWith(`${HOME}/`) ? path.slice(HOME.length + 1) : ''
    if (name === '' || name.startsWith('.')) return false
    this.#options.openDocument(name)
    return true
  }

  #load(): Promise<Library> {
    this.#library ??= this.#start().catch((error: unknown) => {
      // The next command tries again.
      this.#library = undefined
      throw error
    })
    return this.#library
  }

  async #start(): Promise<Library> {
    const { Library } = await import('./library.ts')
    const names = [...this.#options.clients, 'curl', 'openssl']
    return new Library(this.#options.home, names, (words, call) => this.#runForLibrary(words, call))
  }

  async #runForLibrary(
    words: readonly string[],
    { stdin, folder, variables, signal }: LibraryCall,
  ): Promise<LibraryResult> {
    let [stdout, stderr] = ['', '']
    const entries = Object.entries(variables).map(([name, value]) => [name, { value, exported: true }] as const)
    const inner = new Interpreter(this.#engine, new ShellState(folder, new Map(entries)))
    const code = await inner.call(words, {
      stdin: textInput(stdin),
      stdout: sinkTo((text) => void (stdout += text)),
      stderr: sinkTo((text) => void (stderr += text)),
      signal,
    })
    return { stdout, stderr, code }
  }
}

function byName(programs: readonly Program[]): ReadonlyMap<string, Program> {
  return new Map(
    programs.flatMap((program) => [program.name, ...(program.aliases ?? [])].map((name) => [name, program])),
  )
}
