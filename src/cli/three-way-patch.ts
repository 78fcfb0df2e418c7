import { goJson } from '../../worker/api/go-json.ts'
import { isObject } from '../../worker/api/json.ts'
import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { readJson } from '../../worker/codec/json-reader.ts'
import { createThreeWayMergePatch } from '../../worker/patch/merge-patch.ts'
import { haveConflicts } from '../../worker/patch/strategic-conflicts.ts'
import { changesByOthers, createThreeWayStrategicMergePatch } from '../../worker/patch/strategic-diff.ts'
import { Failure } from './failure.ts'
import { lastAppliedOf } from './last-applied.ts'
import { strategicSchema } from './merge-schema.ts'
import { yamlText } from './printers/yaml-text.ts'
import type { Target } from './selection.ts'
import type { Session } from './session.ts'

/** The configuration of an apply with the last-applied annotation, and the object on the server. */
export interface Merging {
  readonly modified: ApiObject
  readonly live: ApiObject
}

export interface ThreeWayPatch {
  readonly patch: JsonObject
  readonly contentType: string
}

/** The objects have no patch. The message contains the three inputs of the patch. */
export class Unmergeable extends Failure {
  constructor(session: Session, { source = '' }: Target, { modified, live }: Merging, fault: string) {
    const original = lastAppliedOf(session, live) ?? ''
    super(
      `error when patching ${JSON.stringify(source)}: creating patch with:\noriginal:\n${original}\nmodified:\n${goJson(modified)}\n\ncurrent:\n${goJson(live)}\n\nfor:: ${fault}`,
    )
  }
}

/**
 * The patch from the last applied configuration to the modified one: strategic when the schema declares how lists
 * merge, else a merge patch. With `overwrites` false, a change of a field that others changed is a fault.
 * @throws Unmergeable
 */
export async function threeWayPatch(
  session: Session,
  target: Target,
  merging: Merging,
  overwrites = true,
): Promise<ThreeWayPatch> {
  const { modified, live } = merging
  const original = lastApplied(session, live)
  // The server finds a type by a kind in small letters. Its schema has another kind, so the patch is a merge patch.
  const schema = modified.kind === target.type.kind ? await strategicSchema(session, modified) : undefined
  if (schema === undefined) {
    if (original === undefined)
      throw new Unmergeable(session, target, merging, mergeFault(lastAppliedOf(session, live) ?? ''))
    const patch = createThreeWayMergePatch(original, modified, live)
    if (Object.hasOwn(patch, 'kind')) throw new Unmergeable(session, target, merging, await unkept(patch))
    return { patch, contentType: 'application/merge-patch+json' }
  }
  const refuse = (fault: string): never => {
    warnOfSchemas(session, fault)
    throw new Unmergeable(session, target, merging, fault)
  }
  if (original === undefined) return refuse('invalid JSON document')
  const patch = createThreeWayStrategicMergePatch({ original, modified, current: live }, schema)
  if (!overwrites) {
    const others = changesByOthers(original, live, schema)
    if (haveConflicts(patch, others, schema))
      return refuse(
        `patch:\n${yamlText(patch)}\nconflicts with changes made from original to current:\n${yamlText(others)}\n`,
      )
  }
  return { patch, contentType: 'application/strategic-merge-patch+json' }
}

/** kubectl tries the schemas of the server before its own types, and warns of each fault. */
function warnOfSchemas({ flags, host }: Session, fault: string): void {
  if (flags.given('openapi-patch') && !flags.boolean('openapi-patch')) return
  for (const spec of ['openapi v3', 'openapi'])
    host.stderr(`warning: error calculating patch from ${spec} spec: ${fault}\n`)
}

/**
 * The last applied configuration: empty without the annotation and when the annotation is empty or `null`, undefined
 * when it holds something else than an object.
 */
function lastApplied(session: Session, live: ApiObject): JsonObject | undefined {
  const text = lastAppliedOf(session, live) ?? ''
  if (text === '') return {}
  try {
    const { value } = readJson(text)
    if (value === null) return {}
    return isObject(value) ? value : undefined
  } catch {
    // Another program wrote the annotation; the caller reports it.
    return undefined
  }
}

/** The fault of a last applied configuration from which no merge patch starts. */
function mergeFault(configuration: string): string {
  const text = configuration.trim()
  return text.startsWith('[') && text.endsWith(']') ? 'Mismatched JSON Documents' : 'Invalid JSON Document'
}

/** The fault of a patch that changes the type of an object. */
async function unkept(patch: JsonObject): Promise<string> {
  const { sprintf } = await import('./go-template/printf.ts')
  return `precondition failed for: ${sprintf('%v', [patch])}`
}
