import { errorMessage } from '../../worker/runtime/error-message.ts'

interface FollowedFolderOptions {
  /** The names of the handler files. */
  names(): Promise<readonly string[]>
  read(name: string): Promise<string>
  /**
   * Starts a handler; a handler of the same name runs on until the new one is ready. Resolves to true when the handler runs, false
   * when it was replaced or stopped during its start.
   * @throws Error that says why it cannot start
   */
  start(name: string, text: string): Promise<boolean>
  stop(name: string): void
  report(name: string, text: string): void
}

/** The result of the last read of a file: its text or the read error. */
type FileContent = { readonly text: string } | { readonly fault: string }

const isSame = (a: FileContent | undefined, b: FileContent): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Runs the handlers of a folder. A handler always runs the present code of its file, so a file whose code cannot start has no
 * handler.
 */
export class FollowedFolder {
  readonly #options: FollowedFolderOptions
  readonly #files = new Map<string, FileContent>()
  readonly #starts = new Set<Promise<void>>()
  #scanning: Promise<void> | undefined
  #isStale = false

  constructor(options: FollowedFolderOptions) {
    this.#options = options
  }

  /**
   * Reads the folder, and begins to start and stop handlers. A call during a read makes that read repeat once.
   * @throws Error when the folder cannot be read; its handlers run on
   */
  rescan(): Promise<void> {
    this.#isStale = true
    return (this.#scanning ??= this.#readWhileStale())
  }

  /** Resolves when each start that has begun has ended. */
  async settled(): Promise<void> {
    while (this.#starts.size > 0) await Promise.all(this.#starts)
  }

  async #readWhileStale(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false
        await this.#scan()
      }
    } finally {
      this.#scanning = undefined
    }
  }

  async #scan(): Promise<void> {
    const names = await this.#options.names()
    for (const name of this.#files.keys()) if (!names.includes(name)) this.#remove(name)
    await Promise.all(names.map((name) => this.#scanFile(name)))
  }

  #remove(name: string): void {
    this.#files.delete(name)
    this.#options.stop(name)
    this.#options.report(name, 'The file was removed; the handler is stopped')
  }

  async #scanFile(name: string): Promise<void> {
    const content = await this.#options.read(name).then(
      (text) => ({ text }),
      (error: unknown) => ({ fault: errorMessage(error) }),
    )
    const before = this.#files.get(name)
    if (isSame(before, content)) return
    this.#files.set(name, content)
    const start = this.#begin(name, content, before !== undefined)
    this.#starts.add(start)
    void start.finally(() => this.#starts.delete(start))
  }

  async #begin(name: string, content: FileContent, isChange: boolean): Promise<void> {
    const { start, stop, report } = this.#options
    try {
      if ('fault' in content) throw new Error(content.fault)
      if (await start(name, content.text))
        report(name, isChange ? 'The file has changed; its new code runs' : 'The handler runs')
    } catch (error) {
      // The file may have been read while it was written.
      await this.rescan().catch(() => undefined)
      if (this.#files.get(name) !== content) return
      stop(name)
      report(name, errorMessage(error))
      if (isChange) report(name, 'The handler is stopped until its file changes')
    }
  }
}
