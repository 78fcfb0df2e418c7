// The small files of the app are one cached file: a service worker needs several milliseconds of CPU time to store a file of any
// size, and the app has hundreds of them (docs/decisions/0159-small-files-together.md). That file is JSON: an object from their
// paths below the base, `assets/a-1.js`, to their texts.

/** The media types of files that may be among them, by the ending of their names. All are UTF-8 text. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['json', 'application/json'],
  ['svg', 'image/svg+xml'],
])

const typeOf = (path: string): string | undefined => TYPES.get(path.slice(path.lastIndexOf('.') + 1))

/** Whether the build may put the file among the small files. Larger files would lose the code cache of the browser. */
export const isSmallFile = (path: string, size: number): boolean => size < 16_384 && typeOf(path) !== undefined

/** Finds the small file at a path below the base. Undefined when there is none. */
export type SmallFiles = (path: string) => Promise<Response | undefined>

/**
 * Serves the small files with the headers of the file that holds them, which a host sends to its whole folder: a worker
 * takes its content security policy from them.
 * @param open opens the cached file; undefined when the browser has deleted it
 */
export function smallFiles(open: () => Promise<Response | undefined>): SmallFiles {
  const read = async () => {
    const all = await open()
    return all && { headers: all.headers, texts: new Map(Object.entries((await all.json()) as Record<string, string>)) }
  }
  let opened: ReturnType<typeof read> | undefined
  return async (path) => {
    // A file that cannot be read is not fatal, because the network has the same files. The next request tries again.
    const files = await (opened ??= read().catch(() => undefined))
    if (files === undefined) opened = undefined
    const text = files?.texts.get(path)
    return files && text !== undefined ? responseWith(files.headers, path, text) : undefined
  }
}

function responseWith(shared: Headers, path: string, text: string): Response {
  const headers = new Headers(shared)
  for (const name of ['Content-Length', 'Content-Encoding', 'ETag', 'Last-Modified']) headers.delete(name)
  headers.set('Content-Type', typeOf(path) ?? 'text/plain')
  return new Response(text, { headers })
}
