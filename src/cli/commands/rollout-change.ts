import type { JsonObject } from '../../../worker/api/json.ts'
import { isObject } from '../../../worker/api/json.ts'
import type { ApiObject } from '../../../worker/api/object.ts'
import { goJson } from '../../../worker/api/go-json.ts'
import { applyMergePatch, readMergePatch } from '../../../worker/patch/merge-patch.ts'
import { fieldManager } from '../write-options.ts'
import { forEach, reporter } from '../reporter.ts'
import type { Command } from '../command.ts'
import { fieldManagerFlag, filenameFlags, printFlags, selectorFlag } from '../common-flags.ts'
import { groupResource, resourcePath } from '../discovery.ts'
import { Failure, Failures, restated } from '../failure.ts'
import { selectRollouts } from '../rollouts.ts'
import { selectedObjects } from '../selected-objects.ts'
import type { Target } from '../selection.ts'
import type { Session } from '../session.ts'

/** The differences between `pause`, `resume` and `restart`. */
interface Change {
  /** The first word of the message `pausing is not supported`. */
  readonly doing: string
  readonly done: string
  readonly kinds: readonly string[]
  /** The reason why the change is impossible for an object; undefined when it is possible. */
  fault(object: ApiObject, session: Session): string | undefined
  patch(session: Session): JsonObject
}

const isPaused = ({ spec }: ApiObject): boolean => isObject(spec) && spec.paused === true

function changeCommand(name: string, summary: string, change: Change): Command {
  return {
    name,
    summary,
    usage: `rollout ${name} RESOURCE`,
    examples: [[summary, `{cli} rollout ${name} deployment/web`]],
    flags: [
      fieldManagerFlag('{cli}-rollout'),
      ...filenameFlags('identifying the resource to get from a server'),
      ...printFlags,
      selectorFlag,
    ],
    run: (session) => run(session, change),
  }
}

async function run(session: Session, change: Change): Promise<void> {
  const report = await reporter(session, 'none', { typed: true, isApart: true, isLate: true })
  const selection = await selectRollouts(session)
  const client = await session.client()
  const loaded: { readonly target: Target; readonly object: ApiObject }[] = []
  const failures: unknown[] = []
  // A failed read is reported before an object that cannot be changed.
  await forEach(selectedObjects(session, selection, { readsFiles: true }), async ({ target, load }) => {
    loaded.push({ target, object: await load() })
  }).catch((error: unknown) => failures.push(error))
  if (loaded.length + failures.length === 0)
    session.host.stderr(`No resources found in ${await session.namespace()} namespace.\n`)
  await forEach(loaded, async ({ target, object }) => {
    const { group, kind } = target.type
    const supported = group === 'apps' && change.kinds.includes(kind)
    const fault = supported ? change.fault(object, session) : `${change.doing} is not supported`
    // kubectl writes the prefix into each message, so it appears several times when there are several messages.
    if (fault !== undefined)
      throw new Failure(`error: ${groupResource(target.type)} ${JSON.stringify(target.name)} ${fault}`)
    const patch = change.patch(session)
    // The time of a restart is in whole seconds, so a second restart in one second changes nothing.
    if (goJson(applyMergePatch(object, readMergePatch(patch))) === goJson(object))
      throw new Failure(
        `failed to create patch for ${target.name}: if restart has already been triggered within the past second, please wait before attempting to trigger another`,
      )
    const request = {
      method: 'PATCH',
      path: resourcePath(target.type, target.namespace, target.name),
      query: { fieldManager: fieldManager(session) },
      contentType: 'application/strategic-merge-patch+json',
      body: goJson(patch),
    }
    const changed = await client.json(request).catch((error: unknown) => {
      throw restated(error, 'failed to patch')
    })
    report(changed, change.done)
  }).catch((error: unknown) => failures.push(...(error instanceof Failures ? error.errors : [error])))
  if (failures.length > 0) throw new Failures(failures)
}

export const pause = changeCommand('pause', 'Mark the provided resource as paused', {
  doing: 'pausing',
  done: 'paused',
  kinds: ['Deployment'],
  fault: (object) => (isPaused(object) ? 'is already paused' : undefined),
  patch: () => ({ spec: { paused: true } }),
})

export const resume = changeCommand('resume', 'Resume a paused resource', {
  doing: 'resuming',
  done: 'resumed',
  kinds: ['Deployment'],
  fault: (object) => (isPaused(object) ? undefined : 'is not paused'),
  patch: () => ({ spec: { paused: null } }),
})

export const restart = changeCommand('restart', 'Restart a resource', {
  doing: 'restarting',
  done: 'restarted',
  kinds: ['Deployment', 'DaemonSet', 'StatefulSet'],
  fault: (object) => (isPaused(object) ? "can't restart paused deployment (run rollout resume first)" : undefined),
  patch: ({ host }) => {
    const key = host.dialect.spell('{cli}.{labels}/restartedAt')
    const now = new Date(host.now()).toISOString().replace(/\.\d+Z$/, 'Z')
    return { spec: { template: { metadata: { annotations: { [key]: now } } } } }
  },
})
