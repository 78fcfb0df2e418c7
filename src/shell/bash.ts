import type { CustomCommand, IFileSystem } from 'just-bash/browser'
import { Bash, defineCommand } from 'just-bash/browser'
import type { Files } from '../cli/host.ts'
import { FileError } from '../cli/host.ts'
import type { HomeFiles } from './file-tree.ts'
import { absolutePath, HOME } from './file-tree.ts'
import { fromByteString } from '../../worker/runtime/bytes.ts'

export interface BashResult {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

/** Runs the client as a command of the shell; the first word is its name. */
export type RunClient = (words: readonly string[], files: Files, stdin: string) => Promise<BashResult>

/**
 * A shell with the client as a command: pipes, redirections, variables, loops and some eighty commands over files in
 * memory. Folder and variables persist between lines, and the home folder mirrors the editor's documents.
 */
export class BashShell {
  readonly #bash: Bash
  readonly #home: HomeFiles
  readonly #files: IFileSystem
  #folder = HOME
  #variables: Record<string, string>

  constructor(home: HomeFiles, variables: Record<string, string>, clients: readonly string[], run: RunClient) {
    this.#home = home
    this.#variables = variables
    const command = (name: string): CustomCommand =>
      defineCommand(name, async (words, context) => {
        const files = new TreeFiles(context.fs, context.cwd)
        const { code, ...output } = await run([name, ...words], files, utf8(context.stdin as unknown as string))
        return { ...output, exitCode: code, stdoutKind: 'text' }
      })
    this.#bash = new Bash({ cwd: HOME, env: variables, customCommands: clients.map(command) })
    this.#files = this.#bash.fs
  }

  get folder(): string {
    return this.#folder
  }

  /** The files that the next command reads. */
  async files(): Promise<Files> {
    await this.#bringIn()
    return new TreeFiles(this.#files, this.#folder)
  }

  async run(line: string, signal: AbortSignal): Promise<BashResult> {
    const known = await this.#bringIn()
    const { stdout, stderr, exitCode, env } = await this.#bash.exec(line, {
      rawScript: true,
      cwd: this.#folder,
      env: this.#variables,
      signal,
    })
    this.#folder = env.PWD ?? this.#folder
    this.#variables = env
    await this.takeOut(known)
    return { stdout, stderr, code: exitCode }
  }

  /** Copies changed documents into the shell and resolves to the files of the home folder. */
  async #bringIn(): Promise<Map<string, string>> {
    const known = new Map(this.#home.entries())
    for (const folder of [HOME, '/tmp']) await this.#files.mkdir(folder, { recursive: true })
    for (const path of await this.#homePaths()) if (!known.has(path)) await this.#files.rm(path, { force: true })
    for (const [path, text] of known) {
      if ((await this.#files.exists(path)) && (await this.#files.readFile(path)) === text) continue
      await this.#files.mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true })
      await this.#files.writeFile(path, text)
    }
    return known
  }

  /** Copies files that commands wrote or removed in the home folder to the editor. */
  async takeOut(known: ReadonlyMap<string, string>): Promise<void> {
    const paths = await this.#homePaths()
    for (const path of paths) {
      const text = await this.#files.readFile(path)
      if (known.get(path) !== text) this.#home.put(path, text)
    }
    for (const path of known.keys()) if (!paths.includes(path)) this.#home.put(path, undefined)
  }

  async #homePaths(): Promise<string[]> {
    const found: string[] = []
    const walk = async (folder: string): Promise<void> => {
      for (const name of await this.#files.readdir(folder)) {
        const path = `${folder}/${name}`
        if ((await this.#files.stat(path)).isDirectory) await walk(path)
        else found.push(path)
      }
    }
    await walk(HOME)
    return found
  }
}

/** The shell passes bytes as characters up to 255. */
function utf8(bytes: string): string {
  return new TextDecoder().decode(fromByteString(bytes))
}

/** The file interface of the client over the shell's files. */
class TreeFiles implements Files {
  readonly #tree: IFileSystem
  readonly #folder: string

  constructor(tree: IFileSystem, folder: string) {
    this.#tree = tree
    this.#folder = folder
  }

  resolve(path: string): string {
    return absolutePath(path, this.#folder)
  }

  async kind(path: string): Promise<'file' | 'directory' | undefined> {
    const full = this.resolve(path)
    if (!(await this.#tree.exists(full))) return undefined
    return (await this.#tree.stat(full)).isDirectory ? 'directory' : 'file'
  }

  async read(path: string): Promise<Uint8Array> {
    const kind = await this.kind(path)
    if (kind === undefined) throw new FileError('open', path, 'no such file or directory')
    if (kind === 'directory') throw new FileError('read', path, 'is a directory')
    return this.#tree.readFileBuffer(this.resolve(path))
  }

  async list(path: string): Promise<readonly string[]> {
    return (await this.#tree.readdir(this.resolve(path))).sort()
  }

  async write(path: string, text: string): Promise<void> {
    const full = this.resolve(path)
    await this.#tree.mkdir(full.slice(0, full.lastIndexOf('/')) || '/', { recursive: true })
    await this.#tree.writeFile(full, text)
  }
}
