import { hasFinished } from '../pod-states.ts'
import { evaluators } from '../../admission/quota/evaluators.ts'
import { scopesOf } from '../../admission/quota/check.ts'
import type { Evaluator } from '../../admission/quota/quota.ts'
import { formatGroupResource } from '../../api/group-version.ts'
import { objectOrEmpty, type JsonObject } from '../../api/json.ts'
import type { ApiObject } from '../../api/object.ts'
import { formatQuantity } from '../../api/quantity.ts'
import { equalJson } from '../../patch/json-values.ts'
import { textAt, valueAt } from '../../resources/path.ts'
import { keyOf, namespacedName, splitKey } from '../client/namespaced-name.ts'
import type { ServedKind } from '../client/served-kinds.ts'
import type { ManagerContext, ManagerController } from '../controller.ts'
import { usageOf } from './quota-usage.ts'

const QUOTAS = { group: '', version: 'v1', resource: 'resourcequotas' }
/** The usage of each quota is recalculated at this interval (`--resource-quota-sync-period`). */
const RESYNC_MS = 5 * 60_000

/** Writes the usage of each quota. Admission adds the usage of new objects; this controller recalculates on deletions. */
export const resourceQuota = {
  name: 'resourcequota-controller',
  alias: 'resourcequota',
  open(context) {
    const { informer, queue, kinds, dialect, clock } = context
    const evaluatorOf = evaluators(dialect, clock)
    /** Names of the resources that some quota counts. Updates and deletions of other resources requeue no quota. */
    const followed = new Set<string>()

    const quotas = queue(async (key) => {
      const quota = informer(QUOTAS).get(splitKey(key))
      if (quota === undefined) return
      const resources = counted(context, quota, evaluatorOf, follow)
      const written = await count(context, quota, resources)
      // Admission charges only the names in `status.hard`, so it did not charge objects created before a write of new names.
      if (written !== undefined && !equalHard(written, quota)) await count(context, written, resources)
      quotas.addAfter(key, RESYNC_MS)
    })

    /** Queues the quotas that count the resource of an object, in the namespace of the object. */
    function replenish({ metadata }: ApiObject, evaluator: Evaluator): void {
      for (const quota of informer(QUOTAS).list(metadata?.namespace ?? ''))
        if (Object.keys(resourceListAt(quota, 'status.hard')).some((name) => evaluator.counts(name)))
          quotas.add(keyOf(quota))
    }

    function follow(kind: ServedKind): void {
      const resource = formatGroupResource(kind)
      if (followed.has(resource)) return
      followed.add(resource)
      const evaluator = evaluatorOf(resource)
      informer(kind).addEventHandler({
        updated(object, before) {
          if (freesQuota(resource, object, before)) replenish(object, evaluator)
        },
        deleted: (object) => replenish(object, evaluator),
      })
    }

    let unfollow = (): void => undefined
    return {
      needs: [QUOTAS],
      async start() {
        const quotaInformer = informer(QUOTAS)
        // A resource that a quota counts may be served only after a later change of the served kinds.
        unfollow = kinds.subscribe(() => {
          for (const quota of quotaInformer.list()) quotas.add(keyOf(quota))
        })
        quotaInformer.addEventHandler({
          added: (quota) => quotas.add(keyOf(quota)),
          updated(quota, before) {
            // Admission updates `status.used` with every object; such an update requires no recalculation.
            if (!equalJson(resourceListAt(quota, 'spec.hard'), resourceListAt(before, 'spec.hard')))
              quotas.add(keyOf(quota))
          },
        })
        await quotaInformer.synced
      },
      stop() {
        unfollow()
        quotas.stop()
      },
    }
  },
} satisfies ManagerController

interface Counted {
  readonly kind: ServedKind
  readonly evaluator: Evaluator
  /** The names in `spec.hard` that count this kind. */
  readonly names: readonly string[]
}

/** The kinds that a quota counts. `follow` watches a kind before its objects are counted, so no deletion is missed. */
function counted(
  { kinds }: ManagerContext,
  quota: ApiObject,
  evaluatorOf: (resource: string) => Evaluator,
  follow: (kind: ServedKind) => void,
): Counted[] {
  const hard = Object.keys(resourceListAt(quota, 'spec.hard'))
  return kinds.all().flatMap((kind) => {
    if (!isCountable(kind)) return []
    const evaluator = evaluatorOf(formatGroupResource(kind))
    const names = hard.filter((name) => evaluator.counts(name))
    if (names.length === 0) return []
    follow(kind)
    return [{ kind, evaluator, names }]
  })
}

const isCountable = ({ namespaced, resource, verbs }: ServedKind): boolean =>
  namespaced && resource !== 'events' && ['create', 'list', 'watch', 'delete'].every((verb) => verbs.includes(verb))

const equalHard = (quota: ApiObject, other: ApiObject): boolean =>
  equalJson(resourceListAt(quota, 'status.hard'), resourceListAt(other, 'status.hard'))

/**
 * Counts objects and updates `status`. A name in `spec.hard` that counts no served kind keeps its recorded usage. Resolves to
 * the written quota; to undefined when nothing has changed.
 */
async function count(
  { objects }: ManagerContext,
  quota: ApiObject,
  resources: readonly Counted[],
): Promise<ApiObject | undefined> {
  const { namespace } = namespacedName(quota)
  const hard = resourceListAt(quota, 'spec.hard')
  const known = Object.entries(resourceListAt(quota, 'status.used')).filter(([name]) => Object.hasOwn(hard, name))
  const used: JsonObject = Object.fromEntries(known)
  for (const { kind, evaluator, names } of resources)
    for (const [name, amount] of usageOf(await objects.list(kind, namespace), evaluator, names, scopesOf(quota)))
      used[name] = formatQuantity(amount)
  const isUnchanged =
    equalJson(resourceListAt(quota, 'status.hard'), hard) && equalJson(resourceListAt(quota, 'status.used'), used)
  return isUnchanged ? undefined : objects.update(QUOTAS, { ...quota, status: { hard, used } }, 'status')
}

/** Whether an update can lower the usage: a pod ends, or a service changes its type. */
function freesQuota(resource: string, object: ApiObject, before: ApiObject): boolean {
  if (resource === 'pods') return hasFinished(object) && !hasFinished(before)
  return resource === 'services' && textAt(object, 'spec.type') !== textAt(before, 'spec.type')
}

function resourceListAt(quota: ApiObject, path: string): JsonObject {
  const list = valueAt(quota, path)
  return objectOrEmpty(list)
}
