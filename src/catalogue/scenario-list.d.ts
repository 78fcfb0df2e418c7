declare module 'virtual:scenario-list' {
  export const listings: readonly unknown[]
}
