import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { ApiObject } from '../../worker/api/object.ts'
import { formatGroupVersion } from '../../worker/api/group-version.ts'
import { stringifyJson } from '../../worker/codec/encode.ts'
import type { DryRun } from './write-options.ts'
import type { Report } from './reporter.ts'
import { changeQuery } from './write-options.ts'
import { removeTarget } from './cascading-deletion.ts'
import type { Discovery, ResourceType } from './discovery.ts'
import { groupKind, NoSuchType, resourcePath } from './discovery.ts'
import { Failure, faultText, hasReason, throwAll } from './failure.ts'
import { logLine } from './klog.ts'
import { selectedObjects } from './selected-objects.ts'
import type { Query, Target } from './selection.ts'
import type { Session } from './session.ts'
import { toBase64Url } from '../../worker/runtime/bytes.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** The release that an apply set names as its tool. */
const TOOL_VERSION = 'v1.30.0'

/** Core resources whose objects may store an apply set. A custom resource may when its definition has a label. */
const PARENTS: ReadonlySet<string> = new Set(['secrets', 'configmaps'])

/**
 * An apply set: objects that `apply --applyset` applies and prunes together. The parent is the object that stores the
 * set. Each member has a label with the ID.
 */
interface ApplySet {
  readonly session: Session
  readonly parent: Target
  readonly id: string
  readonly dryRun: DryRun
}

/** The kinds and namespaces in which the members of a set may be. */
interface Members {
  /** Each kind with its group: `Deployment.apps`. */
  readonly kinds: ReadonlySet<string>
  readonly namespaces: ReadonlySet<string>
}

const applySetKey = ({ host }: Session, name: string): string => host.dialect.spell(`applyset.{labels}/${name}`)

/**
 * Reads `--applyset`: `NAME` of a secret, or `TYPE[.GROUP]/NAME`. A set whose parent has a namespace needs
 * `--namespace`: the namespace of the context does not count.
 * @throws Failure
 */
export async function applySetOf(session: Session, dryRun: DryRun): Promise<ApplySet> {
  const reference = session.flags.text('applyset')
  const at = reference.indexOf('/')
  const name = reference.slice(at + 1)
  const refused = (why: string) => new Failure(`invalid parent reference ${JSON.stringify(reference)}: ${why}`)
  if (name === '') throw refused('name cannot be blank')
  const resource = at < 0 ? 'secrets' : reference.slice(0, at)
  if (resource === '') throw refused('a resource must be present, got: /, Resource=')
  const [plural = '', group = ''] = resource.split(/\.(.*)/s)
  const unknown = refused(`no matches for ${group}/, Resource=${plural}`)
  const type = await session.type(resource).catch((error: unknown) => {
    throw error instanceof NoSuchType ? unknown : error
  })
  if (group !== '' && type.group !== group) throw unknown
  const namespace = type.namespaced ? session.flags.text('namespace') : undefined
  const hashed = sha256(utf8ToBytes([name, namespace ?? '', type.kind, type.group].join('.')))
  const base64 = toBase64Url(hashed)
  return { session, parent: { type, namespace, name }, id: `applyset-${base64}-v1`, dryRun }
}

/** Refuses flags and parents that a set cannot have. @throws Failure */
export async function checkApplySet({ session, parent }: ApplySet): Promise<void> {
  const { flags } = session
  if (!flags.boolean('prune')) throw new Failure('--applyset requires --prune')
  const faults = parent.namespace === '' ? ['namespace is required to use namespace-scoped ApplySet'] : []
  const { group, version, resource } = parent.type
  if (!(group === '' && PARENTS.has(resource)) && !(await markedTypes(session)).has(`${resource}.${group}`))
    faults.push(
      `resource ${JSON.stringify(`${group}/${version}, Resource=${resource}`)} is not permitted as an ApplySet parent`,
    )
  throwAll(faults.map((fault) => new Failure(fault)))
  if (flags.boolean('force')) throw new Failure('--force cannot be used with --prune')
  for (const other of ['all', 'selector', 'prune-allowlist'])
    if (flags.given(other)) throw new Failure(`--${other} is incompatible with --applyset`)
}

