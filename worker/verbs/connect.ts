import type { JsonObject } from '../api/json.ts'
import { methodUnknown, notFound } from '../api/status.ts'
import { CONNECTIONS } from './connections.ts'
import type { Environment } from './environment.ts'
import { admissionRequest, groupResource, keyOf } from './environment.ts'
import type { Caller, ConnectOptions, Target } from './verbs.ts'

/**
 * Reaches what lies behind an object. Admission sees the options before the object is looked for (reference/webhooks.md
 * 3); a log is only read, so admission does not see it.
 */
export async function connect(
  environment: Environment,
  target: Target,
  caller: Caller,
  options: JsonObject,
  { upgrade }: ConnectOptions,
): Promise<void> {
  const { store, admission } = environment
  const { resource, subresource, name } = target
  const connection = CONNECTIONS.get(`${resource.storage}/${subresource?.name}`)
  if (connection === undefined) throw methodUnknown()
  if (subresource?.name !== 'log') {
    const request = admissionRequest(target, caller, {
      operation: 'CONNECT',
      name,
      object: options,
      oldObject: undefined,
      options: {},
      dryRun: false,
    })
    await admission.mutate(request)
    await admission.validate(request)
  }
  // A proxy's name may carry a scheme and a port.
  const bare = subresource?.name === 'proxy' ? name.replace(/^https?:/, '').replace(/:[^:]*$/, '') : name
  const object = store.get(keyOf({ ...target, name: bare }))?.object
  if (object === undefined) throw notFound(groupResource(target), name)
  connection({ object, target, options, store, upgrade })
}
