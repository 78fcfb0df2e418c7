export interface ProgramInput {
  readonly name: string
  readonly stamp: string
}

export interface KeptPrograms {
  find(file: string): string | undefined
  stamped(names: readonly string[]): ProgramInput[]
  keep(file: string, program: string, inputs: readonly ProgramInput[]): void
}

export function programsIn(folder: string, root: string): KeptPrograms

export const programs: KeptPrograms
