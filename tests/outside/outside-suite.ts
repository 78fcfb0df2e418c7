/** A suite of another project, a comparison with the real client, or recipes of the documents that use other programs. */
export interface OutsideSuite {
  readonly name: string
  /** Programs that the suite needs. When the machine lacks one of them, the suite is skipped and the output names it. */
  readonly needs: readonly string[]
  /** The file of expected differences, beside the suite. */
  readonly expected: URL
  /**
   * Runs the suite.
   * @param words arguments of the command line after the name of the suite
   */
  run(words: readonly string[]): Promise<SuiteOutcome>
}

export interface SuiteOutcome {
  /** The fault of each test by its name; an empty text means that the test passed. */
  readonly faults: ReadonlyMap<string, string>
  /** Whether the whole suite was run; in a part of it, an expected difference may be missing. */
  readonly isWhole: boolean
}