/** The names of the custom resource definitions whose objects may store an apply set. The definitions have a label. */
async function markedTypes(session: Session): Promise<ReadonlySet<string>> {
  const client = await session.client()
  const { items } = await client.json({
    path: session.host.dialect.spell('/apis/apiextensions.{domain}/v1/customresourcedefinitions'),
    query: { labelSelector: applySetKey(session, 'is-parent-type') },
  })
  return new Set((Array.isArray(items) ? (items as ApiObject[]) : []).map(({ metadata }) => metadata?.name ?? ''))
}

/** Adds the label of a member to the targets. @throws Failure when an object of a file has that label already */
export function withMembership({ session, id }: ApplySet, targets: readonly Target[]): Target[] {
  const key = applySetKey(session, 'part-of')
  return targets.map((target) => {
    const { metadata } = target.object ?? {}
    if (metadata?.labels?.[key] !== undefined)
      throw new Failure(`ApplySet label ${JSON.stringify(key)} already set in input data`)
    return {
      ...target,
      object: { ...target.object, metadata: { ...metadata, labels: { ...metadata?.labels, [key]: id } } },
    }
  })
}

/**
 * Adds the kinds and namespaces of the targets to those that the parent lists. An interrupted apply then leaves no
 * member unlisted. Returns the list from before.
 */
export async function openApplySet(set: ApplySet, targets: readonly Target[]): Promise<Members> {
  const before = await readMembers(set)
  const after = membersOf(targets)
  await writeMembers(set, {
    kinds: new Set([...before.kinds, ...after.kinds]),
    namespaces: new Set([...before.namespaces, ...after.namespaces]),
  })
  return before
}

/**
 * Deletes the members that were not applied (`--dry-run=client` only reports them), and writes the kinds and namespaces
 * of the targets to the parent.
 */
export async function closeApplySet(
  set: ApplySet,
  before: Members,
  { targets, applied, report }: { targets: readonly Target[]; applied: readonly ApiObject[]; report: Report },
): Promise<void> {
  const { session, dryRun } = set
  const discovery = await session.discovery()
  const keep = new Set(applied.map(({ metadata }) => metadata?.uid))
  const queries = [...before.kinds].flatMap((kind) => queriesFor(set, typeOfKind(discovery, kind), before))
  for await (const { target, load } of selectedObjects(session, { targets: [], queries, single: false, unread: [] })) {
    const object = await load()
    if (keep.has(object.metadata?.uid)) continue
    if (dryRun !== 'client') await removeTarget(session, target, { gracePeriod: -1, dryRun: dryRun === 'server' })
    report(object, 'pruned')
  }
  await writeMembers(set, membersOf(targets))
}

function queriesFor({ session, id }: ApplySet, type: ResourceType, { namespaces }: Members): Query[] {
  const found = { type, labelSelector: `${applySetKey(session, 'part-of')}=${id}`, fieldSelector: undefined }
  return type.namespaced
    ? [...namespaces].map((namespace) => ({ ...found, namespace }))
    : [{ ...found, namespace: undefined }]
}

function membersOf(targets: readonly Target[]): Members {
  return {
    kinds: new Set(targets.map(({ type }) => groupKind(type))),
    namespaces: new Set(targets.flatMap(({ namespace }) => namespace ?? [])),
  }
}

function typeOfKind(discovery: Discovery, kind: string): ResourceType {
  const type = discovery.preferred().find((each) => groupKind(each) === kind)
  if (type !== undefined) return type
  const [name = '', ...group] = kind.split('.')
  throw new Failure(`no matches for kind ${JSON.stringify(name)} in group ${JSON.stringify(group.join('.'))}`)
}

/**
 * The kinds and namespaces that the parent lists; none when the parent does not exist yet.
 * @throws Failure for a missing custom resource, or when another tool or set owns the parent
 */
