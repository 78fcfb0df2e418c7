import { StatusError } from '../../api/status.ts'

/** Whether a create failed because its namespace is being deleted; a retry cannot succeed. */
export const isNamespaceTerminating = (error: unknown): boolean =>
  error instanceof StatusError &&
  error.status.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') === true
