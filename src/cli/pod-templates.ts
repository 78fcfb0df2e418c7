import type { JsonObject } from '../../worker/api/json.ts'
import type { ApiObject } from '../../worker/api/object.ts'
import { goJson } from '../../worker/patch/go-text.ts'
import { dryRunOf, forEach, reporter } from './changes.ts'
import { Failure } from './failure.ts'
import { readManifests } from './manifests.ts'
import { mergePatched } from './merge-patched.ts'
import { podSpecOf, withPodSpec } from './pod-specs.ts'
import { select, selectedObjects } from './selection.ts'
import type { Session } from './session.ts'

/**
 * Changes the pods that objects of the command line are templates of, on the server or (`--local`) in what a file
 * holds. What stays the same is not sent and not told.
 */
export async function changePodSpecs(
  session: Session,
  resources: readonly string[],
  done: string,
  change: (spec: JsonObject, object: ApiObject) => JsonObject,
): Promise<void> {
  const { flags } = session
  const dryRun = dryRunOf(session)
  const report = await reporter(session, dryRun)
  const changed = (object: ApiObject, what: string): ApiObject => {
    const spec = podSpecOf(object)
    if (spec === undefined)
      throw new Failure(`${what} the object is not a pod or does not have a pod template: *v1.${object.kind ?? ''}`)
    return withPodSpec(object, change(spec, object))
  }
  if (flags.boolean('local'))
    return forEach(await readManifests(session.host, flags), async ({ object }) =>
      report(changed(object, object.metadata?.name ?? ''), done),
    )
  const selection = await select(session, { words: resources, all: flags.boolean('all') })
  await forEach(selectedObjects(session, selection), async ({ target, load }) => {
    const before = await load()
    const after = changed(before, `${target.type.resource}/${target.name}`)
    const [from, to] = [podSpecOf(before), podSpecOf(after)]
    if (goJson(from ?? {}) === goJson(to ?? {}) && flags.text('output') === '') return
    if (dryRun === 'client') return report(after, done)
    const { createMergePatch } = await import('../../worker/patch/merge-patch.ts')
    report(await mergePatched(session, target, createMergePatch(before, after), dryRun), done)
  })
}
