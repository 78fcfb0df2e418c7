import { quote } from '../api/go-format.ts'
import type { JsonObject } from '../api/json.ts'
import { badRequest, methodUnknown, notFound } from '../api/status.ts'
import { checkLogOptions, CONNECTIONS } from './connections.ts'
import type { ConnectOptions, Target } from './verbs.ts'
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
  if (subresource?.name === 'log') checkLogOptions(name, options)
  else {
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
  const bare = subresource?.name === 'proxy' ? proxiedName(target) : name
  const object = store.get(keyOf({ ...target, name: bare }))?.object
  if (object === undefined) throw notFound(groupResource(target), bare)
  return connection({ object, target, options, store, upgrade, containerLog: environment.containerLog })
}

/** `NAME`, `NAME:PORT` or `SCHEME:NAME:PORT`; each but the name may be empty. */
const PROXIED = /^(?:(?:https?)?:([^:]+):[^:]*|([^:]+)(?::[^:]*)?)$/

/** The name in the last part of a proxy's path. @throws badRequest for a part that has another form */
function proxiedName({ resource, name }: Target): string {
  const [, withScheme, alone] = PROXIED.exec(name) ?? []
  const found = withScheme ?? alone
  if (found === undefined) throw badRequest(`invalid ${resource.singular} request ${quote(name)}`)
  return found
}