async function readMembers({ session, parent, id }: ApplySet): Promise<Members> {
  const { type, namespace, name } = parent
  const client = await session.client()
  const nothing = { kinds: new Set<string>(), namespaces: new Set<string>() }
  const quoted = JSON.stringify(`${type.resource}.${type.group}/${name}`)
  let held: ApiObject
  try {
    held = await client.json({ path: resourcePath(type, namespace, name) })
  } catch (error) {
    if (!hasReason(error, 'NotFound'))
      throw new Failure(`failed to fetch ApplySet parent object ${quoted}: ${faultText(error)}`)
    if (type.group === '') return nothing
    throw new Failure('custom resource ApplySet parents cannot be created automatically')
  }
  const { annotations = {}, labels = {} } = held.metadata ?? {}
  const tool = annotations[applySetKey(session, 'tooling')]
  if (tool === undefined)
    throw new Failure(
      `ApplySet parent object ${quoted} already exists and is missing required annotation ${JSON.stringify(applySetKey(session, 'tooling'))}`,
    )
  const base = tool.split('/').slice(0, -1).join('/') || tool
  if (base !== session.cli)
    throw new Failure(
      `ApplySet parent object ${quoted} already exists and is managed by tooling ${JSON.stringify(base)} instead of ${JSON.stringify(session.cli)}`,
    )
  const label = applySetKey(session, 'id')
  if (labels[label] === undefined)
    throw new Failure(`ApplySet parent object ${quoted} exists and does not have required label ${label}`)
  if (labels[label] !== id)
    throw new Failure(
      `ApplySet parent object ${quoted} exists and has incorrect value for label ${JSON.stringify(label)} (got: ${labels[label]}, want: ${id})`,
    )
  const kinds = annotations[applySetKey(session, 'contains-group-kinds')]
  if (kinds === undefined)
    throw new Failure(
      `parsing ApplySet annotation on ${quoted}: ${session.cli} requires the ${JSON.stringify(applySetKey(session, 'contains-group-kinds'))} annotation to be set on all ApplySet parent objects`,
    )
  return {
    kinds: listed(kinds),
    namespaces: new Set([
      ...listed(annotations[applySetKey(session, 'additional-namespaces')] ?? ''),
      ...(namespace === undefined ? [] : [namespace]),
    ]),
  }
}

const listed = (text: string): Set<string> => new Set(text.split(',').filter((each) => each !== ''))

/** Applies the parent, which lists the kinds and namespaces of its set, under a separate field manager. */
async function writeMembers({ session, parent, id, dryRun }: ApplySet, members: Members): Promise<void> {
  if (dryRun === 'client') return
  const { type, namespace, name } = parent
  const client = await session.client()
  const manager = `${session.cli}-applyset`
  const write = (force: boolean) =>
    client.json({
      method: 'PATCH',
      path: resourcePath(type, namespace, name),
      query: { ...changeQuery(session, dryRun), fieldManager: manager, force: String(force) },
      contentType: 'application/apply-patch+yaml',
      body: stringifyJson({
        kind: type.kind,
        apiVersion: formatGroupVersion(type),
        metadata: {
          name,
          ...(namespace === undefined ? {} : { namespace }),
          creationTimestamp: null,
          labels: { [applySetKey(session, 'id')]: id },
          annotations: {
            [applySetKey(session, 'additional-namespaces')]: [...members.namespaces]
              .filter((each) => each !== namespace)
              .sort()
              .join(','),
            [applySetKey(session, 'contains-group-kinds')]: [...members.kinds].sort().join(','),
            [applySetKey(session, 'tooling')]: `${session.cli}/${TOOL_VERSION}`,
          },
        },
      }),
    })
  try {
    await write(false).catch((error: unknown) => {
      if (!hasReason(error, 'Conflict')) throw error
      const why = error instanceof Error ? error.message : ''
      const text = `WARNING: failed to update ApplySet: ${why}\nApplySet field manager ${manager} should own these fields. Retrying with conflicts forced.`
      logLine(session.host, 'W', 'applyset.go:451', text)
      return write(true)
    })
  } catch (error) {
    throw new Failure(`failed to update ApplySet: ${errorMessage(error)}`)
  }
}
