import type { Arguments } from './arguments.ts'
import type { Flag } from './flags.ts'

/**
 * The sources of completion. Each method resolves to names; a failed request gives none. The flags of the line choose
 * the server, the caller and the namespace.
 */
export interface CompletionSource {
  readonly clientName: string
  /** Whether a flag exists in this environment. */
  isEnabled(flag: Flag): boolean
  /** The types that can be read, with their groups: `pods`, `deployments.apps`. */
  types(line: CompletedLine): Promise<readonly string[]>
  /** The names of the objects of a type or of several types with commas. Default namespace: the namespace of the line. */
  names(line: CompletedLine, type: string, namespace?: string): Promise<readonly string[]>
  /** The containers of a pod, or of a pod of the object `TYPE/NAME`. */
  containers(line: CompletedLine, pod: string): Promise<readonly string[]>
  entries(line: CompletedLine, kind: 'clusters' | 'contexts' | 'users'): Promise<readonly string[]>
  /** Entries of a folder; folders end with a slash. */
  files(folder: string): Promise<readonly string[]>
}

/** A command line whose last word is completed. */
export interface CompletedLine {
  readonly path: readonly string[]
  /** The flags of the command itself. */
  readonly own: readonly Flag[]
  readonly given: Arguments
  /** The arguments before the completed word. */
  readonly args: readonly string[]
  /** The completed text. */
  readonly word: string
}

export interface Candidate {
  readonly text: string
  readonly description?: string
}

/** Candidates with the directive for the shell, a sum of bits. */
export interface Completed {
  readonly candidates: readonly Candidate[]
  readonly directive: number
  /** Why there are no candidates. */
  readonly fault?: string
  /** The flag whose value was completed, with the part of the value that is already typed. */
  readonly flag?: Flag
  readonly word?: string
  /** The line when the word is an argument or a subcommand. */
  readonly line?: CompletedLine
}

/** The shell offers files when there are no candidates. */
export const DEFAULT = 0
/** The shell adds no space after the only candidate. */
export const NO_SPACE = 2
/** The shell never offers files. */
export const NO_FILES = 4
/** The candidates are extensions, and the shell offers files that have them. */
export const FILE_EXTENSIONS = 8

/** The names of the bits of a directive, the lowest first. */
const DIRECTIVES = ['Error', 'NoSpace', 'NoFileComp', 'FilterFileExt', 'FilterDirs', 'KeepOrder']

export function directiveText(directive: number): string {
  const names = DIRECTIVES.filter((_, bit) => (directive & (1 << bit)) !== 0)
  return (names.length === 0 ? ['Default'] : names).map((name) => `ShellCompDirective${name}`).join(', ')
}

export const startingWith = (options: readonly string[], start: string): string[] =>
  options.filter((option) => option.startsWith(start))
