/** The contents of a lab: texts by name, and rows of texts. */
export interface LabData {
  readonly fields: Readonly<Record<string, string>>
  /** Each row has the names of the first row of `Lab.first`. */
  readonly rows: readonly Readonly<Record<string, string>>[]
}
