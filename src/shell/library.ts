import type { CustomCommand, IFileSystem } from 'just-bash/browser'
import { Bash, defineCommand } from 'just-bash/browser'
import { fromByteString } from '../../worker/runtime/bytes.ts'
import { HOME } from './file-tree.ts'
import type { HomeFiles } from './file-tree.ts'

export interface LibraryResult {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

export interface LibraryCall {
  readonly stdin: string
  readonly folder: string
  readonly variables: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** A command of the terminal that commands of the library can call: `find . | xargs kubectl`. */
export type RunProgram = (words: readonly string[], call: LibraryCall) => Promise<LibraryResult>

/**
 * `jq`, `awk`, `sed` and the other commands of `LIBRARY_NAMES`, and the parts of bash that `src/script` does not read. Each call
 * gets its whole input and returns its whole output. Only one call runs at a time, because each call copies the files of
 * the terminal into the library's own file system, and the changed files back.
 */
export class Library {
  readonly #bash: Bash
  readonly #home: HomeFiles
  readonly #tree: IFileSystem
  #last: Promise<unknown> = Promise.resolve()

  constructor(home: HomeFiles, programs: readonly string[], run: RunProgram) {
    this.#home = home
    const command = (name: string): CustomCommand =>
      defineCommand(name, async (words, { stdin, cwd, exportedEnv = {}, signal = new AbortController().signal }) => {
        const call = { stdin: utf8(stdin as unknown as string), folder: cwd, variables: exportedEnv, signal }
        const { code, ...output } = await run([name, ...words], call)
        return { ...output, exitCode: code, stdoutKind: 'text' }
      })
    this.#bash = new Bash({ cwd: HOME, customCommands: programs.map(command) })
    this.#tree = this.#bash.fs
  }

  /** Runs one command by its words. */
  command([name = '', ...args]: readonly string[], call: LibraryCall): Promise<LibraryResult> {
    return this.#inTurn(call, async () => {
      const { stdout, stderr, exitCode } = await this.#bash.exec(name, { ...optionsOf(call), args })
      return { stdout, stderr, code: exitCode }
    })
  }

  /** Runs a line. The result contains the `variables` after the line, including `PWD`. */
  line(line: string, call: LibraryCall): Promise<LibraryResult & { readonly variables: Record<string, string> }> {
    return this.#inTurn(call, async () => {
      const { stdout, stderr, exitCode, env } = await this.#bash.exec(line, { ...optionsOf(call), rawScript: true })
      return { stdout, stderr, code: exitCode, variables: env }
    })
  }

  #inTurn<Result>({ signal, folder }: LibraryCall, work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(async () => {
      signal.throwIfAborted()
      const known = await this.#copyIn(folder)
      const result = await work()
      await this.#copyOut(known)
      return result
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #copyIn(folder: string): Promise<ReadonlyMap<string, string>> {
    const known = new Map(this.#home.entries())
    for (const each of [HOME, '/tmp', folder, ...this.#home.folders]) await this.#tree.mkdir(each, { recursive: true })
    for (const path of (await this.#listTree()).files) if (!known.has(path)) await this.#tree.rm(path, { force: true })
    for (const [path, text] of known) {
      if ((await this.#tree.exists(path)) && (await this.#tree.readFile(path)) === text) continue
      await this.#tree.mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true })
      await this.#tree.writeFile(path, text)
    }
    return known
  }

  async #copyOut(known: ReadonlyMap<string, string>): Promise<void> {
    const { files, folders } = await this.#listTree()
    for (const path of files) {
      const text = await this.#tree.readFile(path)
      if (known.get(path) !== text) this.#home.put(path, text)
    }
    for (const path of known.keys()) if (isShared(path) && !files.includes(path)) this.#home.put(path, undefined)
    this.#home.folders.clear()
    for (const folder of folders) this.#home.folders.add(folder)
  }

  /** Files and folders of the home folder and of /tmp. The other folders of the library's tree belong to the library. */
  async #listTree(): Promise<{ files: readonly string[]; folders: readonly string[] }> {
    const files: string[] = []
    const folders: string[] = []
    const walk = async (folder: string): Promise<void> => {
      for (const name of await this.#tree.readdir(folder)) {
        const path = `${folder}/${name}`
        if ((await this.#tree.stat(path)).isDirectory) {
          folders.push(path)
          await walk(path)
        } else files.push(path)
      }
    }
    for (const folder of SHARED) await walk(folder)
    return { files, folders }
  }
}

const SHARED = [HOME, '/tmp']
const isShared = (path: string): boolean => SHARED.some((folder) => path.startsWith(`${folder}/`))

const optionsOf = ({ stdin, folder, variables, signal }: LibraryCall) => ({
  stdin,
  cwd: folder,
  env: { ...variables, PWD: folder },
  signal,
})

/** The library passes bytes as characters from 0 to 255. */
function utf8(bytes: string): string {
  return new TextDecoder().decode(fromByteString(bytes))
}
