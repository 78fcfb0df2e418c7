/** The dotted paths of a custom resource's fields that its Scale shows. */
export interface ScalePaths {
  readonly spec: string
  readonly status: string
  /** The path of a selector in text form. */
  readonly selector: string | undefined
}
