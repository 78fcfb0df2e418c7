import type { ApiObject } from '../../worker/api/object.ts'
import type { DryRun } from './write-options.ts'
import type { Report } from './reporter.ts'
import { removeTarget } from './cascading-deletion.ts'
import type { ResourceType } from './discovery.ts'
import { Failure } from './failure.ts'
import { logLine } from './klog.ts'
import { lastAppliedOf } from './last-applied.ts'
import type { Query } from './selection.ts'
import { selectedObjects } from './selected-objects.ts'
import type { Session } from './session.ts'

/** The types that are pruned by default. */
const DEFAULT_TYPES = [
  'core/v1/ConfigMap',
  'core/v1/Endpoints',
  'core/v1/Namespace',
  'core/v1/PersistentVolumeClaim',
  'core/v1/PersistentVolume',
  'core/v1/Pod',
  'core/v1/ReplicationController',
  'core/v1/Secret',
  'core/v1/Service',
  'batch/v1/Job',
  'batch/v1/CronJob',
  'networking.{domain}/v1/Ingress',
  'apps/v1/DaemonSet',
  'apps/v1/Deployment',
  'apps/v1/ReplicaSet',
  'apps/v1/StatefulSet',
]

/**
 * Deletes objects that an earlier apply created and this apply does not name: cluster-scoped objects, and objects in
 * the namespaces of the applied ones. `--dry-run=client` only reports them.
 */
export async function prune(
  session: Session,
  applied: readonly ApiObject[],
  types: readonly ResourceType[],
  { dryRun, report }: { readonly dryRun: DryRun; readonly report: Report },
): Promise<void> {
  warnOfDefaultTypes(session)
  for await (const { target, object } of prunable(session, applied, types)) {
    if (dryRun !== 'client') await removeTarget(session, target, { gracePeriod: -1, dryRun: dryRun === 'server' })
    report(object, 'pruned')
  }
}

/** Warns that a later release of kubectl prunes fewer types when no list of types is given. */
export function warnOfDefaultTypes({ flags, host, cli }: Session): void {
  if (!flags.given('prune-allowlist'))
    logLine(
      host,
      'W',
      'prune.go:71',
      `Deprecated: ${cli} apply will no longer prune non-namespaced resources by default when used with the --namespace flag in a future release. To preserve the current behaviour, list the resources you want to target explicitly in the --prune-allowlist flag.`,
    )
}

/** The objects of an earlier apply that are not among the applied ones. */
export async function* prunable(session: Session, applied: readonly ApiObject[], types: readonly ResourceType[]) {
  const { flags } = session
  const keep = new Set(applied.map((object) => object.metadata?.uid))
  const namespaces = new Set(applied.flatMap(({ metadata }) => metadata?.namespace ?? []))
  const labelSelector = flags.text('selector') || undefined
  const query = (type: ResourceType, namespace?: string): Query => ({
    type,
    namespace,
    labelSelector,
    fieldSelector: undefined,
  })
  const queries = [
    ...[...namespaces].flatMap((namespace) =>
      types.filter((type) => type.namespaced).map((type) => query(type, namespace)),
    ),
    ...types.filter((type) => !type.namespaced).map((type) => query(type)),
  ]
  for await (const { target, load } of selectedObjects(session, { targets: [], queries, single: false, unread: [] })) {
    const object = await load()
    if (lastAppliedOf(session, object) === undefined || keep.has(object.metadata?.uid)) continue
    yield { target, object }
  }
}

/** The types of `--prune-allowlist`, or the default types. @throws Failure */
export async function prunedTypes(session: Session): Promise<ResourceType[]> {
  const { flags, host } = session
  const listed = flags.given('prune-allowlist')
    ? flags.list('prune-allowlist')
    : DEFAULT_TYPES.map((name) => host.dialect.spell(name))
  const discovery = await session.discovery()
  return listed.map((name) => {
    const [group = '', version, kind, ...more] = name.split('/')
    if (version === undefined || kind === undefined || more.length > 0)
      throw new Failure(`invalid GroupVersionKind format: ${name}, please follow <group/version/kind>`)
    const apiVersion = group === 'core' || group === '' ? version : `${group}/${version}`
    const type = discovery.forKind(apiVersion, kind)
    if (type === undefined)
      throw new Failure(`no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`)
    return type
  })
}
