import type { JsonObject } from '../api/json.ts'
import { methodUnknown, notFound } from '../api/status.ts'
import { CONNECTIONS } from './connections.ts'
import type { ConnectOptions } from './verbs.ts'
import { admissionRequest, groupResource, keyOf, type VerbRequest } from './write.ts'

/**
 * Checks a request for a log, a stream (`exec`, `attach`, `portforward`) or a proxy. Admission sees the options before the
 * object is looked up (reference/webhooks.md 3). A log is only read, so admission does not see its options.
 * @returns the text of a log; undefined for an empty answer
 */
export async function connect(
  request: VerbRequest<JsonObject>,
  { upgrade }: ConnectOptions,
): Promise<string | undefined> {
  const { environment, target, options } = request
  const { store, admission } = environment
  const { resource, subresource, name } = target
  const connection = CONNECTIONS.get(`${resource.storage}/${subresource?.name}`)
  if (connection === undefined) throw methodUnknown()
  if (subresource?.name !== 'log') {
    const review = admissionRequest(request, {
      operation: 'CONNECT',
      name,
      object: options,
      oldObject: undefined,
      options: {},
      dryRun: false,
    })
    await admission.mutate(review)
    await admission.validate(review)
  }
  // In a request for a proxy, the name may have a scheme before it and a port after it.
  const bare = subresource?.name === 'proxy' ? name.replace(/^https?:/, '').replace(/:[^:]*$/, '') : name
  const object = store.get(keyOf({ ...target, name: bare }))?.object
  if (object === undefined) throw notFound(groupResource(target), name)
  return connection({ object, target, options, store, upgrade, containerLog: environment.containerLog })
}
