import type { DocumentFiles } from '../contracts/documents.ts'
import type { Files } from '../cli/host.ts'
import { FileError } from '../cli/host.ts'

/** The folder of the editor's documents in the shell. */
export const HOME = '/home/user'

const encoder = new TextEncoder()

/** An absolute path without `.` and `..`. */
export function absolutePath(path: string, folder: string): string {
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** The home folder before the shell is loaded: the editor's documents, and hidden files such as the client's configuration. */
export class HomeFiles implements Files {
  readonly #documents: DocumentFiles
  readonly #hidden: Map<string, string>

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
    return Promise.resolve(isFolder || full === HOME ? 'directory' : undefined)
  }

  read(path: string): Promise<Uint8Array> {
    const text = this.#text(this.resolve(path))
    if (text === undefined) return Promise.reject(new FileError('open', path, 'no such file or directory'))
    return Promise.resolve(encoder.encode(text))
  }

  list(path: string): Promise<readonly string[]> {
    const start = `${this.resolve(path)}/`
    const names = [...this.#paths()]
      .filter((each) => each.startsWith(start))
      .map((each) => each.slice(start.length).split('/')[0] ?? '')
    return Promise.resolve([...new Set(names)].sort())
  }

  write(path: string, text: string): Promise<void> {
    this.put(this.resolve(path), text)
    return Promise.resolve()
  }

  /** Every file with its text. */
  *entries(): Iterable<readonly [path: string, text: string]> {
    for (const path of this.#paths()) yield [path, this.#text(path) ?? '']
  }

  /** A visible file of the home folder becomes a document; undefined removes it. */
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
