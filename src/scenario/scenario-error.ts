import { formatPath, type Place, type ScenarioPath } from './place.ts'

/** One mistake in a scenario's text. */
export interface ScenarioFault extends Place {
  /** The path of the field, `steps[0].title`; empty for the whole text. */
  readonly path: string
  /** A sentence without its place: `must be one of beginner, intermediate, advanced`. */
  readonly message: string
}

/** A mistake before its place is known. */
export interface PathFault {
  readonly path: ScenarioPath
  readonly message: string
  /** An offset in the string at `path`, in lines and columns counted from 0. */
  readonly within?: { readonly line: number; readonly column: number }
}

/** A text that is not a scenario. It has the message, the place and the path of the first fault. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError'
  readonly faults: readonly ScenarioFault[]

  constructor(faults: readonly [ScenarioFault, ...ScenarioFault[]]) {
    super(formatFault(faults[0]))
    this.faults = faults
  }

  get line(): number {
    return this.faults[0]?.line ?? 1
  }

  get column(): number {
    return this.faults[0]?.column ?? 1
  }

  get path(): string {
    return this.faults[0]?.path ?? ''
  }
}

/** A fault with its place as text: `line 12, column 5: steps[0].title must not be empty`. */
export function formatFault({ file, line, column, path, message }: ScenarioFault): string {
  const where = `${file === undefined ? '' : `${file}, `}line ${line}, column ${column}`
  return `${where}: ${path === '' ? '' : `${path} `}${message}`
}

/** A fault of a whole text or file, which has the place of its first character. */
export const wholeFault = (message: string, file?: string): ScenarioFault => ({
  line: 1,
  column: 1,
  path: formatPath([]),
  message,
  ...(file !== undefined && { file }),
})
