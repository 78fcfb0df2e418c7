/** The dotted paths at which a custom resource has the numbers of its Scale. */
export interface ScalePaths {
  readonly spec: string
  readonly status: string
  /** The path of a selector in text form. */
  readonly selector: string | undefined
}
