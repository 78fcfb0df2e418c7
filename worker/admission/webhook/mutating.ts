import { goJson } from '../../api/go-json.ts'
import { assignMembers, copyJson } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { StatusError } from '../../api/status.ts'
import { withMistyped } from '../../schema/custom/mistyped.ts'
import { markUnpruned } from '../../api/unpruned.ts'
import { CallFault } from '../../webhooks/backend.ts'
import { readJson } from '../../codec/json-reader.ts'
import { equalJson } from '../../patch/json-values.ts'
import { decode } from '../../schema/decode.ts'
import type { AdmissionRequest } from '../admission.ts'
import { callHook } from './call.ts'
import { denial, uncallable } from './denial.ts'
import { inForm } from './forms.ts'
import { patched } from './patched.ts'
import type { IndexedInvocation, WebhookEnvironment } from './reviewing.ts'
import { ownForm, reviewedBy } from './reviewing.ts'
import type { Form } from './version-converter.ts'
import type { ReviewedRequest } from './webhook.ts'

/** The state that the two rounds of one request share (reference/webhooks.md 8). */
export class Reinvocation {
  /** The number of the round: 0, then 1. */
  round = 0
  /** Whether a patch has changed the object, so that earlier plugins and hooks may have to run again. */
  wanted = false
  /** The round of the latest patch, even if the patch changed nothing. */
  patched: number | undefined
  #output: ApiObject | undefined
  readonly #called = new Set<string>()
  readonly #again = new Set<string>()

  changed(): void {
    for (const uid of this.#called) this.#again.add(uid)
    this.#called.clear()
  }

  called(uid: string): void {
    this.#called.add(uid)
  }

  /** Whether a hook is called in this round. */
  includes(uid: string): boolean {
    return this.round === 0 || this.#again.has(uid)
  }

  begin(object: ApiObject | undefined): void {
    if (this.round > 0 && !equalJson(object, this.#output)) this.changed()
  }

  end(object: ApiObject | undefined): void {
    this.#output = copyJson(object)
  }
}

/**
 * Calls the hooks one after the other. Each may change `request.object` in place, and later hooks see the change.
 * @throws StatusError of the hook that refuses
 */
export async function mutateByHooks(
  environment: WebhookEnvironment,
  invocations: readonly IndexedInvocation[],
  request: AdmissionRequest,
  reinvocation: Reinvocation,
): Promise<void> {
  reinvocation.begin(request.object)
  try {
    for (const invocation of invocations) {
      const reviewed = await reviewedBy(environment, invocation, request)
      if (reviewed === undefined || !reinvocation.includes(invocation.hook.uid)) continue
      await mutateBy(environment, reviewed, reinvocation, invocation.index)
    }
    decodePart(request.object, ownForm(request, environment))
  } finally {
    reinvocation.end(request.object)
  }
}

async function mutateBy(
  environment: WebhookEnvironment,
  reviewed: ReviewedRequest,
  reinvocation: Reinvocation,
  index: number,
): Promise<void> {
  const { request, invocation } = reviewed
  const { hook } = invocation
  const stage = `webhook/${hook.name}`
  let mutated = false
  try {
    mutated = await changeBy(environment, reviewed, { reinvocation, index })
    request.trace.stage(stage, mutated ? 'changed the object' : 'allowed')
  } catch (error) {
    if (error instanceof StatusError) request.trace.stage(stage, `refused: ${error.message}`)
    if (!(error instanceof CallFault)) throw error
    if (!hook.ignoresFailures) throw uncallable(hook, error)
    request.trace.stage(stage, `ignored: ${error.message}`)
    environment.failedOpen(hook, request, reinvocation.round, index)
  } finally {
    const { configuration, name: webhook } = hook
    request.trace.annotate?.(
      `mutation.webhook.admission.{domain}/round_${reinvocation.round}_index_${index}`,
      JSON.stringify({ configuration, webhook, mutated }),
    )
  }
  if (mutated) {
    reinvocation.changed()
    reinvocation.wanted = true
  }
  if (hook.allowsReinvocation) reinvocation.called(hook.uid)
}

/** Calls the hook and applies its patch to `request.object`. Returns whether the patch changed the object. */
async function changeBy(
  environment: WebhookEnvironment,
  reviewed: ReviewedRequest,
  { reinvocation, index }: { readonly reinvocation: Reinvocation; readonly index: number },
): Promise<boolean> {
  const { request, invocation, object } = reviewed
  const { hook, form } = invocation
  const verdict = await callHook(environment, reviewed, true)
  if (!verdict.allowed) throw denial(hook, verdict.status)
  const next = patched(hook, verdict, object, { form, catalog: environment.catalog })
  if (next === undefined || request.object === undefined) return false
  annotatePatch(reviewed, verdict.patch ?? '[]', `round_${reinvocation.round}_index_${index}`)
  const mutated = !equalJson(withMistyped(next), object) || isSeenAsChange(request, form, reinvocation)
  reinvocation.patched = reinvocation.round
  if (form.schema === form.version.schema) {
    const { behaviour } = await environment.catalog.resolve(form.resource)
    behaviour.defaults.get(form.version.version)?.(next)
  }
  const own = ownForm(request, environment)
  if (own.version.custom !== undefined) for (const each of [next, request.object]) markUnpruned(each)
  replaceContents(request.object, await inForm(next, form, own, environment.convert))
  return mutated
}

/** Adds the patch to the audit event, if the event has the object of the request too. */
function annotatePatch({ request: { trace }, invocation: { hook } }: ReviewedRequest, text: string, at: string): void {
  if (trace.annotate === undefined) return
  const { configuration, name } = hook
  const [of, webhook] = [JSON.stringify(configuration), JSON.stringify(name)]
  const value = `{"configuration":${of},"webhook":${webhook},"patch":${goJson(readJson(text).value)},"patchType":"JSONPatch"}`
  trace.annotate(`patch.webhook.admission.{domain}/${at}`, value, 'Request')
}

/** Whether the form is a Scale of a custom resource. */
const isCustomPart = ({ schema, version }: Form): boolean => version.custom !== undefined && schema !== version.schema

/** Removes the unknown fields of the Scale of a custom resource at the end of a round. */
function decodePart(object: ApiObject | undefined, form: Form): void {
  if (object !== undefined && isCustomPart(form)) replaceContents(object, decode(form.schema, object).object)
}

/**
 * Whether any patch counts as a change. The real server keeps fractions of a second in the times of field
 * owners that the request has set, and the first patch removes them; a custom resource has times without fractions. The Scale of
 * a custom resource gets another Go type by the first patch of each round.
 */
function isSeenAsChange(
  { object, oldObject }: AdmissionRequest,
  form: Form,
  { patched, round }: Reinvocation,
): boolean {
  if (isCustomPart(form) && patched !== round) return true
  const owners = object?.metadata?.managedFields
  const isFirst = patched === undefined && owners !== undefined && form.version.custom === undefined
  return isFirst && !equalJson(owners, oldObject?.metadata?.managedFields)
}

/** Replaces the contents of the target with the contents of the source. Equal managedFields keep their identity. */
function replaceContents(target: ApiObject, source: ApiObject): void {
  const owners = target.metadata?.managedFields
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key)
  assignMembers(target, source)
  if (source.metadata !== undefined && equalJson(owners, source.metadata.managedFields)) {
    target.metadata = { ...source.metadata, managedFields: owners }
  }
}
