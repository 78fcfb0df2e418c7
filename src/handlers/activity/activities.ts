import { serviceHost } from '../webhook-service.ts'
import type { Activity, ActivityContext } from './activity.ts'
import { controllerActivity } from './controller.ts'
import { scriptActivity } from './script.ts'

/** Begins the activity of a started handler. */
export function beginActivity(context: ActivityContext): Activity {
  const { facts } = context.sandbox
  if (facts.kind === 'controller') return controllerActivity(context)
  if (facts.kind === 'script') return scriptActivity(context)
  return {
    summary: `webhook ${serviceHost(facts.service ?? '')}`,
    request: () => Promise.reject(new Error('a webhook sends no requests')),
    stop: () => undefined,
  }
}
