import type { DialectName } from '../../worker/dialect/dialect.ts'

/** The file of a new lesson: its fields, and no step yet. */
export const draftTemplate = (
  dialect: DialectName,
): string => `# Record what you do, or write steps by hand. The editor completes the fields.
apiVersion: tabplane.dev/v1
kind: Scenario
name: my-lesson
title: My lesson
summary: One sentence that says what the reader learns.
level: beginner
minutes: 5
dialect: ${dialect}
steps: []
`
