import { copyJson, type JsonObject } from '../api/json.ts'
import type { ApiObject } from '../api/object.ts'
import { StatusError } from '../api/status.ts'
import type { Caller, PatchDocument } from '../verbs/verbs.ts'
import { readDeleteBody, type BodyContext } from './body.ts'
import { deleteOptionsOfQuery } from './options.ts'

/** Records a patch in the audit event, unless it could not be parsed. */
export function notePatch({ trace }: Caller, patch: PatchDocument | StatusError): void {
  if (!(patch instanceof StatusError)) trace.requested?.({}, () => copyJson(patch.value))
}

/** Records the configuration of an apply in the audit event, unless it could not be parsed. */
export function noteConfiguration({ trace }: Caller, config: ApiObject | StatusError): void {
  if (!(config instanceof StatusError)) trace.requested?.({}, () => copyJson(config))
}

/** The options of a deletion: its body, which the audit event records, or the query of a request without one. */
export async function deleteOptionsOf(context: BodyContext & { readonly query: URLSearchParams }): Promise<JsonObject> {
  const options = await readDeleteBody(context)
  if (options === undefined) return deleteOptionsOfQuery(context.query)
  // The real server records the form in which its handlers read the options.
  const type = { kind: 'DeleteOptions', apiVersion: context.server.dialect.spell('meta.{domain}/__internal') }
  context.caller.trace.requested?.({}, () => Object.assign({ ...type }, options, type))
  return options
}
