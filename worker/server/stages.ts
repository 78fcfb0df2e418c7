import type { Stage } from './exchange.ts'
import { auditAnswered } from './stages/audit-answered.ts'
import { auditReceived } from './stages/audit-received.ts'
import { authentication } from './stages/authentication.ts'
import { authorization } from './stages/authorization.ts'
import { closed } from './stages/closed.ts'
import { codecs } from './stages/codecs.ts'
import { cors } from './stages/cors.ts'
import { crossSite } from './stages/cross-site.ts'
import { deadline } from './stages/deadline.ts'
import { dispatch } from './stages/dispatch.ts'
import { flowControl } from './stages/flow-control.ts'
import { impersonation } from './stages/impersonation.ts'
import { inFlight } from './stages/in-flight.ts'
import { refusals } from './stages/refusals.ts'
import { requestInfo } from './stages/request-info.ts'
import { startup } from './stages/startup.ts'
import { timeout } from './stages/timeout.ts'

/** The request pipeline: stages in execution order. */
export const stages: readonly Stage[] = [
  auditAnswered,
  refusals,
  codecs,
  requestInfo,
  closed,
  startup,
  deadline,
  cors,
  crossSite,
  authentication,
  auditReceived,
  impersonation,
  flowControl,
  inFlight,
  authorization,
  timeout,
  dispatch,
]
