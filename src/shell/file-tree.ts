import type { DocumentFiles } from '../contracts/documents.ts'
import type { Files } from '../cli/host.ts'
import { FileError } from '../cli/host.ts'
import { absolutePath } from '../script/path.ts'
import type { ShellFiles } from '../script/process.ts'

/** The folder of the editor's documents in the shell. */
export const HOME = '/home/user'

const encoder = new TextEncoder()

/** Folders that exist even without files. */
const ALWAYS: ReadonlySet<string> = new Set(['/', '/home', HOME, '/tmp'])

/**
 * The files of the terminal, as texts: the editor's documents in the home folder, and hidden files such as the client's
 * configuration. Paths are relative to the home folder.
 */
export class HomeFiles implements Files, ShellFiles {
  readonly #documents: DocumentFiles
  readonly #hidden: Map<string, string>
  /** Folders without a file. They exist until the page is closed. */
  readonly folders = new Set<string>()

  constructor(documents: DocumentFiles, hidden: Map<string, string>) {
    this.#documents = documents
    this.#hidden = hidden
  }

  resolve(path: string): string {
    return absolutePath(path, HOME)
  }

  kind(path: string): Promise<'file' | 'directory' | undefined> {
    const full = this.resolve(path)
    const isFolder = [...this.#paths()].some((each) => each.startsWith(full === '/' ? '/' : `${full}/`))
    if (this.#text(full) !== undefined) return Promise.resolve('file')
    return Promise.resolve(isFolder || ALWAYS.has(full) || this.folders.has(full) ? 'directory' : undefined)
  }

  read(path: string): Promise<Uint8Array> {
    const text = this.#text(this.resolve(path))
    if (text === undefined) return Promise.reject(new FileError('open', path, 'no such file or directory'))
    return Promise.resolve(encoder.encode(text))
  }

  text(path: string): Promise<string> {
    const text = this.#text(this.resolve(path))
    if (text === undefined) return Promise.reject(new FileError('open', path, 'no such file or directory'))
    return Promise.resolve(text)
  }

  list(path: string): Promise<readonly string[]> {
    const full = this.resolve(path)
    const start = full === '/' ? '/' : `${full}/`
    const names = [...this.#paths(), ...ALWAYS, ...this.folders]
      .filter((each) => each.startsWith(start) && each !== start)
      .map((each) => each.slice(start.length).split('/')[0] ?? '')
    return Promise.resolve([...new Set(names)].sort())
  }

  write(path: string, text: string): Promise<void> {
    this.put(this.resolve(path), text)
    return Promise.resolve()
  }

  /** The same files for a command in another folder, whose relative paths begin there. */
  in(folder: string): Files {
    return {
      resolve: (path) => absolutePath(path, folder),
      kind: (path) => this.kind(absolutePath(path, folder)),
      read: async (path) => {
        const full = absolutePath(path, folder)
        if ((await this.kind(full)) === 'directory') throw new FileError('read', path, 'is a directory')
        if ((await this.kind(full)) === undefined) throw new FileError('open', path, 'no such file or directory')
        return this.read(full)
      },
      list: (path) => this.list(absolutePath(path, folder)),
      write: (path, text) => this.write(absolutePath(path, folder), text),
    }
  }

  /** Every file with its text. */
  *entries(): Iterable<readonly [path: string, text: string]> {
    for (const path of this.#paths()) yield [path, this.#text(path) ?? '']
  }

  /** Writes a file; undefined removes it. A visible file of the home folder becomes a document of the editor. */
  put(path: string, text: string | undefined): void {
    const name = documentName(path)
    if (name === undefined) {
      if (text === undefined) this.#hidden.delete(path)
      else this.#hidden.set(path, text)
    } else if (text === undefined) this.#documents.remove(name)
    else this.#documents.write(name, text)
  }

  #text(path: string): string | undefined {
    const name = documentName(path)
    return name === undefined ? this.#hidden.get(path) : this.#documents.read(name)
  }

  *#paths(): Iterable<string> {
    for (const name of this.#documents.names()) yield `${HOME}/${name}`
    yield* this.#hidden.keys()
  }
}

/** The name of the document at a path; undefined for hidden files and other folders. */
function documentName(path: string): string | undefined {
  const name = path.startsWith(`${HOME}/`) ? path.slice(HOME.length + 1) : ''
  return name === '' || name.startsWith('.') ? undefined : name
}
