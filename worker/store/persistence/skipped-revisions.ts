/** Revisions that a log skips after a loss: clients may have seen lost revisions, and no revision may be used twice. */
export const SKIPPED_REVISIONS = 1000
