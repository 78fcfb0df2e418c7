/** Runs test files, one after the other. */
export interface RunFiles {
  /** Relative to the project folder. */
  readonly files: readonly string[]
}

export interface FileResult {
  readonly file: string
  readonly passed: number
  readonly skipped: number
  readonly failures: readonly { readonly name: string; readonly message: string }[]
}

/** Sent by the worker to the page: a result, or the end of the files. */
export type UnitsMessage = { readonly result: FileResult } | { readonly done: true }

/** Sent by the page to the server. `error`: why a worker ended before its last file. */
export type UnitsReport = UnitsMessage | { readonly error: string }

/** The page reads the files from here: lists of files that share a worker. */
export const GROUPS_PATH = '/groups.json'

/** The page posts its reports here, in order. */
export const REPORT_PATH = '/report'

/** The built module of a test file. */
export const builtName = (file: string): string => file.replace(/\.ts$/, '.js')
