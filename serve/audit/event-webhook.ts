import { errorMessage } from '../../worker/runtime/error-message.ts'
import { remotePost, type RemoteEnvironment, type RemoteService } from '../../worker/webhooks/remote-post.ts'
import { checkSuccess } from '../../worker/webhooks/response-status.ts'
import type { AuditBackend, ReportLoss } from './audit-backend.ts'
import { jsonLine } from './event-lines.ts'

interface WebhookOptions {
  readonly service: RemoteService
  /** The group and version of audit events. */
  readonly apiVersion: string
  /** Wait before the second attempt, milliseconds. */
  readonly firstWait: number
}

/** Posts an `EventList` to a service. Every failed call is repeated, because a lost event is worse than a late event. */
export function eventWebhook(
  { service, apiVersion, firstWait }: WebhookOptions,
  environment: RemoteEnvironment,
  report: ReportLoss,
): AuditBackend {
  const post = remotePost(service, environment, { firstWait, retries: () => true })
  return {
    async process(events) {
      const items = events.map(({ kind: _kind, apiVersion: _apiVersion, ...event }) => event)
      try {
        await post(jsonLine({ kind: 'EventList', apiVersion, metadata: {}, items }), checkSuccess)
        return true
      } catch (error) {
        report('webhook', errorMessage(error), events)
        return false
      }
    },
    close: () => Promise.resolve(),
  }
}
