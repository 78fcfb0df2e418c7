import { ApiError } from './api-error.ts'

/**
 * Whether an apply was refused only because the same manager owns the fields by an update. The page sends the text in
 * the tab of an object as an update, and a file as an apply. Both are changes of the same user.
 */
export function isOwnConflict(error: unknown, manager: string): boolean {
  const causes = error instanceof ApiError ? (error.status.details?.causes ?? []) : []
  const own = `conflict with ${JSON.stringify(manager)}`
  const isOwn = (message = ''): boolean => message === own || message.startsWith(`${own} `)
  return causes.length > 0 && causes.every(({ reason, message }) => reason === 'FieldManagerConflict' && isOwn(message))
}
