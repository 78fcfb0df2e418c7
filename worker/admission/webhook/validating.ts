import { StatusError } from '../../api/status.ts'
import { CallFault } from '../../webhooks/backend.ts'
import type { AdmissionRequest } from '../admission.ts'
import { callHook } from './call.ts'
import { denial, uncallable } from './denial.ts'
import type { IndexedInvocation, WebhookEnvironment } from './reviewing.ts'
import { reviewedBy } from './reviewing.ts'
import type { ReviewedRequest } from './webhook.ts'

/**
 * Calls all hooks concurrently (reference/webhooks.md 6), and waits for all of them.
 * @throws StatusError of the first hook that refused
 */
export async function validateByHooks(
  environment: WebhookEnvironment,
  invocations: readonly IndexedInvocation[],
  request: AdmissionRequest,
): Promise<void> {
  const matching: { readonly reviewed: ReviewedRequest; readonly index: number }[] = []
  for (const invocation of invocations) {
    const reviewed = await reviewedBy(environment, invocation, request)
    if (reviewed !== undefined) matching.push({ reviewed, index: matching.length })
  }
  const refusals: unknown[] = []
  await Promise.all(
    matching.map(async ({ reviewed, index }) => {
      try {
        await validateBy(environment, reviewed, index)
      } catch (error) {
        refusals.push(error)
      }
    }),
  )
  if (refusals.length > 0) throw refusals[0]
}

async function validateBy(environment: WebhookEnvironment, reviewed: ReviewedRequest, index: number): Promise<void> {
  const { request, invocation } = reviewed
  const { hook } = invocation
  const stage = `webhook/${hook.name}`
  try {
    const verdict = await callHook(environment, reviewed, false)
    if (!verdict.allowed) throw denial(hook, verdict.status)
    request.trace.stage(stage, 'allowed')
  } catch (error) {
    if (error instanceof StatusError) request.trace.stage(stage, `refused: ${error.message}`)
    if (!(error instanceof CallFault)) throw error
    if (!hook.ignoresFailures) throw uncallable(hook, error)
    request.trace.stage(stage, `ignored: ${error.message}`)
    environment.failedOpen(hook, request, 0, index)
  }
}
