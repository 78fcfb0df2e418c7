import { errorMessage } from '../client/api-error.ts'

const MAX_LINES = 10

interface RefusedObject {
  readonly title: string
  readonly error?: unknown
}

/**
 * Lists refused objects with the messages of the server, one on each line. After ten lines, only the number of the
 * others follows.
 */
export function listRefused(refused: readonly RefusedObject[]): string {
  const lines = refused.slice(0, MAX_LINES).map(({ title, error }) => `${title}: ${errorMessage(error)}`)
  if (refused.length > lines.length) lines.push(`and ${refused.length - lines.length} more`)
  return lines.join('\n')
}
