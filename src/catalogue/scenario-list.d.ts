declare module 'virtual:scenario-list' {
  export const listings: readonly unknown[]
}

declare module 'virtual:scenario-texts' {
  /** By the file's name below `scenarios/`. */
  export const texts: ReadonlyMap<string, string>
}
