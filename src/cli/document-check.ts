import type { DocumentCheck } from './documents.ts'
import { isCoreList, requireItems, requireKind } from './documents.ts'
import { logLine } from './klog.ts'
import type { Session } from './session.ts'

const UNVALIDATED = 'cannot perform warn validation if server-side field validation is unsupported, skipping validation'

export const warnUnvalidated = ({ host }: Session): void => logLine(host, 'W', 'schema.go:145', UNVALIDATED)

/** The client's part of validating a document: its type, and the types of the items of a list, which no server receives. */
export const documentCheck =
  (session: Session, warns: boolean): DocumentCheck =>
  (document) => {
    requireKind(document)
    if (!isCoreList(document)) return
    if (warns) warnUnvalidated(session)
    else requireItems(document)
  }
