declare module 'virtual:scenario-list' {
  export const listings: readonly unknown[]
}

declare module 'virtual:scenario-texts' {
  /** The texts of scenarios by file name, relative to `scenarios/`. */
  export const texts: ReadonlyMap<string, string>
}
